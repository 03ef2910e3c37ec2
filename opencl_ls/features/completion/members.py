"""Members after `.` and `->`, and after the `.` of a designator in an initialiser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.features.completion.item import Completion, CompletionItem
from opencl_ls.features.completion.matching import filter_for
from opencl_ls.features.completion.swizzles import result_width, swizzles
from opencl_ls.findings import TextEdit

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import NameContext


def members(_: Analysis, context: NameContext) -> Completion:
    """Return the members of a struct or union in the order of their declaration."""
    accepts = filter_for(context.prefix)
    edits = _operator_edits(context)
    items = tuple(
        CompletionItem(
            label=each.name,
            kind="member",
            replace=context.replace,
            detail=each.type_text,
            tier=each.depth,
            edits=edits,
        )
        for each in context.members
        if accepts(each.name)
    )
    return Completion(items)


def components(analysis: Analysis, context: NameContext) -> Completion:
    """Return selections of a vector's components; each key gives others."""
    version = int(analysis.target.version)
    edits = _operator_edits(context)
    items = []
    named = swizzles(context.width, context.prefix, version, is_assigned=context.is_assigned)
    for name in named:
        count = result_width(context.width, name)
        items.append(
            CompletionItem(
                label=name,
                kind="swizzle",
                replace=context.replace,
                detail=f"{context.element}{count if count > 1 else ''}",
                edits=edits,
            )
        )
    return Completion(tuple(items), is_incomplete=bool(items))


def _operator_edits(context: NameContext) -> tuple[TextEdit, ...]:
    """Return the edit that replaces the operator by the one that the type before it needs."""
    written = "->" if context.is_arrow else "."
    if not context.operator or context.operator == written or context.operator_place is None:
        return ()
    if context.operator_place.file != context.replace.file:
        return ()
    return (TextEdit(context.operator_place, context.operator),)
