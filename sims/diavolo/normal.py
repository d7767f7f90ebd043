"""Standard normal numbers from single random words, by the ziggurat (Doornik 2005, ZIGNOR)."""

from math import exp, log, sqrt

import numpy as np

from zochastic.sims._jit import Word, helper
from zochastic.sims.streams import mix

_LAYERS = 128
#: Where the tail begins, and the area of each layer.
_TAIL, _AREA = 3.442619855899, 9.91256303526217e-3


def _edges() -> list[float]:
    """Right edges of the layers, the widest first; the first is that of the tail's box."""
    height = exp(-0.5 * _TAIL * _TAIL)
    edges = [_AREA / height, _TAIL]
    while len(edges) < _LAYERS:
        edges.append(sqrt(-2 * log(_AREA / edges[-1] + height)))
        height = exp(-0.5 * edges[-1] * edges[-1])
    return [*edges, 0.0]


_EDGE = np.array(_edges())
_RATIO = _EDGE[1:] / _EDGE[:-1]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_11, _LAYER = np.uint64(11), np.uint64(_LAYERS - 1)
_53 = 2.0**-53


@helper
def uniform(word: Word) -> float:
    """A number in (0, 1) from the high 53 bits of ``word``."""
    number: float = (np.float64(word >> _11) + 0.5) * _53
    return number


@helper
def normal(word: Word) -> float:
    """A standard normal number; the few that need more than one word mix it again."""
    while True:
        layer = np.int64(word & _LAYER)
        u = 2.0 * uniform(word) - 1.0
        if abs(u) < _RATIO[layer]:
            return float(u * _EDGE[layer])
        word = mix(word + _GOLDEN)
        if layer == 0:
            while True:
                x = -log(uniform(word)) / _TAIL
                word = mix(word + _GOLDEN)
                y = -log(uniform(word))
                word = mix(word + _GOLDEN)
                if y + y > x * x:
                    return _TAIL + x if u > 0 else -_TAIL - x
        x = u * _EDGE[layer]
        outer = exp(-0.5 * (_EDGE[layer] * _EDGE[layer] - x * x))
        inner = exp(-0.5 * (_EDGE[layer + 1] * _EDGE[layer + 1] - x * x))
        if inner + uniform(word) * (outer - inner) < 1.0:
            return float(x)
        word = mix(word + _GOLDEN)
