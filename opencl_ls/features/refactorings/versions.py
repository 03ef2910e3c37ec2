"""Change built-in: replace a call by the equivalent of an older or a newer version.

The equalities are those of the specification: OpenCL C 6.15.8 for barriers, 6.15.9 for fences,
6.15.1 for linear indices and sizes, and the extensions' texts for the atomic functions of 1.0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.functions import function
from opencl_ls.features.refactorings.offers import REWRITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "versions"


class Equal(NamedTuple):
    """A call of `old` with a number of arguments, and its equivalent by `new`.

    `{0}` is the first argument.  `given` are the texts that further arguments of the new call may
    have, which the old one lacks; it may lack the last `optional` of them.
    """

    old: str
    arguments: int
    new: str
    given: tuple[str, ...] = ()
    optional: int = 0


_GROUP: Final = "memory_scope_work_group"
EQUALS: Final = (
    Equal("barrier", 1, "work_group_barrier", (_GROUP,), 1),
    Equal("mem_fence", 1, "atomic_work_item_fence", ("memory_order_acq_rel", _GROUP)),
    Equal("read_mem_fence", 1, "atomic_work_item_fence", ("memory_order_acquire", _GROUP)),
    Equal("write_mem_fence", 1, "atomic_work_item_fence", ("memory_order_release", _GROUP)),
    *(
        Equal(f"atom_{each}", count, f"atomic_{each}")
        for each, count in {
            "add": 2,
            "sub": 2,
            "xchg": 2,
            "inc": 1,
            "dec": 1,
            "cmpxchg": 3,
            "min": 2,
            "max": 2,
            "and": 2,
            "or": 2,
            "xor": 2,
        }.items()
    ),
)
_SINCE_2_0: Final = {
    "get_enqueued_local_size": "get_local_size({0})",
    "get_local_linear_id": (
        "((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0)"
        " + get_local_id(0))"
    ),
    "get_global_linear_id": (
        "(((get_global_id(2) - get_global_offset(2)) * get_global_size(1)"
        " + get_global_id(1) - get_global_offset(1)) * get_global_size(0)"
        " + get_global_id(0) - get_global_offset(0))"
    ),
}
"""The equivalents of functions of 2.0 before it, since all work-groups have one size there."""

_ADDED_FLAGS: Final = ("CLK_IMAGE_MEM_FENCE",)


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offers for the call whose name is at the cursor."""
    call = _call(selection)
    if call is None:
        return
    name, span = call.builtin, call.span
    arguments = [each.text for each in call.parts("arguments")]
    if span is None or not all(arguments):
        return
    for title, text in _changed(selection, call, name, arguments):
        yield selection.offer(
            NAME,
            REWRITE,
            title,
            lambda text=text: _edit(span, text),  # type: ignore[misc]
        )


def _edit(span: tuple[int, int], text: str) -> list[SpanEdit]:
    return [(*span, text)]


def _call(selection: Selection) -> Node | None:
    """Return the call of a built-in function whose name holds the selection."""
    call = selection.innermost("Call")
    callee = None if call is None else call.part("callee")
    if call is None or callee is None or not call.builtin or not callee.is_verbatim:
        return None
    span = callee.span
    if span is None or not (span[0] <= selection.start and selection.end <= span[1]):
        return None
    return call


def _changed(
    selection: Selection, call: Node, name: str, arguments: list[str]
) -> Iterator[tuple[str, str]]:
    target = selection.analysis.target

    def has(name_here: str) -> bool:
        builtin = function(name_here)
        return builtin is not None and builtin.missing(target) is None

    for each in EQUALS:
        if each.old == name and len(arguments) == each.arguments and has(each.new):
            if name.startswith("atom_") and not _is_32_bit(call):
                continue
            more = each.given[: len(each.given) - each.optional]
            listed = ", ".join((*arguments, *more))
            yield f"Change to '{each.new}'", f"{each.new}({listed})"
        if each.new == name and has(each.old):
            if name.startswith("atomic_") and not each.given and has(name):
                continue
            own, more = arguments[: each.arguments], tuple(arguments[each.arguments :])
            fits = len(each.given) - each.optional <= len(more) and more == each.given[: len(more)]
            if fits and not any(flag in own[0] for flag in _ADDED_FLAGS):
                yield f"Change to '{each.old}'", f"{each.old}({', '.join(own)})"
    older = _SINCE_2_0.get(name)
    if older is not None and not has(name):
        text = older.format(*arguments)
        yield (
            f"Change to '{text}'" if "{" in older else "Compute it as versions before 2.0 do",
            text,
        )


def _is_32_bit(call: Node) -> bool:
    """Tell whether an atomic function changes an int or a uint, as those without extension do."""
    pointer = call.parts("arguments")[0].type
    return pointer is not None and pointer.pointee.split()[-1:] in (["int"], ["uint"])
