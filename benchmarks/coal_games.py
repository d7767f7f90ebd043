"""Coal: how fast whole games of four are played, beside the plain referee.

Run with ``python benchmarks/coal_games.py``; processor time on one core unless it says otherwise.
"""

import random
import time

from timing import rate, ratio, table

from zochastic.analysis.coal.game.policies import pack_policies, read_policy
from zochastic.analysis.coal.game.race_answers import win_bet, win_stop
from zochastic.rules.coal import CoalRules, position_of, referee, stakes
from zochastic.rules.variants import load_variant
from zochastic.sims.coal.table import opening, pack_rules
from zochastic.sims.coal.tally import GameExperiment, counts_of
from zochastic.sims.runner import run

RULES = CoalRules()
#: Four players who all play the same, two rules of thumb and the rule that looks at the round.
TABLES = ("fixed:100+ev", "fixed:100+own-bet", "chance:0.6+own-bet", "fixed:100+round",
          "chance:0.6+round")  # fmt: skip


def experiment(names: list[str]) -> GameExperiment:
    """Games of four from the opening."""
    policies = pack_policies(RULES, [read_policy(name, 4) for name in names])
    return GameExperiment(pack_rules(RULES), policies, opening(RULES), 1, any_starter=True)


def kernel(names: list[str], games: int, threads: int = 1) -> int:
    """Games by the compiled kernel."""
    return run(experiment(names), games=games, threads=threads).games


def plain(games: int) -> int:
    """``fixed:100+own-bet`` four times by the referee, in plain Python."""
    luck = random.Random(1)
    for _ in range(games):
        position = referee.begin(RULES)
        while not position.over:
            bets = tuple(min(100, stakes(RULES, chips)[-1]) for chips in position.wealth)
            position = referee.apply(RULES, position, bets)[0]
            while not position.turns_over:
                drawer, drawn = position.drawer, position.drawn
                enough = max(position.amount, position.best) >= bets[drawer or 0]
                if drawn and enough:
                    position = referee.apply(RULES, position, "stop")[0]
                    continue
                pick = luck.randrange(position.oven.size)
                piece: int | str = "devil"
                for value, count in position.oven.coal:
                    if pick < count:
                        piece = value
                        break
                    pick -= count
                position = referee.apply(RULES, position, piece)[0]
            position = referee.settle(RULES, position)[0]
    return games


def main() -> None:
    """Print every figure."""
    mixed = ["round", "fixed:100+own-bet", "share:0.5+ev", "chance:0.7+amount:100"]
    rates = {"the referee, fixed:100+own-bet": rate(lambda: plain(40), runs=3)}
    for name in TABLES:
        rates[f"four {name}"] = rate(lambda name=name: kernel([name] * 4, 1 << 14))  # type: ignore[misc]
    rates["four different"] = rate(lambda: kernel(mixed, 1 << 14))
    table("Whole games of four, one core", "games", rates)
    ratio(
        "kernel", rates["four fixed:100+own-bet"], "the referee",
        rates["the referee, fixed:100+own-bet"],
    )  # fmt: skip
    for name in TABLES:
        counts = counts_of(run(experiment([name] * 4), games=1 << 14, threads=1).counts, 4)
        print(f"  four {name}: {counts.rounds / (1 << 14):.1f} rounds a game")
    one, two = (
        rate(
            lambda n=n: kernel(["fixed:100+own-bet"] * 4, 1 << 17, n),  # type: ignore[misc]
            clock=time.perf_counter, runs=5,
        )
        for n in (1, 2)
    )  # fmt: skip
    table("The same by the clock on the wall", "games", {"one thread": one, "two threads": two})
    ratio("two threads", two, "one", one)
    answers()


def answers() -> None:
    """Print how long advice for winning takes."""
    variant = load_variant("coal")
    middle = position_of(
        RULES, pieces="50 20", bets="100,120,140,60", results="90x4,devil", wealth="200"
    )

    def bet() -> int:
        win_bet(variant, referee.begin(RULES), threads=2)
        return 1

    def stop() -> int:
        win_stop(variant, middle, threads=2)
        return 1

    print("\nAdvice for winning, two threads, seconds by the clock on the wall")
    for name, work in (("what to bet", bet), ("draw or stop", stop)):
        print(f"  {name:44s} {1 / rate(work, runs=3, clock=time.perf_counter):9.3f} s")


if __name__ == "__main__":
    main()
