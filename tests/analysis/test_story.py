"""Two games in full: which they are, and that their steps are theirs."""

import pytest

from zochastic.analysis.quality.records import PARTS, design_of, names_for
from zochastic.analysis.story import story
from zochastic.reports.story import story_chart
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import load_variant


def steps(answer, name):
    return [row for row in answer.rows if row["game"] == name]


def test_chances_begin_at_the_games_value_and_end_with_the_result():
    answer = story(load_variant("zoinx"), games=300)
    for name in ("typical", "dramatic"):
        rows = steps(answer, name)
        assert rows[0]["p_win_1"] == pytest.approx(0.517889, abs=1e-6)
        assert rows[-1][f"p_win_{answer.facts[f'{name}_winner']}"] == 1
        assert all(row["p_win_1"] + row["p_win_2"] == pytest.approx(1) for row in rows)
        winner = answer.facts[f"{name}_winner"]
        behind = [1 - 2 * row[f"p_win_{winner}"] for row in rows[:-1]]
        behind = [gap for gap in behind if gap > 0]
        mean = sum(behind) / len(behind) if behind else 0
        assert answer.facts[name] == pytest.approx(mean)
    assert answer.facts["dramatic"] >= answer.facts["typical"]


@pytest.mark.parametrize(
    ("game", "sets"), [("coal", ()), ("diavolo", ()), ("mauer", ()), ("zoinx", ("players=4",))]
)
def test_elsewhere_chances_are_estimated_by_play(game, sets):
    variant = load_variant(game, "printed", sets)
    design = design_of(game)
    answer = story(variant, games=16)
    names = names_for(design, variant, ())
    assert answer.facts["playouts"] == design.playouts
    for name in ("typical", "dramatic"):
        rows = steps(answer, name)
        chances = [[row[f"p_win_{seat}"] for seat in range(1, 5)] for row in rows]
        # in diavolo nobody may win, as when the last gems go together
        assert all(0.98 < sum(line) < 1 + 1e-9 for line in chances)
        number, winner = answer.facts[f"{name}_game"], answer.facts[f"{name}_winner"]
        played = design.branching(variant.rules, names).play(1, number - 1, 1)
        assert played.credit[0, winner - 1] == PARTS
        assert len(rows) == played.steps[0] + 1
        assert chances[-1][winner - 1] == 1
        behind = [max(p for p in line if p is not line[winner - 1]) - line[winner - 1]
                  for line in chances[:-1]]  # fmt: skip
        behind = [gap for gap in behind if gap > 0]
        assert answer.facts[name] == pytest.approx(sum(behind) / len(behind) if behind else 0)
    assert answer == story(variant, games=16)
    assert len(story_chart(answer).axes) == 2


def test_estimated_chances_come_near_exact_ones(monkeypatch):
    variant = load_variant("zoinx")
    exact = story(variant, games=100)
    monkeypatch.setattr(type(design_of("zoinx")), "exact_paths", lambda *_: False)
    near = story(variant, games=100)
    same = {name: near.facts[f"{name}_game"] for name in ("typical", "dramatic")}
    monkeypatch.undo()
    design = design_of("zoinx")
    names = names_for(design, variant, ())
    told = design.seat(variant.rules, names, paths=True).play(1, 0, 100).paths.chance
    playouts = design.playouts
    for name, number in same.items():
        found = [row["p_win_1"] for row in steps(near, name)]
        true = told[number - 1, : len(found), 0]
        errors = [(f - t) ** 2 / max(t * (1 - t), 0.02) for f, t in zip(found, true, strict=True)]
        # branches share a step's luck among their play-outs, so an error is above a lone game's
        assert sum(errors) / len(errors) < 4 * 20 / playouts
    assert exact.facts["playouts"] is None


def test_too_many_games_are_refused():
    with pytest.raises(InvalidInput, match="--games"):
        story(load_variant("zoinx"), games=10**7)
