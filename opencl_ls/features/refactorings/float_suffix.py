"""Suffix floats: literals without a suffix, which are doubles, get `f` in computations of floats.

In OpenCL C `1.0` is a double if the device has them, and then the whole expression is computed in
double precision (OpenCL C 6.1, C11 6.4.4.2).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.offers import REWRITE

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "float-suffix"
_BARE: Final = re.compile(
    r"(?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?|0[xX][\da-fA-F.]+[pP][+-]?\d+"
)
_FLOATS: Final = re.compile(r"float(?:2|3|4|8|16)?")


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offer for the literal at the cursor or those selected, and for its function."""
    if selection.code is None or not selection.nodes:
        return
    root = selection.nodes[0]
    bare = [each for each in root.walk() if _is_bare(each)]
    if not bare:
        return
    here = [each for each in bare if _touches(selection, each)]
    here = [each for each in here if _is_of_floats(each)]
    if not here:
        return
    title = f"Add 'f' to '{here[0].text}'" if len(here) == 1 else f"Add 'f' to {len(here)} literals"
    yield selection.offer(NAME, REWRITE, title, lambda: _edits(here))
    every = [each for each in bare if _is_of_floats(each)]
    if len(every) > len(here):
        title = f"Add 'f' to all {len(every)} such literals in the function"
        yield selection.offer(NAME, REWRITE, title, lambda: _edits(every))


def _edits(literals: Iterable[Node]) -> list[SpanEdit]:
    return [(end, end, "f") for _, end in filter(None, (each.span for each in literals))]


def _touches(selection: Selection, literal: Node) -> bool:
    span = literal.span
    return span is not None and span[0] <= selection.end and selection.start <= span[1]


def _is_bare(node: Node) -> bool:
    if node.kind != "FloatLiteral" or not _BARE.fullmatch(node.text):
        return False
    return node.is_verbatim


def _is_of_floats(literal: Node) -> bool:
    """Tell whether a literal is combined with floats, or its result is converted to one."""
    inner = literal
    for above in literal.around:
        kind = above.kind
        if kind in ("Parenthesized", "Conditional") or (
            kind == "Unary" and above.word("operator") in ("+", "-")
        ):
            inner = above
            continue
        if kind == "Binary":
            sides = [above.part("left"), above.part("right")]
            if any(e is not None and e != inner and _has_float(e) for e in sides):
                return True
            if above.word("operator") in ("+", "-", "*", "/"):
                inner = above
                continue
            return False
        if kind == "Assignment":
            left = above.part("left")
            return left is not None and _has_float(left)
        if kind in ("InitDeclarator", "Cast", "VectorLiteral"):
            made = above.declared_type if kind == "InitDeclarator" else above.type
            return (
                made is not None
                and _FLOATS.fullmatch(made.underlying or made.text.split()[-1]) is not None
            )
        if kind == "Call":
            return above.builtin != "" and _has_float(above)
        return False
    return False


def _has_float(node: Node) -> bool:
    kind = node.type
    if kind is None or kind.kind not in ("scalar", "vector"):
        return False
    return _FLOATS.fullmatch((kind.underlying or kind.text).split()[-1]) is not None
