"""An oven and a rule of stopping as the arrays that kernels read."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from zochastic.rules.coal import Oven
from zochastic.sims._jit import Flags, Ints


@dataclass(frozen=True)
class PackedOven:
    """An oven as arrays.

    Attributes
    ----------
    values : int64[kinds], falling; what a piece of each kind is worth.
    pieces : int64[kinds], how many there are.
    devils : number of devils.
    unit : greatest common divisor of the values; amounts are counted in units.
    """

    values: Ints
    pieces: Ints
    devils: int
    unit: int

    @property
    def units(self) -> Ints:
        """int64[kinds]: the values in units."""
        return self.values // self.unit

    @property
    def deck(self) -> Ints:
        """int64[size]: the kind of every piece; devils last, as kind ``len(values)``."""
        kinds = np.arange(self.values.size + 1)
        return np.repeat(kinds, [*self.pieces, self.devils]).astype(np.int64)


def pack(oven: Oven) -> PackedOven:
    """The arrays of ``oven``."""
    values = np.array([value for value, _ in oven.coal], np.int64)
    pieces = np.array([count for _, count in oven.coal], np.int64)
    return PackedOven(values, pieces, oven.devils, oven.unit)


@dataclass(frozen=True)
class StopTable:
    """When to stop, read at a code that grows by ``steps[kind]`` with every good piece.

    Attributes
    ----------
    steps : int64[kinds].
    stop : bool[codes].
    """

    steps: Ints
    stop: Flags


def amount_and_pieces(
    oven: PackedOven, stops: Callable[[int, int], bool], *, amount: int = 0, pieces: int = 0
) -> StopTable:
    """The table of a rule that looks at the amount and the number of pieces.

    Parameters
    ----------
    stops : (amount, pieces) → whether to stop.
    amount, pieces : what the drawer has when the turn is taken up from this oven.

    Returns
    -------
    StopTable: its code is units drawn × (pieces in the oven + 1) + pieces drawn.
    """
    width = int(oven.pieces.sum()) + 1
    most = int((oven.units * oven.pieces).sum())
    stop = np.array(
        [
            stops(amount + units * oven.unit, pieces + count)
            for units in range(most + 1)
            for count in range(width)
        ],
        np.bool_,
    )
    return StopTable(oven.units * width + 1, stop)
