"""The negation of a condition, simplified."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from opencl_ls.analysis.code import Node

_EQUAL: Final = {"==": "!=", "!=": "=="}
_ORDERED: Final = {"<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_JOINED: Final = {"&&": "||", "||": "&&"}
_SIMPLE: Final = frozenset(("Name", "Call", "Member", "Index", "IntegerLiteral", "Parenthesized"))


def opposite(condition: Node) -> str:
    """Return the negation of a condition, "" if it is unknown.

    `!(a < b)` stays so for floating values: of NaN neither `<` nor `>=` is true.
    """
    text, kind, operator = condition.text, condition.kind, condition.word("operator")
    if (
        not text
        or condition.type is None
        or condition.type.kind not in ("scalar", "pointer", "enum")
    ):
        return ""
    if kind == "Parenthesized" and (inner := condition.part("inner")) is not None:
        return opposite(inner)
    if kind == "Unary" and operator == "!" and (inner := condition.part("operand")) is not None:
        bare = inner.part("inner") if inner.kind == "Parenthesized" else inner
        return "" if bare is None else bare.text
    if kind == "Binary":
        left, right = condition.part("left"), condition.part("right")
        if left is None or right is None:
            return ""
        other = _EQUAL.get(operator) or (_ORDERED.get(operator) if _is_exact(left, right) else None)
        if other is not None:
            return _with_operator(condition, left, right, other)
        if operator in _JOINED:
            return _joined(left, right, _JOINED[operator])
    if kind in _SIMPLE:
        return f"!{text}"
    return f"!({text})"


def _joined(left: Node, right: Node, operator: str) -> str:
    """Return the negation of `a && b` or `a || b` (De Morgan)."""
    sides = []
    for each in (left, right):
        inner = each
        while inner.kind == "Parenthesized" and (below := inner.part("inner")) is not None:
            inner = below
        turned = opposite(each)
        if not turned:
            return ""
        # `||` inside of `&&` needs parentheses, and in the other case they help the reader.
        is_joined = inner.kind == "Binary" and inner.word("operator") in _JOINED
        mixed = is_joined and _JOINED[inner.word("operator")] != operator
        loose = inner.kind in ("Conditional", "Assignment") and not turned.startswith("!")
        sides.append(f"({turned})" if mixed or loose else turned)
    return f"{sides[0]} {operator} {sides[1]}"


def _is_exact(left: Node, right: Node) -> bool:
    """Tell whether two operands are always ordered, as integers and pointers are."""
    for each in (left, right):
        kind = each.type
        if kind is None or kind.kind not in ("scalar", "pointer", "enum"):
            return False
        if (kind.underlying or kind.text).split()[-1] in ("float", "double", "half"):
            return False
    return True


def _with_operator(condition: Node, left: Node, right: Node, operator: str) -> str:
    whole, first, last = condition.span, left.span, right.span
    if whole is None or first is None or last is None:
        return ""
    text, at = condition.text, whole[0]
    between = text[first[1] - at : last[0] - at]
    return (
        text[: first[1] - at] + between.replace(condition.word("operator"), operator) + right.text
    )
