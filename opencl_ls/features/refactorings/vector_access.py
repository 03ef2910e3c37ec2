"""Change to vload and vstore: a vector after a cast pointer is read and written by its elements.

`*(global float4 *)(p + i)` needs an address aligned to 16 bytes, `vload4(0, p + i)` one aligned to
an element (OpenCL C 6.15.7).  Vectors of three take the space of four in an array, but not there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.features.refactorings.offers import REWRITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Offer, Selection

NAME: Final = "vector-access"


class _Access(NamedTuple):
    """A vector of `width` elements at an index of a pointer to elements."""

    node: Node
    width: int
    place: str
    pointer: Node
    element: str


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offer for the innermost such access around the selection."""
    found = next(filter(None, map(_access, selection.inmost_first)), None)
    if found is None:
        return
    node, pointer = found.node, found.pointer.text
    outer, above = node, node.parent
    while above is not None and above.kind == "Parenthesized":
        outer, above = above, above.parent
    span = node.span
    if node.role == "read" and span is not None:
        call = f"vload{found.width}({found.place}, {pointer})"
        title = f"Read with 'vload{found.width}'"
        yield selection.offer(NAME, REWRITE, title, lambda: [(*span, call)])
        return
    if node.role != "write" or above is None or above.kind != "Assignment":
        return
    value, statement, whole = above.part("right"), above.parent, above.span
    if value is None or value.type is None or whole is None or above.part("left") != outer:
        return
    if statement is None or statement.kind not in ("ExpressionStatement", "For"):
        return
    vector = f"{found.element}{found.width}"
    kind = value.type.underlying or value.type.text
    text = value.text if kind.split()[-1] == vector else f"({vector})({value.text})"
    if value.type.kind not in ("scalar", "vector") or not value.text:
        return
    if value.type.kind == "vector" and kind.split()[-1] != vector:
        return
    title = f"Write with 'vstore{found.width}'"
    call = f"vstore{found.width}({text}, {found.place}, {pointer})"
    yield selection.offer(NAME, REWRITE, title, lambda: [(*whole, call)])


def _access(node: Node) -> _Access | None:
    """Return the access of an expression, if it can be changed."""
    if node.kind == "Unary" and node.word("operator") == "*":
        base, index = node.part("operand"), "0"
    elif node.kind == "Index":
        base, position = node.part("base"), node.part("index")
        index = "" if position is None else position.text
    else:
        return None
    while base is not None and base.kind == "Parenthesized":
        base = base.part("inner")
    if base is None or base.kind != "Cast" or not index:
        return None
    kind, pointer = node.type, base.part("operand")
    while pointer is not None and pointer.kind == "Parenthesized":
        pointer = pointer.part("inner")
    if pointer is None or kind is None or kind.kind != "vector" or kind.is_volatile:
        return None
    given = pointer.type
    if given is None or given.kind not in ("pointer", "array") or not pointer.text:
        return None
    words = (given.pointee or given.element).split()
    if words[-1:] != [kind.element] or "volatile" in words or given.space != kind.space:
        return None
    if kind.element in ("bool", "half") or (kind.width == 3 and index != "0"):
        return None
    # The implicit conversion would drop const, which is already an error.
    return _Access(node, kind.width, index, pointer, kind.element)
