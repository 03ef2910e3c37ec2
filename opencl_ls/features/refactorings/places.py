"""The expression or the statements of a selection, and the place for text before them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.features.refactorings.effects import effects, is_calm
from opencl_ls.features.refactorings.layout import indentation, is_first_in_line, step

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Selection, SpanEdit

_FIXED: Final = frozenset(
    (
        "TypeQuery",
        "OffsetOf",
        "GenericSelection",
        "TypeArgument",
        "ArrayPart",
        "Designator",
        "Attribute",
        "Enumerator",
        "StaticAssert",
        "TypeofType",
        "Assembly",
    )
)
_UNSTORED: Final = frozenset(("static", "extern", "typedef"))
_CHANGED: Final = frozenset(("write", "read-write", "address-of"))
_LOOPS: Final = frozenset(("For", "While", "DoWhile"))


def selected_expression(selection: Selection, fits: Callable[[Node], bool]) -> Node | None:
    """Return the selected expression, or the first around a cursor that fits."""
    if selection.is_empty:
        for each in selection.inmost_first:
            if not each.is_expression:
                return None
            if fits(each):
                return each
        return None
    # Both an expression in parentheses and the one inside may be meant.
    for each in selection.nodes:
        if each.is_expression and each.span == (selection.start, selection.end):
            return each if fits(each) else None
    return None


class Home(NamedTuple):
    """The statement before which a variable for an expression can be declared.

    If `needs_braces`, it has to become a block first.  `part` is the part of it that is executed
    first.
    """

    statement: Node
    part: Node
    needs_braces: bool


def home_of(node: Node) -> Home | str:
    """Return where a variable for the value of an expression can be declared, or why it cannot."""
    inner = node
    for above in node.around:
        kind = above.kind
        if kind in _FIXED:
            return "its value has to be known when the program is compiled, or is not computed"
        if _is_chosen(inner, above) and not is_calm(node):
            return "it is only sometimes computed, and doing so always may have an effect"
        if kind in _LOOPS:
            if kind == "For" and above.part("initial") == inner:
                return _placed(above, inner, node)
            return "it is computed again in each iteration of a loop"
        if kind == "Case":
            return "the label of a case needs a constant"
        if kind == "Declaration":
            return _of_declaration(above, node)
        if kind in ("If", "Switch"):
            return _placed(above, inner, node)
        if above.is_statement:
            return _placed(above, above, node)
        inner = above
    return "it is outside of any function"


def _is_chosen(inner: Node, above: Node) -> bool:
    if above.kind == "Binary":
        return above.word("operator") in ("&&", "||") and above.part("right") == inner
    return above.kind == "Conditional" and above.part("condition") != inner


def _of_declaration(statement: Node, node: Node) -> Home | str:
    specifiers = statement.part("specifiers")
    words = [] if specifiers is None else [*specifiers.words("storage")]
    spaces = [] if specifiers is None else [e.strip("_") for e in specifiers.words("qualifiers")]
    if _UNSTORED & set(words) or "constant" in spaces:
        return "the value of such a variable has to be known when the program is compiled"
    for each in statement.parts("declarators"):
        kind = each.declared_type
        if node.is_in(each) and kind is not None and kind.kind == "opaque":
            return "such a variable needs a constant"
    above = statement.parent
    if above is None or above.kind in ("RecordType", "TranslationUnit"):
        return "it is outside of any function"
    if above.kind == "For":
        return _placed(above, statement, node)
    return _placed(statement, statement, node)


def is_settled(node: Node, part: Node) -> bool:
    """Tell whether the parts of a statement before an expression do not change its value."""
    if next((each for each in effects(part) if each.is_before(node)), None) is None:
        return True
    if not is_calm(node):
        return False
    changed = {
        each.meaning for each in part.walk() if each.kind == "Name" and each.role in _CHANGED
    }
    names = [each for each in node.walk() if each.kind == "Name" and each.meaning is not None]
    return not any(
        each.meaning in changed or any(use.role == "address-of" for use in each.uses)
        for each in names
    )


def _placed(statement: Node, part: Node, node: Node) -> Home | str:
    declared = {
        each.meaning
        for each in part.walk()
        if each.kind in ("InitDeclarator", "Parameter") and each.meaning is not None
    }
    if any(each.kind == "Name" and each.meaning in declared for each in node.walk()):
        return "it uses a variable that the same statement declares"
    if not is_settled(node, part):
        return "the statement does something else before"
    above = statement.parent
    while above is not None and above.kind == "Attributed":
        statement, above = above, above.parent
    if above is None:
        return "it is outside of any function"
    if above.kind == "Compound":
        return Home(statement, part, False)
    if above.kind == "Case" and above.parts("statements")[0] != statement:
        return Home(statement, part, False)
    if above.kind in ("If", "For", "While", "DoWhile", "Case") and statement.kind != "Declaration":
        return Home(statement, part, True)
    return "a declaration cannot be there"


def before(selection: Selection, home: Home, text: str) -> list[SpanEdit] | None:
    """Return the edits that put a statement before another one; None if macros prevent it."""
    span = home.statement.span if home.needs_braces else (home.statement.begin, -1)
    if span is None:
        return None
    start, end = span
    whole, blanks = selection.text, indentation(selection.text, start)
    if not home.needs_braces:
        gap = f"\n{blanks}" if is_first_in_line(whole, start) else " "
        return [(start, start, f"{text}{gap}")]
    if is_first_in_line(whole, start):
        above = home.statement.parent
        outer = blanks if above is None else indentation(whole, above.begin)
        # The body is on a line of its own, and so are the braces.
        if outer != blanks:
            return [
                (start - len(blanks), start, f"{outer}{{\n{blanks}{text}\n{blanks}"),
                (end, end, f"\n{outer}}}"),
            ]
        inner = blanks + step(whole, start)
        return [(start, start, f"{{\n{inner}{text}\n{inner}"), (end, end, f"\n{blanks}}}")]
    return [(start, start, f"{{ {text} "), (end, end, " }")]
