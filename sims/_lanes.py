"""Eight numbers side by side, as a type of their own: one AVX-512 register, or two of AVX2.

A loop is vectorised only if nothing in it branches and the compiler sees that its arrays do not
overlap; in a long kernel it does not.  Here each operation is a vector instruction from the start.
A kernel computes with ``+ - * /``, compares with ``< <= ==``, and selects by `where`; a plain
number may stand for eight equal ones.  Without compilation the same code runs on arrays of eight.
"""

import operator
from collections.abc import Callable
from typing import Any

import numba.core.cgutils as cgutils
import numba.core.types
import numba.extending
import numpy as np

from zochastic.sims._jit import Flags, Floats, helper

#: How many numbers are side by side.
LANES = 8

_extending: Any = numba.extending
_types: Any = numba.core.types
_builders: Any = cgutils
_ir = _builders.ir
_FLOATS = _ir.VectorType(_ir.DoubleType(), LANES)
_BITS = _ir.VectorType(_ir.IntType(1), LANES)
_INDICES = _ir.VectorType(_ir.IntType(32), LANES)


class _Lanes(_types.Type):  # type: ignore[misc]
    """Eight float64, to numba."""


class _Mask(_types.Type):  # type: ignore[misc]
    """Eight times yes or no, to numba."""


def _held_as(vector: Any) -> type:
    class Model(_extending.models.PrimitiveModel):  # type: ignore[misc]
        def __init__(self, manager: Any, name: Any) -> None:
            super().__init__(manager, name, vector)

    return Model


_extending.register_model(_Lanes)(_held_as(_FLOATS))
_extending.register_model(_Mask)(_held_as(_BITS))
_LANES, _MASK = _Lanes("lanes"), _Mask("mask of lanes")


def full(x: float) -> Floats:
    """Eight times ``x``."""
    return np.full(LANES, x, np.float64)


def load(array: Floats, k: int) -> Floats:
    """Row ``k`` of a float64[·, 8] from `lanes_array`."""
    row: Floats = array[k].copy()
    return row


def store(array: Floats, k: int, x: Floats) -> None:
    """Write row ``k``."""
    array[k] = x


def where(mask: Flags, x: Floats | float, y: Floats | float) -> Floats:
    """``x`` in the lanes of the mask, else ``y``; both are computed."""
    return np.where(mask, x, y)


def anywhere(mask: Flags) -> bool:
    """Whether the mask holds in any lane."""
    return bool(mask.any())


def _spread(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A plain number eight times; what is eight already, as it is."""
    if not isinstance(kind, _types.Number):
        return value
    number = context.cast(builder, value, kind, _types.float64)
    nothing = _ir.Constant(_FLOATS, _ir.Undefined)
    first = builder.insert_element(nothing, number, _ir.Constant(_ir.IntType(32), 0))
    return builder.shuffle_vector(first, nothing, _ir.Constant(_INDICES, None))


def _place(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """Where row ``args[1]`` of the array ``args[0]`` lies."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    row = context.cast(builder, args[1], signature.args[1], _types.int64)
    first = builder.mul(row, _ir.Constant(_ir.IntType(64), LANES))
    return builder.bitcast(builder.gep(array.data, [first]), _FLOATS.as_pointer())


def _load(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    return builder.load(_place(context, builder, signature, args), align=8)


def _store(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    builder.store(args[2], _place(context, builder, signature, args), align=8)
    return context.get_dummy_value()


def _anywhere(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
    bits = _ir.IntType(LANES)
    return builder.icmp_unsigned("!=", builder.bitcast(args[0], bits), _ir.Constant(bits, 0))


def _teach(function: Any, result: Any, build: Any, *kinds: Any) -> None:
    """Teach numba a function of arguments of these kinds."""

    def fits(*args: Any) -> Any:
        return result if all(map(isinstance, args, kinds)) else None

    typers: dict[int, Callable[..., Any]] = {
        1: lambda x: fits(x),
        2: lambda x, y: fits(x, y),
        3: lambda x, y, z: fits(x, y, z),
    }
    _extending.type_callable(function)(lambda _context: typers[len(kinds)])
    _extending.lower_builtin(function, *kinds)(build)


def _lanewise(function: Any, result: Any, instruction: Callable[..., Any], *kinds: Any) -> None:
    """Teach numba one instruction; plain numbers are spread."""

    def build(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        pairs = zip(signature.args, args, strict=True)
        return instruction(builder, *(_spread(context, builder, *pair) for pair in pairs))

    _teach(function, result, build, *kinds)


_ARITHMETIC = (
    (operator.add, lambda builder, x, y: builder.fadd(x, y)),
    (operator.sub, lambda builder, x, y: builder.fsub(x, y)),
    (operator.mul, lambda builder, x, y: builder.fmul(x, y)),
    (operator.truediv, lambda builder, x, y: builder.fdiv(x, y)),
)
_COMPARISONS = (
    (operator.lt, lambda builder, x, y: builder.fcmp_ordered("<", x, y)),
    (operator.le, lambda builder, x, y: builder.fcmp_ordered("<=", x, y)),
    (operator.eq, lambda builder, x, y: builder.fcmp_ordered("==", x, y)),
)
_lanewise(full, _LANES, lambda builder, x: x, _types.Number)
for _kinds in ((_Lanes, _Lanes), (_Lanes, _types.Number), (_types.Number, _Lanes)):
    for _function, _instruction in _ARITHMETIC:
        _lanewise(_function, _LANES, _instruction, *_kinds)
    for _function, _instruction in _COMPARISONS:
        _lanewise(_function, _MASK, _instruction, *_kinds)
for _x in (_Lanes, _types.Number):
    for _y in (_Lanes, _types.Number):
        _lanewise(where, _LANES, lambda builder, *args: builder.select(*args), _Mask, _x, _y)
_lanewise(operator.and_, _MASK, lambda builder, x, y: builder.and_(x, y), _Mask, _Mask)
_teach(load, _LANES, _load, _types.Array, _types.Integer)
_teach(store, _types.none, _store, _types.Array, _types.Integer, _Lanes)
_teach(anywhere, _types.boolean, _anywhere, _Mask)


@helper
def lower(x: Floats, y: Floats) -> Floats:
    """The lesser in each lane."""
    return where(x < y, x, y)


@helper
def higher(x: Floats, y: Floats) -> Floats:
    """The greater in each lane."""
    return where(y < x, x, y)


def lanes_array(rows: int) -> Floats:
    """float64[rows, 8], each row in a cache line of its own."""
    buffer = np.zeros((rows + 1) * LANES)
    first = (-buffer.ctypes.data // 8) % LANES
    return buffer[first : first + rows * LANES].reshape(rows, LANES)
