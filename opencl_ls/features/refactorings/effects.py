"""The side effects of an expression, as its text shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.computing import COMPUTING, READING
from opencl_ls.builtins.functions import function

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node

_CHANGING: Final = ("++", "--")
_OPAQUE: Final = frozenset(
    ("StatementExpression", "BlockLiteral", "BadExpression", "Assembly", "BadStatement")
)
_UNEVALUATED: Final = frozenset(("TypeQuery", "OffsetOf", "GenericSelection", "TypeArgument"))


def effects(node: Node) -> Iterator[Node]:
    """Yield the possible effects in a node: stores, and calls of functions that are not pure."""
    for each in node.walk():
        kind = each.kind
        if kind == "Assignment" or kind in _OPAQUE:
            yield each
        elif kind in ("Unary", "Postfix"):
            if each.word("operator") in _CHANGING:
                yield each
        elif kind == "Call" and not _only_computes(each, reading=True):
            yield each


def has_effects(node: Node) -> bool:
    """Tell whether a node may have an effect."""
    return next(effects(node), None) is not None


def changes_memory(effect: Node) -> bool:
    """Tell whether an effect may change memory that a pointer leads to."""
    target = effect.part("left") or effect.part("operand")
    while target is not None and target.kind in ("Member", "Index", "Parenthesized"):
        target = target.part("base") or target.part("inner")
    if target is None or target.kind != "Name" or target.meaning is None:
        return True
    kind = target.type
    is_value = kind is not None and kind.kind in ("scalar", "vector")
    return not (is_value and target.meaning.is_automatic)


def reads_memory(node: Node) -> bool:
    """Tell whether the value of an expression depends on memory behind a pointer."""
    for each in node.walk():
        if each.kind == "Call" and not _only_computes(each, reading=False):
            return True
        if _leads_elsewhere(each):
            return True
    return False


def _leads_elsewhere(node: Node) -> bool:
    if node.kind == "Member":
        base = node.part("base")
        return base is not None and base.type is not None and base.type.kind == "pointer"
    if node.kind == "Unary":
        return node.word("operator") == "*"
    if node.kind == "Index":
        return True
    if node.kind == "Name":
        # Other work-items may change memory that is not private.
        meaning = node.meaning
        return meaning is not None and meaning.kind == "variable" and not meaning.is_automatic
    return False


def is_calm(node: Node) -> bool:
    """Tell whether an expression can be evaluated anywhere, even if its value is not needed."""
    if has_effects(node) or reads_memory(node):
        return False
    return not any(
        each.kind in ("Binary", "Assignment") and each.word("operator") in ("/", "%", "/=", "%=")
        for each in node.walk()
    )


def is_unevaluated(node: Node) -> bool:
    """Tell whether a node is not evaluated, as after `sizeof`."""
    return any(each.kind in _UNEVALUATED for each in node.around)


def _only_computes(call: Node, *, reading: bool) -> bool:
    name = call.builtin
    callee = function(name) if name else None
    if callee is None:
        return False
    if name.startswith(READING):
        return reading
    if callee.group not in COMPUTING and not (
        callee.group == "sub-group" and name.startswith("get_")
    ):
        return False
    arguments = call.parts("arguments")
    kinds = [each.type.kind if each.type is not None else "" for each in arguments]
    return "pointer" not in kinds and "array" not in kinds
