"""Barriers by their parts, and what their flags and scopes say (OpenCL C 6.15.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.constants import Folder
from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.types.symbols import EnumeratorConstant
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel

LOCAL: Final = 1
GLOBAL: Final = 2
IMAGE: Final = 4
FLAGS: Final = {
    "CLK_LOCAL_MEM_FENCE": LOCAL,
    "CLK_GLOBAL_MEM_FENCE": GLOBAL,
    "CLK_IMAGE_MEM_FENCE": IMAGE,
}
FLAGS_TYPE: Final = "cl_mem_fence_flags"
SCOPES: Final = frozenset(
    (
        "memory_scope_work_item",
        "memory_scope_sub_group",
        "memory_scope_work_group",
        "memory_scope_device",
        "memory_scope_all_svm_devices",
        "memory_scope_all_devices",
    )
)
OLD_NAME: Final = "barrier"
NEW_NAME: Final = "work_group_barrier"
"""The two names of one function, before 2.0 and from then on."""
WORK_GROUP_NAMES: Final = frozenset((OLD_NAME, NEW_NAME))
NAMES: Final = WORK_GROUP_NAMES | {"sub_group_barrier"}
FENCE_NAMES: Final = NAMES | {"mem_fence", "read_mem_fence", "write_mem_fence"}
"""The barriers, and the fences that take the same flags."""
ATOMIC_FENCE: Final = "atomic_work_item_fence"
WITH_FLAGS: Final = FENCE_NAMES | {ATOMIC_FENCE}
"""All functions whose first argument is the flags."""
_ENUMERATIONS: Final = ("memory_scope", "memory_order")
_DEEPEST: Final = 4


class Barrier(Struct, frozen=True, eq=False):
    """A call of a barrier with one or two arguments, or of a fence."""

    call: r.Call
    name: str
    flags: r.Expression
    scope: r.Expression | None


def barrier_of(
    model: ItemModel, call: r.Call, names: frozenset[str] = WORK_GROUP_NAMES
) -> Barrier | None:
    """Return a call of one of the barriers `names` by its parts, None for any other call."""
    name = builtin_name(model, call)
    scope_at = 2 if name == ATOMIC_FENCE else 1
    if name not in names or not 1 <= len(call.arguments) <= scope_at + 1:
        return None
    scope = call.arguments[scope_at] if len(call.arguments) > scope_at else None
    return Barrier(call, name, call.arguments[0], scope)


def flags_value(model: ItemModel, flags: r.Expression, depth: int = _DEEPEST) -> int | None:
    """Return the value of constant flags, None where it is not known."""

    def value(name: r.Name) -> int | None:
        symbol = model.references.get(name)
        if isinstance(symbol, EnumeratorConstant):
            return symbol.value
        fixed = None if symbol is None or depth == 0 else only_value(model, symbol)
        if fixed is not None:
            return flags_value(model, fixed, depth - 1)
        if symbol is not None:
            return None
        return 0 if name.name == "false" else FLAGS.get(name.name)

    return Folder(value, model.named_type).integer(flags)


def flag_names(value: int) -> str:
    """Return flags as they are written, joined by `|`."""
    return " | ".join(name for name, bit in FLAGS.items() if value & bit)


def is_made_of_flags(model: ItemModel, flags: r.Expression) -> bool:
    """Tell whether an expression joins nothing but the names of flags."""
    waiting = [flags]
    while waiting:
        each = unwrapped(waiting.pop())
        if isinstance(each, r.Binary):
            waiting.extend((each.left, each.right))
        elif not isinstance(each, r.Name) or each.name not in FLAGS or model.references.get(each):
            return False
    return True


def joined(flags: r.Expression) -> Iterator[r.Expression]:
    """Yield what `|` joins to flags."""
    waiting = [flags]
    while waiting:
        each = unwrapped(waiting.pop())
        if isinstance(each, r.Binary) and each.operator.text == "|":
            waiting.extend((each.right, each.left))
        else:
            yield each


def scope_name(model: ItemModel, scope: r.Expression | None) -> str:
    """Return the name of a constant memory scope, "" where it is none."""
    name = "" if scope is None else constant_name(model, scope)
    return name if name in SCOPES else ""


def constant_name(model: ItemModel, expression: r.Expression, depth: int = _DEEPEST) -> str:
    """Return the name of the built-in constant that an expression is, "" for anything else.

    Casts to an enumeration and variables that never change are looked through.
    """
    inner = unwrapped(expression)
    while isinstance(inner, r.Cast) and model.named_type(inner.type).alias in _ENUMERATIONS:
        inner = unwrapped(inner.operand)
    if not isinstance(inner, r.Name):
        return ""
    symbol = model.references.get(inner)
    if symbol is None:
        return inner.name
    fixed = only_value(model, symbol) if depth else None
    return "" if fixed is None else constant_name(model, fixed, depth - 1)


def without_scope(barrier: Barrier) -> tuple[int, int]:
    """Return the stretch that the scope takes up, with the comma before it."""
    assert barrier.scope is not None
    return barrier.flags.end, barrier.scope.end
