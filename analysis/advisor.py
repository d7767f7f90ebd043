"""What an advisor page has to know of a game: plain data, and large arrays packed for a script."""

import base64
import gzip
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zochastic.rules.errors import InvalidInput
from zochastic.rules.variants import Variant

Progress = Callable[[int, int], None]

#: Games that have a page: each has ``analysis/<game>/advisor.py`` with a function ``data``.
ADVISED = ("coal", "zoinx", "diavolo")


def check_advised(game: str) -> None:
    """Refuse a game without a page.

    Raises
    ------
    InvalidInput
    """
    if game not in ADVISED:
        raise InvalidInput("GAME", game, " or ".join(ADVISED), known=ADVISED)


def data(variant: Variant, *, progress: Progress | None = None) -> dict[str, Any]:
    """All that the script of the variant's game reads, as JSON can have it.

    Returns
    -------
    ``does`` (what one taps and reads, ends a sentence), ``covers`` (sentences: what the page
    answers, and what not), and whatever else the game's script asks for.

    Raises
    ------
    InvalidInput : the variant cannot be advised on by a page.
    """
    check_advised(variant.game)
    module = import_module(f"zochastic.analysis.{variant.game}.advisor")
    made: dict[str, Any] = module.data(variant, progress=progress)
    return made


def packed(values: NDArray[Any]) -> dict[str, Any]:
    """Pack an array of numbers, for ``unpack`` of the page's script.

    Returns
    -------
    ``type`` (``float64``, ``uint8`` …), ``shape`` and ``gzip``: the little-endian bytes in C order,
    compressed and written in base64.
    """
    plain = np.ascontiguousarray(values)
    raw = plain.astype(plain.dtype.newbyteorder("<")).tobytes()
    return {
        "type": plain.dtype.name,
        "shape": list(plain.shape),
        "gzip": base64.b64encode(gzip.compress(raw, 9, mtime=0)).decode("ascii"),
    }
