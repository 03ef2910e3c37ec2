"""Inline variable: replace each use of a variable that never changes by its value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.features.refactorings.effects import (
    changes_memory,
    effects,
    has_effects,
    is_calm,
    reads_memory,
)
from opencl_ls.features.refactorings.layout import line_end, line_start, spaced, styled
from opencl_ls.features.refactorings.offers import INLINE, disabled
from opencl_ls.features.refactorings.places import home_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "inline-variable"
_CHANGED: Final = frozenset(("write", "read-write", "address-of"))
_COPIED: Final = frozenset(("scalar", "vector", "pointer", "struct", "union", "enum"))
_LOOPS: Final = frozenset(("For", "While", "DoWhile"))
_SIMPLE: Final = frozenset(
    (
        "Name",
        "IntegerLiteral",
        "FloatLiteral",
        "CharacterLiteral",
        "Call",
        "Index",
        "Member",
        "Parenthesized",
    )
)
_TIGHT: Final = frozenset(("Member", "Index", "Postfix", "Call"))
_LOOSE: Final = frozenset(
    (
        "Call",
        "Index",
        "Assignment",
        "InitDeclarator",
        "Return",
        "If",
        "While",
        "DoWhile",
        "For",
        "Switch",
        "ExpressionStatement",
        "Parenthesized",
        "VectorLiteral",
        "InitializerEntry",
    )
)


class _Variable(Struct, frozen=True):
    """A variable: its declarator, declaration and initialiser, and the names that use it."""

    name: str
    declarator: Node
    declaration: Node
    value: Node
    uses: tuple[Node, ...]


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offer for the variable whose name is at the cursor."""
    found = _variable(selection)
    if found is None:
        return
    title = f"Inline variable '{found.name}'"
    reason = _refusal(found)
    if reason:
        yield disabled(NAME, INLINE, title, reason)
        return
    yield selection.offer(NAME, INLINE, title, lambda: _edits(selection, found))


def _variable(selection: Selection) -> _Variable | None:
    """Return the local variable with an initialiser that is named at the selection."""
    declarator = None
    for each in selection.inmost_first:
        if each.kind == "Name":
            declarator = each.declared_at
            break
        if each.kind == "InitDeclarator":
            inner = each.part("declarator")
            span = None if inner is None else inner.span_of("name")
            if span is not None and span[0] <= selection.start and selection.end <= span[1]:
                declarator = each
            break
        if each.is_expression or each.is_statement:
            break
    if declarator is None or declarator.kind != "InitDeclarator":
        return None
    value, declaration, meaning = (
        declarator.part("initializer"),
        declarator.parent,
        declarator.meaning,
    )
    if value is None or declaration is None or meaning is None or not meaning.is_automatic:
        return None
    if declaration.kind != "Declaration" or not declarator.uses:
        return None
    return _Variable(meaning.name, declarator, declaration, value, tuple(declarator.uses))


def _refusal(found: _Variable) -> str:
    """Return why a variable cannot be replaced by its value, "" if it can."""
    declaration, value = found.declaration, found.value
    above = declaration.parent
    if above is None or above.kind not in ("Compound", "Case"):
        return "it is declared in the head of a loop"
    if len(declaration.parts("declarators")) > 1:
        return "it is declared together with others"
    kind = found.declarator.declared_type
    if kind is None or value.type is None:
        return "its type is not known"
    if kind.kind not in _COPIED:
        return "a value of its type cannot be copied"
    if value.kind in ("InitializerList", "BlockLiteral"):
        return "its value is a list"
    if kind.is_volatile:
        return "it is volatile"
    if any(each.role in _CHANGED for each in found.uses):
        return "it is changed, or its address is taken"
    if value.span is None or declaration.span is None:
        return "a macro made its declaration"
    if any(use.span is None or not use.is_verbatim for use in found.uses):
        return "a macro uses it"
    if any(above.kind in ("BlockLiteral", "Label") for use in found.uses for above in use.around):
        return "a block captures it"
    return _moved(found)


def _moved(found: _Variable) -> str:
    """Return why the value may differ at a use of the variable, "" if it does not."""
    function = list(found.declarator.around)[-1]
    value, declaration = found.value, found.declaration
    names = [each for each in value.walk() if each.kind == "Name" and each.meaning is not None]
    for name in names:
        meaning = name.meaning
        if meaning is None or meaning.kind not in ("variable", "parameter"):
            continue
        for use in name.uses:
            if use.role in _CHANGED and (use.role == "address-of" or declaration.is_before(use)):
                return f"'{meaning.name}', from which it is computed, changes"
    hidden = {each.word("name") for each in names}
    for each in function.walk():
        if each.kind == "Label":
            return "the function has labels"
        if each.kind in ("InitDeclarator", "Parameter") and declaration.is_before(each):
            meaning = each.meaning
            if meaning is not None and meaning.name in hidden:
                return f"another '{meaning.name}' is declared after it"
    if has_effects(value):
        return _once(found)
    if reads_memory(value):
        return _unchanged(found, function)
    return ""


def _once(found: _Variable) -> str:
    """Return why the effects of the value would change, "" if they do not."""
    if len(found.uses) > 1:
        return "computing its value has an effect, and it is used more than once"
    use, above = found.uses[0], found.declaration.parent
    home = home_of(use)
    if above is None or isinstance(home, str) or home.needs_braces:
        return "computing its value has an effect, and it is not used in the next statement"
    rest = [each for each in above.children if found.declaration.is_before(each)]
    if not rest or not use.is_in(rest[0]) or home.statement != rest[0]:
        return "computing its value has an effect, and it is not used in the next statement"
    if any(each.is_before(use) and not use.is_in(each) for each in _computed(home.part)):
        return "something else is computed before it is used"
    return ""


def _computed(part: Node) -> Iterator[Node]:
    """Yield the nodes that may observe an effect: calls and reads of memory."""
    for each in part.walk():
        # The target of a store is not read: only its address is computed.
        if each.is_expression and each.role != "write":
            if each.kind in ("Call", "Assignment") or not is_calm(each):
                yield each


def _unchanged(found: _Variable, function: Node) -> str:
    """Return why an operand of the value may change before the last use, "" if it cannot."""
    last = found.uses[-1]
    loops = [
        above
        for use in found.uses
        for above in use.around
        if above.kind in _LOOPS and not found.declaration.is_in(above)
    ]
    for each in effects(function):
        if not changes_memory(each):
            continue
        between = found.declaration.is_before(each) and each.is_before(last)
        if between or any(each.is_in(loop) for loop in loops):
            return "the memory that its value is read from may change before it is used"
    # A value that is read only on some paths is then computed only there.
    return ""


# --- new text ------------------------------------------------------------------------------------


def _edits(selection: Selection, found: _Variable) -> list[SpanEdit]:
    text = selection.text
    edits = [
        (*span, spaced(text, *span, _written(selection, found, use)))
        for use in found.uses
        if (span := use.span) is not None
    ]
    return [*edits, _removed(text, found.declaration)]


def _written(selection: Selection, found: _Variable, use: Node) -> str:
    """Return the replacement of a use: the value, with a cast if the variable converted it."""
    value, above = found.value, use.parent
    declared = found.declarator.declaration_of("")
    made, is_simple = value.text, value.kind in _SIMPLE
    is_tight = (
        above is not None
        and above.kind in _TIGHT
        and ((above.part("base") or above.part("operand") or above.part("callee")) == use)
    )
    if declared != value.declaration_of(""):
        made = made if is_simple and value.kind != "Parenthesized" else _grouped(value)
        made, is_simple = f"({styled(selection, declared)}){made}", not is_tight
    is_loose = above is not None and above.kind in _LOOSE and not is_tight
    return made if is_simple or is_loose else f"({made})"


def _grouped(value: Node) -> str:
    return value.text if value.kind == "Parenthesized" else f"({value.text})"


def _removed(text: str, declaration: Node) -> SpanEdit:
    """Return the edit that removes a statement, with its line if it is alone there."""
    span = declaration.span
    if span is None:
        return (0, 0, "")
    start, end = span
    first, last = line_start(text, start), line_end(text, end)
    if not text[first:start].strip() and not text[end:last].strip():
        end_of_line = text.find("\n", last)
        return (first, len(text) if end_of_line < 0 else end_of_line + 1, "")
    while end < last and text[end] in " \t":
        end += 1
    return (start, end, "")
