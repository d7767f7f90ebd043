"""What a search has found, in words, rows and tables."""

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite

from zochastic.analysis.answer import Answer, Row, Scalar, provenance
from zochastic.analysis.design.candidates import Candidate, Figures, Judge
from zochastic.analysis.design.front import front
from zochastic.analysis.design.proposals import rising
from zochastic.analysis.design.search import Search
from zochastic.analysis.design.targets import MET, OPEN, Target


def answer(
    search: Search,
    chosen: Sequence[Candidate],
    verified: Sequence[Candidate],
    *,
    partial: bool,
    seed: int,
    timed: bool,
    kept: bool,
) -> Answer:
    """The Answer of `tune.tune`.

    Parameters
    ----------
    chosen : the finalists, with the figures that they were chosen on.
    verified : those of them that were played again, with the figures of that.
    """
    judge, variant = search.judge, search.variant
    ranked = judge.ranked(list(verified) or list(chosen), sure=True)
    edge = front([judge.misses(one.figures) for one in ranked])
    shown = [ranked[i] for i in edge]
    if ranked[0] not in shown:  # surely met, though another one's figures look better by chance
        shown.insert(0, ranked[0])
    best = shown[0]
    verdict = judge.verdict(best.figures)
    games = sum(max(f.n for f in one.figures) for one in [*search.found, *verified])
    facts: dict[str, Scalar] = {f"best_{key}": v for key, v in best.cell.parameters.items()}
    facts |= {
        "verdict": verdict,
        "trials": len(search.found),
        "variants": search.proposals.size,
        "games": games,
    }
    keys = ", ".join(axis.key for axis in search.axes)
    return Answer(
        answer=_sentence(search, best, whole=_whole(search)),
        title=f"{variant.title} with {keys} tuned; {judge.table.named(variant)}",
        facts=facts,
        rows=[_row(judge, one) for one in shown],
        best=0,
        tables={
            "targets": _targets(judge, best.figures),
            "candidates": [_candidate(judge, one) for one in search.found],
        },
        notes=_notes(search, best, len(chosen), len(verified), timed=timed, kept=kept),
        provenance=replace(
            provenance("tune", variant, exact=False, seed=seed, games=judge.plan.games),
            partial=partial,
        ),
    )


def best_of(answer: Answer) -> list[str]:
    """Tell the best variant's values as ``--set`` takes them."""
    keys = [name for name in answer.facts if name.startswith("best_")]
    return [f"{key.removeprefix('best_')}={_plain(answer.facts[key])}" for key in keys]


def _whole(search: Search) -> bool:
    return len(search.found) + search.no_game == search.proposals.size


def _row(judge: Judge, one: Candidate) -> Row:
    return {**one.cell.parameters, **_measured(judge, one.figures), "verdict": _told(judge, one)}


def _told(judge: Judge, one: Candidate) -> str:
    """The verdict, and of which targets it is."""
    verdict = judge.verdict(one.figures)
    if verdict == MET:
        return verdict
    pairs = zip(judge.names, judge.verdicts(one.figures), strict=True)
    return f"{verdict}: {', '.join(name for name, told in pairs if told == verdict)}"


def _measured(judge: Judge, figures: Figures) -> dict[str, Scalar]:
    found: dict[str, Scalar] = {}
    for name, figure in zip(judge.names, figures, strict=True):
        found |= {name: figure.value, f"{name}_low": figure.low, f"{name}_high": figure.high}
    return found


def _candidate(judge: Judge, one: Candidate) -> Row:
    """A variant of the search, with the figures of the search."""
    games = max(figure.n for figure in one.figures)
    return {**one.cell.parameters, **_measured(judge, one.figures), "games": games}


def _targets(judge: Judge, figures: Figures) -> list[Row]:
    """What was wanted, and what the best variant has."""
    return [
        {
            "metric": target.metric,
            "target": target.text,
            "at_least": _finite(target.low),
            "at_most": _finite(target.high),
            "nearest_to": target.at,
            "estimate": figure.value,
            "low": figure.low,
            "high": figure.high,
            "verdict": target.verdict(figure),
        }
        for target, figure in zip(judge.targets, figures, strict=True)
    ]


def _finite(value: float) -> float | None:
    return value if isfinite(value) else None


def _sentence(search: Search, best: Candidate, *, whole: bool) -> str:
    judge = search.judge
    verdict = judge.verdict(best.figures)
    where = ", ".join(f"{key}={_plain(v)}" for key, v in best.cell.parameters.items())
    pairs = list(zip(judge.targets, best.figures, strict=True))
    told = ", ".join(_figure(target, figure) for target, figure in pairs)
    many = {1: "the target", 2: "both targets"}.get(len(pairs), f"all {len(pairs)} targets")
    if verdict == MET:
        return f"{where} meets {many}: {told}."
    if verdict == OPEN:
        return f"{where} may meet {many}, which so many games do not tell: {told}."
    tried, of = len(search.found), search.proposals.size
    if whole:
        return f"Not reachable: nearest is {where} with {told}; all {of:,} variants were tried."
    return f"Not reachable in {tried:,} trials of {of:,} variants: nearest is {where} with {told}."


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _figure(target: Target, figure: object) -> str:
    value, low, high = (getattr(figure, name) for name in ("value", "low", "high"))
    return f"{target.metric} {value:.4g} ({low:.4g} to {high:.4g}; wanted {target.wanted})"


def _notes(
    search: Search, best: Candidate, chosen: int, again: int, *, timed: bool, kept: bool
) -> list[str]:
    judge = search.judge
    games, tried = judge.plan.games, len(search.found)
    short = sum(max(f.n for f in one.figures) < games for one in search.found)
    notes = [
        f"Players: {judge.table.named(search.variant)}.",
        f"A turn is taken to last {judge.table.seconds:g} seconds; --seconds changes that.",
        f"{tried:,} of {search.proposals.size:,} variants were tried, on the same luck, each with "
        f"{games:,} games unless it was clear after fewer, as {short:,} were.",
    ]
    if again:
        notes.append(
            f"The best, {again} in all, were played again with other luck, {games:,} games each; "
            "their intervals hold 95 % all together."
        )
    else:
        notes.append(
            "Nothing was played again: the figures are those the variants were chosen on, which "
            "flatter them."
        )
    good = sum(not any(judge.misses(one.figures)) for one in search.found)
    if good > chosen:
        notes.append(f"{good:,} variants met the targets in the search; the nearest are shown.")
    notes += _on_targets(judge, best)
    notes += _on_ranges(search, best)
    if search.no_game:
        notes.append(f"{search.no_game:,} combinations are no game: {search.why}.")
    if timed:
        notes.append(f"A search by the clock; --budget '{tried} trials' repeats it.")
    if timed and not kept:
        notes.append("--resume FILE.sqlite keeps a search, so that the same command goes on.")
    if judge.table.estimates_paths([search.variant], [each.metric for each in judge.targets]):
        notes.append(f"{judge.table.played_on()}.")
    return [*notes, *judge.table.design.notes]


def _on_targets(judge: Judge, best: Candidate) -> list[str]:
    """What is met by default, and what would make it plainer."""
    notes = []
    for target, figure in zip(judge.targets, best.figures, strict=True):
        if target.verdict(figure) == OPEN:
            notes.append(f"More --games would tell whether {target.text} is met.")
        if target.at is not None and not target.told:
            low, high = f"{target.low:.4g}", f"{target.high:.4g}"
            how = f"--target {target.metric}={target.at:g}±T says how near is near enough"
            notes.append(f"{target.text} is taken as met from {low} to {high}; {how}.")
    return notes


def _on_ranges(search: Search, best: Candidate) -> list[str]:
    """Whether the best lies where a range ends, so that a wider one may be better."""
    if search.judge.verdict(best.figures) == MET:
        return []
    ends = [
        f"{axis.key}={axis.values[at]}"
        for axis, at in zip(search.axes, best.place, strict=True)
        if rising(axis) and len(axis.values) > 1 and at in (0, len(axis.values) - 1)
    ]
    if not ends:
        return []
    return [f"{' and '.join(ends)} ends a range of --vary: a wider one may come nearer."]
