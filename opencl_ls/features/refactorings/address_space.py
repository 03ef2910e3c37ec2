"""Change the address space that a pointer points into, with all sources and targets of its value.

A pointer that is passed on, and the parameters that it is passed to, have to agree (OpenCL C 6.7);
so do all the callers of its function.  If something would not agree, nothing is offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.layout import styled
from opencl_ls.features.refactorings.offers import REWRITE, disabled
from opencl_ls.features.refactorings.pointer_flow import (
    SPACES,
    Disagreement,
    Flow,
    says_space,
    specifiers_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.analysis.query_results import References
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "address-space"
_SPACES: Final = ("global", "local", "constant")


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offers for the pointer whose declaration is at the cursor."""
    node = _declared(selection)
    # Callers are only searched on an explicit request: it takes longer than a move of the cursor.
    if node is None or not selection.is_asked or selection.analysis.is_provisional:
        return
    kind, name = node.declared_type, "" if node.meaning is None else node.meaning.name
    if kind is None or kind.kind != "pointer" or not name:
        return
    reason, is_kernels = "", _is_of_kernel(node)
    specifiers = specifiers_of(node)
    # Without callers there is no reason to change the written space.
    is_written = specifiers is not None and says_space(specifiers)
    references: dict[int, References | None] = {}
    for space in _SPACES:
        if kind.space == space or (space == "constant" and "const" not in kind.pointee.split()):
            continue
        if is_kernels and space == "local":
            # The host would have to pass another argument.
            continue
        flow = Flow(selection.analysis, space, references)
        try:
            flow.follow(node)
        except Disagreement as error:
            reason = reason or str(error)
            continue
        if not flow.is_founded or (is_written and not flow.has_source and not is_kernels):
            continue
        count = len(flow.declarations) - 1
        more = f" and {count} more" if count else ""
        yield selection.offer(
            NAME,
            REWRITE,
            f"Make '{name}'{more} point to {space} memory",
            lambda flow=flow, space=space: _edits(selection, flow, space),  # type: ignore[misc]
        )
        reason = "-"
    if reason not in ("", "-"):
        yield disabled(NAME, REWRITE, f"Change the address space of '{name}'", reason)


def _declared(selection: Selection) -> Node | None:
    """Return the parameter or variable of a function whose declaration holds the selection."""
    for each in selection.inmost_first:
        if each.kind == "Parameter":
            return each
        if each.kind == "InitDeclarator":
            inner = each.part("declarator")
            span = None if inner is None else inner.span
            is_here = span is not None and span[0] <= selection.start and selection.end <= span[1]
            return each if is_here else None
        if each.is_statement:
            declared = each.parts("declarators") if each.kind == "Declaration" else []
            return declared[0] if len(declared) == 1 else None
    return None


def _is_of_kernel(node: Node) -> bool:
    """Tell whether a kernel's parameter has a written address space, which the host relies on."""
    function = next((each for each in node.around if each.kind == "FunctionDefinition"), None)
    specifiers = None if function is None else function.part("specifiers")
    own = node.part("specifiers")
    if node.kind != "Parameter" or specifiers is None or own is None:
        return False
    is_kernel = any(each.strip("_") == "kernel" for each in specifiers.words("storage"))
    return is_kernel and says_space(own)


def _edits(selection: Selection, flow: Flow, space: str) -> list[SpanEdit]:
    word = styled(selection, f"__{space}")
    made: set[SpanEdit] = set()
    for specifiers in flow.specifiers:
        old = next(
            (at for text, at in specifiers.spans_of("qualifiers") if text.strip("_") in SPACES),
            None,
        )
        if old is not None:
            made.add((*old, word))
        else:
            made.add((specifiers.begin, specifiers.begin, f"{word} "))
    return sorted(made)
