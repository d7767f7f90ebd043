"""What one value looks like: as a JSON value at full precision, and as a person reads it."""

import math
from collections.abc import Collection, Mapping
from typing import Any

#: Beginnings of the names that hold chances where the goal is one.
_OF_A_GOAL = ("value", "low", "high", "behind")
#: What stands in a cell without a value.
NOTHING = "\u2013"


def plain(value: Any) -> Any:
    """``value`` made of nothing but JSON's own types; what is not finite becomes None.

    numpy scalars are told by their method ``item``: numpy itself is not loaded for them.
    """
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(item) for item in value]
    if type(value) not in (int, float):
        if hasattr(value, "tolist"):
            return plain(value.tolist())
        value = int(value) if isinstance(value, int) else float(value)
    return value if isinstance(value, int) or math.isfinite(value) else None


def clean(text: str) -> str:
    """``text`` on one line and harmless to a terminal: control characters are escaped."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def is_probability(name: str, names: Collection[str]) -> bool:
    """Tell whether the column ``name`` among ``names`` holds probabilities.

    ``sim_low`` and ``sim_high``, ``low`` and ``high`` are the ends of an interval, of whatever was
    simulated beside.
    """
    if name in ("sim_low", "sim_high"):
        return any(other.startswith("sim_p_") for other in names)
    if name in ("low", "high", "exact"):
        return any(other.endswith(("_rate", "probability", "p_win")) for other in names)
    return name.startswith(("p_", "sim_p_")) or name.endswith(("_rate", "probability", "_player"))


def shown(name: str, value: Any, names: Collection[str] = (), *, chances: bool = False) -> str:
    """``value`` of the column ``name`` as a person reads it, rounded by what it means.

    Parameters
    ----------
    names : all columns of its table; they tell what an interval is of.
    chances : a ``value`` is the chance to reach a goal.
    """
    value = plain(value)
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list):
        return ", ".join(shown(name, item, names) for item in value) or NOTHING
    if isinstance(value, Mapping):
        return ", ".join(f"{clean(key)}={shown(key, item)}" for key, item in value.items())
    if is_probability(name, names) or (chances and name.startswith(_OF_A_GOAL)):
        return _percent(value)
    if isinstance(value, int):
        return str(value)
    if name == "z":
        return f"{value:+.2f}"
    if name.startswith(("ev_", "value", "mean_", "threshold", "sim_", "seconds")):
        return f"{value:.2f}".replace("-0.00", "0.00") if abs(value) < 0.01 else f"{value:.2f}"
    return f"{value:.4g}"


def _percent(value: float) -> str:
    """Two decimals; what is possible but rare never reads as impossible, nor the other way."""
    if 0 < value < 0.00005:
        return "<0.01 %"
    if 0.99995 < value < 1:
        return ">99.99 %"
    return f"{100 * value:.2f} %"
