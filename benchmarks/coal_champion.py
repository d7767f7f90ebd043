"""The champion of coal: find it again by self-play, and measure it against the ladder.

``python benchmarks/coal_champion.py search PLAYERS`` plays the search of
`zochastic.analysis.coal.game.self_play` and writes the champion's file, minutes of work;
``python benchmarks/coal_champion.py search 4 --rounds 3 --games 4096`` a taste of it, into the file
named by ``--to``.  The same seed gives the same file.  The verdict over the ladder is
``zochastic coal duel champion --ladder --players PLAYERS``, whose seeds are others.
"""

import argparse
import time
from pathlib import Path

from zochastic.analysis.coal.game.champion import Champion, to_text
from zochastic.analysis.coal.game.self_play import Learning, search
from zochastic.rules.variants import load_variant

#: Seed of the search, and games at each kind of table in a round of it, by players.
SEED = 2013
GAMES = {2: 131_072, 3: 98_304, 4: 73_728, 5: 61_440, 6: 49_152}
ROUNDS = 80
DATA = Path(__file__).parent.parent / "analysis" / "coal" / "game" / "data"


def main() -> None:
    """Search, and write what was found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=["search"])
    parser.add_argument("players", type=int, choices=sorted(GAMES))
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--games", type=int)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--to", type=Path)
    given = parser.parse_args()
    players, games = given.players, given.games or GAMES[given.players]
    variant = load_variant("coal", "printed", [f"players={players}"])
    began = time.monotonic()

    def tell(learning: Learning) -> None:
        took = time.monotonic() - began
        left = took / learning.rounds * (given.rounds - learning.rounds)
        print(
            f"\rround {learning.rounds} of {given.rounds}, {left:.0f} s left ", end="", flush=True
        )

    found = search(
        variant.rules, rounds=given.rounds, games=games, seed=SEED, threads=given.threads,
        tell=tell,
    )  # fmt: skip
    how = {
        "players": players, "rules": variant.digest, "seed": SEED, "rounds": given.rounds,
        "games": games,
    }  # fmt: skip
    mix = tuple(tuple(float(p) for p in cell) for cell in found.average)
    target = given.to or DATA / f"champion-{players}.json"
    target.parent.mkdir(exist_ok=True)
    target.write_text(to_text(Champion(mix, how)))
    print(f"\nwritten to {target.name}")


if __name__ == "__main__":
    main()
