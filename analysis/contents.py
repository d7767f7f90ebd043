"""The command lines that make each game's report; a part more is a line more."""

from collections.abc import Callable, Mapping, Sequence

from zochastic.analysis.report import Part, Section
from zochastic.rules.variants import Variant

Contents = Mapping[Section, Sequence[Part]]


def contents(variant: Variant) -> Contents:
    """The parts of the report about ``variant``, by section."""
    return _GAMES[variant.game](variant)


def _zoinx(variant: Variant) -> Contents:
    rules = variant.rules
    target = rules.target
    two = rules.players == 2
    table = [
        Part("zoinx bet", leads=0 if two else 1),
        Part("zoinx odds", leads=2),
    ]
    perfect = "perfect" if rules.players in (2, 3) else "points"
    behaviour = [Part(f"zoinx simulate --policies {perfect}", leads=3)]
    if two:
        table.insert(0, Part("zoinx solve", leads=1, rows=36))
        behaviour.append(Part("zoinx simulate --policies perfect,points"))
    behaviour.append(_story("zoinx"))
    longer = f"target={max(2, target // 2)}:{target + target // 2}:{max(1, target // 4)}"
    return {
        "table": table,
        "behaviour": behaviour,
        "designer": [_turned("zoinx", longer)] if rules.players in (2, 4) else [],
        "assumed": _assumed(variant),
    }


def _diavolo(variant: Variant) -> Contents:
    return {
        "table": [
            Part("diavolo odds", leads=2),
            Part("diavolo snap", leads=1, chart=False),
        ],
        "behaviour": [
            Part(f"diavolo simulate --people {_alike('average', variant)}", leads=3),
            Part("diavolo simulate"),
            _story("diavolo"),
        ],
        "designer": [_turned("diavolo", f"dice={_around(variant.rules.dice)}")],
        "assumed": _assumed(variant),
    }


def _mauer(variant: Variant) -> Contents:
    greedy = ",".join(["greedy"] * (variant.rules.players - 1))
    return {
        "table": [
            Part("mauer search", leads=3),
            Part("mauer odds", leads=1),
        ],
        "behaviour": [
            Part(f"mauer simulate --policies {_alike('planner', variant)}", leads=2),
            Part(f"mauer simulate --policies planner,{greedy}"),
            _story("mauer"),
        ],
        "designer": [_turned("mauer", f"moves={_around(variant.rules.moves)}")],
        "assumed": _assumed(variant),
    }


def _coal(variant: Variant) -> Contents:
    return {
        "table": [
            Part("coal solve", leads=1),
            Part("coal odds", leads=2),
            Part("coal stop"),
        ],
        "behaviour": [
            Part("coal simulate --policies champion", leads=3),
            Part("coal simulate"),
            Part("coal duel champion round"),
            _story("coal"),
        ],
        "designer": [_turned("coal", f"devils={_around(variant.rules.devils)}")],
        "assumed": _assumed(variant),
    }


_GAMES: Mapping[str, Callable[[Variant], Contents]] = {
    "coal": _coal,
    "zoinx": _zoinx,
    "diavolo": _diavolo,
    "mauer": _mauer,
}


def _story(game: str) -> Part:
    return Part(f"story {game}", rows=0)


#: What a designer is told of each variant: how long, how fair, how lively.
_METRICS = ("mean_rounds", "seat_spread", "lead_changes")


def _turned(game: str, axis: str) -> Part:
    metrics = " ".join(f"--metric {name}" for name in _METRICS)
    return Part(f"balance {game} --vary {axis} {metrics}", rows=60)


def _alike(name: str, variant: Variant) -> str:
    return ",".join([name] * variant.rules.players)


def _around(number: int) -> str:
    return f"{max(1, number - 1)}:{number + 1}"


def _assumed(variant: Variant) -> list[Part]:
    return [Part(f"balance {variant.game} --assumptions", rows=60)]
