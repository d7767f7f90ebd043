"""What people decide in a game of zoinx: bets, guesses and stops, two of them solved."""

from collections.abc import Iterator

from zochastic.analysis.quality.decisions import Decision
from zochastic.analysis.zoinx.positions import Turn, TwoValues
from zochastic.analysis.zoinx.turn import points_turn
from zochastic.analysis.zoinx.two import RaceSolution, solve_two
from zochastic.rules.zoinx import Bet, State, ZoinxRules, read_position
from zochastic.sims._jit import Floats

_WIN = "chance to win"


def decisions(rules: ZoinxRules, *, solvable: bool) -> list[Decision]:
    """The panel: of two perfect players at several scores; of more, what brings most points."""
    return list(_of_two(rules)) if solvable else list(_by_points(rules))


def _by_points(rules: ZoinxRules) -> Iterator[Decision]:
    bets = rules.active_bets
    if bets:
        worth = {str(bet): float(points_turn(rules, bet).value) for bet in bets}
        yield Decision.of("by points, bet", "points", worth)
    for bet in bets or (None,):
        for total in range(4, 9, 2) if bets else (15, 20, 25):
            turn = points_turn(rules, bet, total, True)
            if turn.start.go is not None and turn.start.stop is not None:
                yield Decision.of(
                    f"by points, bet {bet}, {total} dots" if bets else f"by points, {total} dots",
                    "points", {"stop": float(turn.start.stop), "roll": float(turn.start.go)},
                )  # fmt: skip


def _of_two(rules: ZoinxRules) -> Iterator[Decision]:
    solution = solve_two(rules)
    near, half = max(0, rules.target - 5), rules.target // 2
    places = dict.fromkeys([(0, 0), (half, half), (near, near), (half, near), (near, half)])
    for scores in places:
        state = read_position(rules, scores=list(scores))
        at = f"{scores[0]},{scores[1]}"
        position = solution.state(*scores)
        yield from _turn(
            rules, solution, state, at, solution.bets[position], solution.guesses[position]
        )
    if rules.trigger == "at-once":
        return  # nobody has a last turn
    for deficit in (0, 4, 10):
        state = read_position(rules, scores=[rules.target, rules.target + deficit], last_turns=1)
        at = f"{deficit} behind in the last turn"
        yield from _turn(
            rules, solution, state, at, solution.last_bets[deficit], solution.last_guesses[deficit]
        )


def _turn(
    rules: ZoinxRules, solution: RaceSolution, state: State, at: str, bets: Floats,
    guesses: Floats,
) -> Iterator[Decision]:  # fmt: skip
    turn = Turn(rules, TwoValues(solution), state, 0)
    payoffs = turn.payoffs()
    active, others = rules.active_choices, rules.opponent_choices
    if len(active) > 1:
        yield Decision.against(f"bet at {at}", _WIN, [str(b) for b in active], payoffs, bets)
    if len(others) > 1:
        yield Decision.against(
            f"bet at {at}, the other's turn", _WIN, [str(b) for b in others], 1.0 - payoffs.T,
            guesses,
        )  # fmt: skip
    for own, guess in _bets(rules):
        for total in range(own, own + 3) if own else (15, 20, 25):
            start = turn.best((own, guess), total, True).start
            if start.go is not None and start.stop is not None:
                told = f"bets {own} and {guess}, {total} dots" if own else f"{total} dots"
                worth = {"stop": float(start.stop), "roll": float(start.go)}
                yield Decision.of(f"stop or roll at {at}, {told}", _WIN, worth)


def _bets(rules: ZoinxRules) -> list[tuple[Bet, Bet]]:
    """Bets of which it is told when to stop: middling ones, the other's low and middling."""
    active, others = rules.active_choices, rules.opponent_choices
    return list(dict.fromkeys([(active[len(active) // 3], others[0]),
                               (active[len(active) // 2], others[len(others) // 3])]))  # fmt: skip
