"""How much a search may cost: so much time, or so many variants."""

import re
from dataclasses import dataclass

from zochastic.rules.errors import InvalidInput

_ALLOWED = "a time such as 90s, 10min, 2h, or a number of trials such as '40 trials'"
_SECONDS = {
    **dict.fromkeys(("s", "sec", "second", "seconds"), 1),
    **dict.fromkeys(("m", "min", "minute", "minutes"), 60),
    **dict.fromkeys(("h", "hour", "hours"), 3600),
}
_TRIALS = re.compile(r"(\d{1,9})\s*trials?", re.ASCII)
_TIME = re.compile(rf"(\d{{1,9}}(?:\.\d{{1,9}})?)\s*({'|'.join(_SECONDS)})(?![a-z])", re.ASCII)
#: The longest search, in seconds and in trials.
MOST_SECONDS, MOST_TRIALS = 30 * 86_400, 10_000


@dataclass(frozen=True)
class Budget:
    """One of the two; with ``trials`` the same seed gives the same answer.

    Attributes
    ----------
    seconds : of the whole search, the last simulation of the best variants in it.
    trials : variants that are played, those of earlier runs of the same search in them.
    """

    seconds: float | None = None
    trials: int | None = None

    @classmethod
    def read(cls, text: str) -> "Budget":
        """Read ``10min``, ``1h 30min``, ``90s`` or ``40 trials``.

        Raises
        ------
        InvalidInput : no such form, none or too much.
        """
        plain = text.strip().lower()
        counted = _TRIALS.fullmatch(plain)
        if counted and 1 <= int(counted[1]) <= MOST_TRIALS:
            return cls(trials=int(counted[1]))
        parts = list(_TIME.finditer(plain))
        rest = _TIME.sub("", plain).strip()
        seconds = sum(float(part[1]) * _SECONDS[part[2]] for part in parts)
        if counted or rest or not parts or not 1 <= seconds <= MOST_SECONDS:
            allowed = f"{_ALLOWED}; at most {MOST_SECONDS // 86_400} days, {MOST_TRIALS:,} trials"
            raise InvalidInput("--budget", text, allowed)
        return cls(seconds=seconds)
