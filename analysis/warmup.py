"""Every kernel, compiled once by being used on the smallest of problems."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from zochastic.analysis import matrix_games, matrix_simplex, regret
from zochastic.analysis.coal.turn import chances, team
from zochastic.analysis.coal.turn import stopping as turn
from zochastic.rules.coal import Oven
from zochastic.sims.coal.turn import TurnExperiment
from zochastic.sims.runner import run
from zochastic.sims.streams import derived

_OVEN = Oven.of({20: 1, 10: 1}, 1)


def _best_stopping() -> turn.Stopping:
    return turn.best_stopping(turn.compositions(_OVEN), lambda amounts, _: amounts)


def _play_turns() -> None:
    solution = _best_stopping()
    table = turn.stop_table(solution)
    run(TurnExperiment(solution.space.oven.deck, table.steps, table.stop, 1), games=1)


def _play_coal() -> None:
    from zochastic.analysis.coal.game.policies import pack_policies, read_policy
    from zochastic.rules.coal import CoalRules
    from zochastic.sims.coal.table import opening, pack_rules
    from zochastic.sims.coal.tally import GameExperiment

    rules = CoalRules(players=2)
    policies = pack_policies(rules, [read_policy("round", 2)] * 2)
    run(GameExperiment(pack_rules(rules), policies, opening(rules), 1), games=1)


def _end_rounds() -> None:
    from zochastic.analysis.coal.round import exact as rounds
    from zochastic.rules.coal import CoalRules
    from zochastic.rules.coal.position import Position, Result

    rules = CoalRules(players=2)
    start = Position(wealth=(200, 200), oven=_OVEN, bets=(10, 10))
    rounds.solve_last_two(rules, start)
    last = Position(wealth=(200, 200), oven=_OVEN, bets=(10, 10), results=(Result(),))
    rounds.solve_last(rules, last)


def _look_ahead() -> None:
    from zochastic.analysis.coal.round.ahead import look_ahead, round_stops
    from zochastic.rules.coal import CoalRules
    from zochastic.rules.coal.position import Position

    rules = CoalRules(players=2)
    start = Position(wealth=(200, 200), oven=_OVEN, bets=(10, 10))
    look_ahead(rules, start)
    round_stops(rules, replace(start, drawn=(10,), oven=Oven.of({20: 1}, 1)))


def _race_for_imps() -> None:
    from zochastic.analysis.diavolo import contests, people
    from zochastic.rules.variants import load_variant

    variant = load_variant("diavolo", "printed", ["dice=1", "sides=2"])
    contests.simulate(variant, people=people.read_people("fast,dice:1"), games=1)
    contests.simulate(variant, people=people.read_people("fast,slow"), games=1)


def _look_at_dice() -> None:
    from zochastic.analysis.diavolo import answers
    from zochastic.rules.variants import load_variant

    variant = load_variant("diavolo", "printed", ["dice=1", "sides=2"])
    answers.snap(variant, order="sum-max", cost=0.05)
    answers.odds(variant, games=1)


def _race_to_a_target() -> None:
    from zochastic.analysis.zoinx import answers
    from zochastic.rules.variants import load_variant

    variant = load_variant("zoinx", "printed", ["target=3"])
    answers.solve(variant)
    answers.bet(variant, scores=[0, 0], against="points")
    answers.simulate(variant, policies=["perfect", "points"], games=1)
    answers.odds(variant, games=2)


def _zoinx_turns() -> None:
    from zochastic.rules.variants import load_variant
    from zochastic.sims.zoinx.lanes import HoldExperiment
    from zochastic.sims.zoinx.turn import TurnExperiment as ZoinxTurns

    for name in ("printed", "pig"):
        run(HoldExperiment.of(load_variant("zoinx", name).rules, 8, 1), games=1)
    printed = load_variant("zoinx", "printed").rules
    run(ZoinxTurns(printed, np.ones(1, np.bool_), 1), games=1)


def _zoinx_games() -> None:
    from zochastic.rules.zoinx import State, ZoinxRules
    from zochastic.sims.zoinx.play import games
    from zochastic.sims.zoinx.policy import fixed

    for players in range(1, 5):  # each number is compiled apart
        rules = ZoinxRules(players=players)
        seats = [fixed(rules, 2, 2, 0, 1)] * players
        run(games(rules, seats, State((0,) * players), seed=1), games=1)


def _judge_games() -> None:
    from zochastic.analysis.quality import elo
    from zochastic.analysis.quality.records import design_of
    from zochastic.rules.variants import load_variant

    elo.spread(np.full((1, 1), 0.5), k=1.0, players=2, matches=1)
    small = load_variant("zoinx", "printed", ["target=3"])
    design_of("zoinx").seat(small.rules, ["points"] * 2, paths=True).play(1, 0, 1)
    for game in ("coal", "zoinx", "diavolo", "mauer"):
        design, rules = design_of(game), load_variant(game).rules
        table = design.branching(rules, design.usual(rules))
        table.branch(table.positions(1, 0)[-1], 1, 2, 1)


def _solve_games() -> None:
    game, mixture, work = np.zeros((1, 1)), np.zeros(1), matrix_simplex.workspace(1, 1)
    matrix_games.solve(game)
    matrix_games.solve_batch(game[None])
    matrix_simplex.persist(game, 1, 1, (0.0, 1.0, 1.0), work, mixture, mixture.copy())


def _three_race() -> None:
    from zochastic.analysis.zoinx.three import solve_three
    from zochastic.rules.variants import load_variant

    small = ("players=3", "target=2", "active_bets=[1]", "opponent_bets=[0]", "zoinx_prize=1")
    solution = solve_three(load_variant("zoinx", "printed", small).rules)
    solution.pure_values((0, 0, 0))


def _match_regrets() -> None:
    game = np.zeros((1, 1))
    regret.regret_matching(game, rounds=1)
    regret.next_pure(game, np.ones(1, np.int64), 0, regret.TIE)


def _move_ghosts() -> None:
    from zochastic.analysis.mauer import answers, games
    from zochastic.rules.mauer.state import read_state
    from zochastic.rules.variants import load_variant

    variant = load_variant("mauer", "printed", ["turning=noisy"])
    state = read_state(variant.rules, variant.rules.layout, ghosts="a1,g7")
    answers.plan(variant, state, goal="setup")
    games.simulate(variant, policies="planner", games=1, boards=1)


#: (what is compiled, a call that compiles it); together they reach every kernel.
KERNELS: tuple[tuple[str, Callable[[], object]], ...] = (
    ("random streams", lambda: derived(1, 1)),
    ("matrix games", _solve_games),
    ("regret matching", _match_regrets),
    ("coal: best stopping", _best_stopping),
    (
        "coal: law of a rule",
        lambda: turn.law_of_rule(_best_stopping().space, _best_stopping().stop),
    ),
    ("coal: turns by a stop table", _play_turns),
    ("coal: turns side by side", lambda: chances.simulate_reach(_OVEN, 10, games=1, seed=1)),
    (
        "coal: drawers who help",
        lambda: chances.simulate_reach(_OVEN, 10, players=2, games=1, seed=1),
    ),
    ("coal: the end of a round", _end_rounds),
    ("coal: a turn before others", _look_ahead),
    ("coal: chances of helpers", lambda: team.chances(team.team_problem(_OVEN, 2), [10])),
    ("coal: whole games", _play_coal),
    ("zoinx: turns", _zoinx_turns),
    ("zoinx: whole games", _zoinx_games),
    ("zoinx: two players", _race_to_a_target),
    ("zoinx: three players", _three_race),
    ("metrics of games", _judge_games),
    ("diavolo: looking and throws", _look_at_dice),
    ("diavolo: whole games", _race_for_imps),
    ("mauer: moves and games", _move_ghosts),
)
