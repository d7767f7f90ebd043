"""Write the tables of docs/assumptions.md: every reading that a key turns, both ways.

Run ``python docs/readings.py``; tests/test_assumptions.py runs the same and compares.
"""

import re
import sys
from pathlib import Path

from zochastic.analysis.design.readings import assumptions, cost_of, told_flip
from zochastic.rules.variants import GAMES, load_variant

PAGE = Path(__file__).with_name("assumptions.md")
#: Games of each reading, and what is told of them.
SAMPLE = {"coal": 10_000, "zoinx": 10_000, "diavolo": 10_000, "mauer": 2_000}
METRIC = "mean_rounds"
#: Of the advice that a reading flips, the costliest that are told.
MOST = 2


def between(game: str) -> re.Pattern[str]:
    """Find the table of a game: what stands between its two comments."""
    return re.compile(rf"(<!-- readings of {game} -->\n)(.*?)(<!-- end -->)", re.S)


def table(game: str) -> str:
    """Return the table of a game's readings."""
    played = assumptions(load_variant(game), metrics=[METRIC], games=SAMPLE[game])
    mean = float(str(played.rows[0]["estimate"]))
    lines = [
        f"`zochastic balance {game} --assumptions --metric {METRIC} --games {SAMPLE[game]}`",
        "",
        f"| key | as read | otherwise | rounds of a game (as read: {mean:.2f}) | advice |",
        "|---|---|---|---|---|",
    ]
    advice = played.tables.get("advice", [])
    for row in played.rows:
        half = (float(str(row["diff_high"])) - float(str(row["diff_low"]))) / 2
        told = [a for a in advice if (a["key"], a["other"]) == (row["key"], row["other"])]
        flips = sorted((a for a in told if a["flips"]), key=cost_of, reverse=True)
        shown = [told_flip(a) for a in flips[:MOST]]
        if len(flips) > MOST:
            shown.append(f"{len(flips) - MOST} more")
        lines.append(
            f"| `{row['key']}` | `{row['reading']}` | `{row['other']}` "
            f"| {row['difference']:+.2f} ± {half:.2f}{'' if row['moves'] else ' (within error)'} "
            f"| {'; '.join(shown) or f'all {len(told)} stay'} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    text = PAGE.read_text(encoding="utf-8")
    for name in sys.argv[1:] or GAMES:
        before, _, after = between(name).search(text).groups()
        text = text.replace(before + _ + after, before + table(name) + after)
        print(name, flush=True)
    PAGE.write_text(text, encoding="utf-8")
