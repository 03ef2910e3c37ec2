"""The other occurrences of an expression with the same value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.effects import (
    changes_memory,
    effects,
    has_effects,
    is_unevaluated,
    reads_memory,
)

if TYPE_CHECKING:
    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.places import Home

_CHANGED: Final = frozenset(("write", "read-write", "address-of"))
_LOOPS: Final = frozenset(("For", "While", "DoWhile"))


def occurrences(node: Node, home: Home) -> list[Node]:
    """Return the occurrences of an expression from its statement on, in the same block.

    It is only the expression itself if its value may change later, or its evaluation has an effect.
    """
    block = home.statement.parent
    if block is None or home.needs_braces or has_effects(node):
        return [node]
    found = [
        each
        for each in block.walk()
        if each.kind == node.kind
        and each.is_expression
        and not each.is_before(home.statement)
        and _is_same(each, node)
    ]
    outermost = [each for each in found if each.span is not None and each.role == "read"]
    if len(outermost) < 2 or any(map(is_unevaluated, outermost)):
        return [node]
    names = [each for each in node.walk() if each.kind == "Name" and each.meaning is not None]
    last = outermost[-1]
    for name in names:
        if any(
            use.role == "address-of" or (use.role in _CHANGED and not use.is_before(home.statement))
            for use in name.uses
        ):
            return [node]
    if reads_memory(node) and any(
        changes_memory(each) and not each.is_before(home.statement) and not last.is_before(each)
        for each in effects(block)
        if not last.is_in(each)
    ):
        return [node]
    if reads_memory(node) and any(
        above.kind in _LOOPS for each in outermost for above in each.around
    ):
        # A value that a loop stores in one iteration is read in the next.
        return [node]
    return outermost


def _is_same(one: Node, other: Node) -> bool:
    if one.words_of_text != other.words_of_text:
        return False
    mine = [each.meaning for each in one.walk() if each.kind == "Name"]
    return mine == [each.meaning for each in other.walk() if each.kind == "Name"]
