"""Two games in full: which they are, and that their steps are theirs."""

from itertools import pairwise

import pytest

from zochastic.analysis.story import story
from zochastic.reports.story import story_chart
from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import GAMES, load_variant


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


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"zoinx"}))
def test_elsewhere_scores_are_told_and_the_lead_counts(game):
    answer = story(load_variant(game), games=60)
    assert answer.facts["measure"] == "lead_changes"
    assert "score_1" in answer.rows[0]
    leaders = []
    for row in steps(answer, "dramatic"):
        scores = [row[name] for name in row if name.startswith("score_")]
        if scores.count(max(scores)) == 1:
            leaders.append(scores.index(max(scores)))
    changes = sum(a != b for a, b in pairwise(leaders))
    assert answer.facts["dramatic"] == changes
    assert answer == story(load_variant(game), games=60)
    assert len(story_chart(answer).axes) == 2


def test_a_table_without_exact_chances_is_told_in_scores():
    answer = story(load_variant("zoinx", "printed", ["players=4"]), games=50)
    assert "score_4" in answer.rows[0]


def test_too_many_games_are_refused():
    with pytest.raises(InvalidInput, match="--games"):
        story(load_variant("zoinx"), games=10**7)
