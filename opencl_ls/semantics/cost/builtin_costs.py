"""What calls of built-in functions compute and move, by their group in the tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.functions import function
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.memory.fences import WORK_GROUP_NAMES
from opencl_ls.semantics.memory.interleaving.notes import pointed_size, pointed_space

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.syntax import records as r

_FREE: Final = frozenset(
    (
        *("work-item", "image-query", "conversion", "memory-fence", "synchronization"),
        *("address-space-qualifier", "misc-vector"),
    )
)
"""Groups of functions that ask, convert, order or choose, and compute nothing."""
_BY_COMPONENT: Final = frozenset(
    (
        *("math", "math-half", "math-native", "integer", "common", "relational"),
        "extended-bit-ops",
    )
)
"""Groups of functions that work on each component of a vector by itself."""
_LISTED: Final = frozenset((*_BY_COMPONENT, "geometric", "image", "work-group", "sub-group"))
_ATOMIC: Final = frozenset(("atomic", "legacy-atomic"))
_MULTIPLY_ADD: Final = frozenset(("fma", "mad"))
_VECTOR_ACCESS: Final = re.compile(r"v(load|store)a?(?:_(half))?(\d*)(?:_rt[ezpn])?")
_HALF: Final = 2
"""The size of a half in bytes."""


class Move(NamedTuple):
    """Bytes that a call reads or writes."""

    space: str
    size: int
    is_write: bool


class BuiltinCost(NamedTuple):
    """What a call costs.

    `operation` is that of an operator which it equals, "" for none.  `is_listed` says that calls of
    it are counted, `by_component` that each component counts.  `reason` says why not all is known.
    """

    operation: str = ""
    is_listed: bool = False
    by_component: bool = False
    moves: tuple[Move, ...] = ()
    is_barrier: bool = False
    reason: str = ""


_NOTHING: Final = BuiltinCost()


def cost_of(model: ItemModel, name: str, call: r.Call) -> BuiltinCost:
    """Return what a call of the built-in function `name` costs, without its arguments."""
    if name in WORK_GROUP_NAMES:
        return BuiltinCost(is_barrier=True)
    if name in _MULTIPLY_ADD:
        return BuiltinCost("multiply-add")
    known = function(name)
    group = "" if known is None else known.group
    if group in _FREE:
        return _NOTHING
    vector = _VECTOR_ACCESS.fullmatch(name)
    if vector is not None:
        return _vector(model, vector, call)
    if group in _ATOMIC:
        return _atomic(model, name, call)
    if group == "async-copy":
        if name == "wait_group_events":
            return BuiltinCost(is_listed=True)
        return BuiltinCost(is_listed=True, reason="the group copies: its bytes are not counted")
    if group in _LISTED:
        return BuiltinCost(
            is_listed=True, by_component=group in _BY_COMPONENT, moves=_results(model, call)
        )
    return BuiltinCost(is_listed=True, reason="what this function costs is not known")


def _vector(model: ItemModel, name: re.Match[str], call: r.Call) -> BuiltinCost:
    is_write = name[1] == "store"
    if len(call.arguments) != 2 + is_write:
        return _NOTHING
    kind = model.type_of(unwrapped(call.arguments[-1]))
    size = (_HALF if name[2] else pointed_size(kind)) * int(name[3] or 1)
    space = pointed_space(kind)
    if space in ("", t.PRIVATE):
        return _NOTHING
    return BuiltinCost(moves=(Move(space, size, is_write),))


def _atomic(model: ItemModel, name: str, call: r.Call) -> BuiltinCost:
    """Return the cost of an atomic function: all but loads and stores read and write."""
    if not call.arguments or "fence" in name or "flag" in name:
        return BuiltinCost(is_listed=True)
    kind = model.type_of(unwrapped(call.arguments[0]))
    space, size = pointed_space(kind), pointed_size(kind)
    ways = [False] if "_load" in name else [True] if "_store" in name or "_init" in name else [0, 1]
    moves = () if space in ("", t.PRIVATE) else tuple(Move(space, size, bool(w)) for w in ways)
    return BuiltinCost(is_listed=True, moves=moves)


def _results(model: ItemModel, call: r.Call) -> tuple[Move, ...]:
    """Return the results that a function such as `sincos` writes through a pointer."""
    found: list[Move] = []
    for each in call.arguments:
        kind = model.type_of(unwrapped(each))
        space = pointed_space(kind) if isinstance(kind.type, t.PointerType) else ""
        if space not in ("", t.PRIVATE):
            found.append(Move(space, pointed_size(kind), is_write=True))
    return tuple(found)
