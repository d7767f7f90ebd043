"""Answers about mauer in words, from the numbers of the variant at hand."""

from collections.abc import Sequence
from fractions import Fraction

from zochastic.rules.mauer.board import Board
from zochastic.rules.mauer.game import MauerRules

SYNTHETIC = (
    "The printed board is in no text: this one is synthetic, so what depends on it may be "
    "otherwise on yours. Type yours in: zochastic mauer board new --blank."
)
TURNING = "How ghosts turn with the board is an assumption ({model})."
IF_NOISY = (
    "p_noisy is the chance if magnets caught ghosts that pass with {catch:g} (turning=noisy)."
)
FORESEEN = "Looks {moves} moves ahead in this turn and in the next, fewer than a turn has."
NEXT_TURN = "Moves that the other players make in between are left out."


def percent(p: float | Fraction) -> str:
    """A probability as people read it: never 0 % or 100 % of what can still go wrong."""
    p = float(p)
    if 0 < p < 0.001:
        return "under 0.1 %"
    if 0.999 < p < 1:
        return "over 99.9 %"
    return f"{100 * p:.1f} %"


def turning(rules: MauerRules) -> str:
    """The model of turning in force."""
    if rules.turning == "ideal":
        return TURNING.format(model="turning=ideal: nothing is caught on the way")
    return TURNING.format(
        model=f"turning=noisy: a magnet catches a ghost that passes with {rules.catch:g}"
    )


def board_notes(rules: MauerRules, board: Board) -> list[str]:
    """What an answer about one board takes for granted."""
    notes = [SYNTHETIC] if board.origin == "synthetic" else []
    return [*notes, turning(rules)]


def go(garment: str, moves: Sequence[str], p: float, deck: int, p_find: Fraction) -> str:
    """The sentence of a plan to a garment."""
    how = f"{'; '.join(moves)}" if moves else "stay where you are"
    risk = "" if p == 1 else f" (succeeds with {percent(p)})"
    return (
        f"Go for {garment}: {how}{risk}; then look into deck {deck}, which holds it with "
        f"{percent(p_find)}."
    )


def prepare(goal: str, moves: Sequence[str], count: int, before: int, none: bool) -> str:
    """The sentence of a plan for the next turn or against the next player."""
    lead = "No needed garment is in reach. " if none else ""
    how = f"{'; '.join(moves)}" if moves else "stay where you are"
    garments = f"{count} needed garment{'s' * (count != 1)}"
    if goal == "setup":
        verb = "is" if count == 1 else "are"
        now = f", {before} from where you stand now" if moves else ""
        return (
            f"{lead}To prepare your next turn: {how}; from there {garments} {verb} in reach{now}."
        )
    return (
        f"{lead}To block the next player: {how}; that leaves {garments} in reach, "
        f"{before} if you did nothing."
    )


def compared(what: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """A comparison over boards in words; rows are name, median, and the ends of nine in ten."""
    shares = "; ".join(
        f"{name} {percent(median)} ({percent(low)} to {percent(high)})"
        for name, median, low, high in rows
    )
    return f"{what}: {shares}."


def search(garment: str, best: int, p: Fraction, expected: Fraction) -> str:
    """The sentence of ``mauer search``."""
    if p == 1:
        return f"Open deck {best}: it holds {garment}."
    return (
        f"Open deck {best}: it holds {garment} with {percent(p)}; "
        f"{float(expected):.2f} searches on average until it is found."
    )
