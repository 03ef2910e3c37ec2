"""Extract variable: an expression gets a name, in a declaration before its statement."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.layout import free_name, styled
from opencl_ls.features.refactorings.occurrences import occurrences
from opencl_ls.features.refactorings.offers import EXTRACT, disabled
from opencl_ls.features.refactorings.places import Home, before, home_of, selected_expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "extract-variable"
_PLAIN: Final = frozenset(
    (
        "Name",
        "IntegerLiteral",
        "FloatLiteral",
        "CharacterLiteral",
        "StringLiteral",
        "Assignment",
        "InitializerList",
        "TypeArgument",
        "BadExpression",
        "BlockLiteral",
    )
)
_LITERALS: Final = frozenset(("IntegerLiteral", "FloatLiteral", "CharacterLiteral"))
_WRITTEN: Final = frozenset(("write", "read-write", "address-of", "call"))
_VALUES: Final = {
    "get_global_id": "gid",
    "get_local_id": "lid",
    "get_group_id": "group",
    "get_num_groups": "groups",
    "get_global_size": "global_size",
    "get_local_size": "local_size",
    "get_enqueued_local_size": "local_size",
    "get_global_linear_id": "gid",
    "get_local_linear_id": "lid",
    "get_image_width": "width",
    "get_image_height": "height",
    "get_image_depth": "depth",
    "get_image_dim": "dim",
    "distance": "dist",
    "length": "len",
    "dot": "product",
}
"""The usual names for the results of some built-in functions."""


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offer for the selected expression, or the smallest around the cursor."""
    node = selected_expression(selection, lambda each: _is_worth_it(each, selection.is_empty))
    if node is None or node.role in _WRITTEN:
        return
    title = "Extract variable"
    declaration = node.declaration_of("v")
    if not declaration or (_is_whole_value(node) and selection.is_empty):
        return
    found = home_of(node)
    if isinstance(found, str):
        yield disabled(NAME, EXTRACT, title, found)
        return
    if _would_lose_its_constant(node):
        yield disabled(NAME, EXTRACT, title, "a vector takes it because it is a constant")
        return
    home: Home = found
    if node.span is None or before(selection, home, "") is None:
        return
    if home.needs_braces and home.statement.part("expression") == node:
        # In a block of its own the value would not be used either.
        return
    name = free_name(selection, _suggested(node))
    yield selection.offer(
        NAME,
        EXTRACT,
        f"Extract variable '{name}'",
        lambda: _edits(selection, node, home, name, [node]),
    )
    every = occurrences(node, home)
    if len(every) > 1:
        yield selection.offer(
            NAME,
            EXTRACT,
            f"Extract variable '{name}' for all {len(every)} occurrences",
            lambda: _edits(selection, node, home, name, every),
        )


def _edits(
    selection: Selection, node: Node, home: Home, name: str, every: list[Node]
) -> list[SpanEdit]:
    declaration = styled(selection, node.declaration_of(name))
    span, statement = node.span, home.statement
    if span is None:
        return []
    if statement.kind == "ExpressionStatement" and statement.part("expression") == node:
        # The value was not used: the statement becomes the declaration.
        return [(span[0], span[0], f"{declaration} = ")]
    placed = before(selection, home, f"{declaration} = {node.text};")
    named = [(*_place(selection, each), name) for each in every]
    return [] if placed is None else _joined([*placed, *named])


def _place(selection: Selection, node: Node) -> tuple[int, int]:
    """Return the range to replace by a name: an expression with the parentheses around it."""
    span, above = node.span or (0, 0), node.parent
    if above is not None and above.kind == "Parenthesized" and above.span is not None:
        start = above.span[0]
        if not selection.text[start - 1 : start].isidentifier():
            return above.span
    return span


def _joined(edits: list[SpanEdit]) -> list[SpanEdit]:
    """Return edits that do not touch: an insertion at the start of another edit is joined to it."""
    made: list[SpanEdit] = []
    for each in sorted(edits):
        if made and made[-1][1] == each[0] and made[-1][0] <= each[0]:
            first = made.pop()
            made.append((first[0], each[1], first[2] + each[2]))
        else:
            made.append(each)
    return made


def _is_worth_it(node: Node, at_cursor: bool) -> bool:
    if node.kind in _PLAIN:
        return not at_cursor and node.kind in _LITERALS
    if node.kind == "Parenthesized":
        inner = node.part("inner")
        return not at_cursor and inner is not None and _is_worth_it(inner, at_cursor)
    if node.word("operator") == ",":
        return False
    # A member or an element is only offered if it is selected.
    return not (at_cursor and node.kind in ("Member", "Index", "Unary", "Postfix"))


def _is_whole_value(node: Node) -> bool:
    above = node.parent
    return above is not None and above.kind == "InitDeclarator"


def _would_lose_its_constant(node: Node) -> bool:
    """Tell whether a scalar fits a vector only because it is a constant (OpenCL C 6.2.6)."""
    kinds = {each.kind for each in node.walk() if not each.children}
    if not kinds <= _LITERALS:
        return False
    inner = node
    for above in node.around:
        if above.kind == "InitDeclarator":
            declared = above.declared_type
            return declared is not None and declared.kind == "vector"
        if not above.is_expression or above.kind in ("Call", "Index"):
            return False
        sides = [above, *above.children]
        if any(e != inner and e.type is not None and e.type.kind == "vector" for e in sides):
            return True
        inner = above
    return False


def _suggested(node: Node) -> str:
    """Return a name for a value, by its expression."""
    kind = node.kind
    if kind == "Parenthesized" and (inner := node.part("inner")) is not None:
        return _suggested(inner)
    if kind in ("Cast", "Unary", "Postfix") and (operand := node.part("operand")) is not None:
        return _suggested(operand)
    if kind == "Call":
        callee = node.part("callee")
        called = "" if callee is None else callee.word("name")
        return _VALUES.get(called) or (
            called.removeprefix("get_") if _is_getter(called) else "value"
        )
    if kind == "Member":
        member, base = node.word("member"), node.part("base")
        is_component = base is None or base.type is None or base.type.kind in ("vector", "pointer")
        return "value" if is_component and len(member) < 3 else member
    if kind == "Index":
        base = node.part("base")
        name = "" if base is None else base.word("name")
        return f"{name}_value" if name else "value"
    if kind == "Conditional":
        return "chosen"
    if kind == "Binary" and node.word("operator") in ("==", "!=", "<", ">", "<=", ">=", "&&", "||"):
        return "condition"
    return "value"


def _is_getter(name: str) -> bool:
    return name.startswith("get_") and len(name) > len("get_")
