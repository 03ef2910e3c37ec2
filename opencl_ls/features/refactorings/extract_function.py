"""Extract function: statements or an expression become a function before the one they are in."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.features.refactorings.captures import captures_of
from opencl_ls.features.refactorings.effects import is_unevaluated
from opencl_ls.features.refactorings.layout import (
    free_name,
    indentation,
    is_first_in_line,
    line_start,
    reindented,
    step,
    styled,
)
from opencl_ls.features.refactorings.offers import EXTRACT, disabled
from opencl_ls.features.refactorings.places import home_of, selected_expression

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.captures import Captured, Captures
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "extract-function"
_DEFINING: Final = re.compile(
    r"^[ \t]*#[ \t]*(?:define|undef|if|el|endif|pragma[ \t]+OPENCL)", re.M
)
_LEAVING: Final = {
    "Return": "it holds a return",
    "Goto": "it holds a goto",
    "Label": "it holds a label",
    "Case": "it holds a case",
    "BlockLiteral": "it holds a block",
    "StatementExpression": "it holds a statement expression",
    "Assembly": "it holds assembly",
    "BadStatement": "a part of it has syntax errors",
    "BadExpression": "a part of it has syntax errors",
}
_TARGETS: Final = {
    "Break": ("For", "While", "DoWhile", "Switch"),
    "Continue": ("For", "While", "DoWhile"),
}
_WHOLE: Final = frozenset(("Name", "StringLiteral", "InitializerList", "TypeArgument"))
"""Expressions that gain nothing in a separate function, or would change meaning."""

_TIGHT: Final = frozenset(("Member", "Index", "Postfix"))
"""Declarators that bind before a `*`, which then needs parentheses."""


class _Part(Struct, frozen=True):
    """The extracted code: some statements in one block, or one expression."""

    nodes: tuple[Node, ...]
    start: int
    end: int
    is_expression: bool


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offer for the selected statements or the selected expression."""
    if selection.is_empty:
        return
    function = selection.nodes[0] if selection.nodes else None
    if function is None or function.kind != "FunctionDefinition":
        return
    part = _selected(selection)
    if part is None:
        return
    title = "Extract function"
    reason = _refusal(selection, function, part)
    captured = captures_of(part.nodes, part.is_expression)
    if not reason and isinstance(captured, str):
        reason = captured
    if reason or isinstance(captured, str):
        yield disabled(NAME, EXTRACT, title, reason)
        return
    declarator = function.part("declarator")
    own = "" if declarator is None else declarator.word("name")
    name = free_name(selection, f"{own}_part" if own else "part")
    yield selection.offer(
        NAME,
        EXTRACT,
        f"Extract function '{name}'",
        lambda: _edits(selection, function, part, captured, name),
    )


def _selected(selection: Selection) -> _Part | None:
    node = selected_expression(selection, lambda each: each.kind not in _WHOLE)
    if node is not None and node.span is not None:
        above = node.parent
        if node.role != "read":
            return None
        if above is None or above.kind != "ExpressionStatement" or above.span != node.span:
            return _Part((node,), *node.span, True)
    for block in selection.inmost_first:
        if block.kind not in ("Compound", "Case", "If", "For", "While", "DoWhile"):
            continue
        if block.span == (selection.start, selection.end):
            continue
        inside = [each for each in block.children if each.is_statement]
        return _statements(selection, block, inside)
    return None


def _statements(selection: Selection, block: Node, inside: list[Node]) -> _Part | None:
    """Return those of some statements that are selected, None if one is partly selected."""
    chosen: list[Node] = []
    for each in inside:
        if each.begin >= selection.end:
            break
        span = each.span
        if span is None:
            if each.begin >= selection.start:
                return None
            continue
        if span[1] <= selection.start:
            continue
        if span[0] < selection.start or span[1] > selection.end:
            return None
        chosen.append(each)
    if not chosen or (block.kind == "For" and block.part("initial") in chosen):
        return None
    first, last = chosen[0].span, chosen[-1].span
    if first is None or last is None:
        return None
    # Selected comments move along.
    start = min(first[0], selection.start) if selection.start else first[0]
    return _Part(tuple(chosen), start, max(last[1], selection.end), False)


def _refusal(selection: Selection, function: Node, part: _Part) -> str:
    """Return why the selection cannot become a function, "" if it can."""
    if any(each.kind == "BlockLiteral" for each in part.nodes[0].around):
        return "it is in a block"
    before = selection.text[function.begin : part.start]
    if _DEFINING.search(before) or _DEFINING.search(selection.text, part.start, part.end):
        return "a directive is in the function"
    for node in part.nodes:
        for each in node.walk():
            kind = each.kind
            if kind in _LEAVING:
                return _LEAVING[kind]
            if kind in _TARGETS and not any(
                above.kind in _TARGETS[kind] and any(above.is_in(one) for one in part.nodes)
                for above in each.around
            ):
                return f"it holds a {kind.lower()} that leads out of it"
    if any(_is_local_type(each) for each in function.walk()):
        return "the function declares a type"
    return _expression_refusal(part.nodes[0]) if part.is_expression else ""


def _expression_refusal(expression: Node) -> str:
    value = expression.type
    if value is None:
        return "its type is not known"
    if value.kind != "void" and not expression.declaration_of("v"):
        return "a function cannot return such a value"
    if is_unevaluated(expression):
        return "it is not computed"
    home = home_of(expression)
    return home if isinstance(home, str) and ("compiled" in home or "constant" in home) else ""


def _is_local_type(node: Node) -> bool:
    if node.kind in ("RecordType", "EnumType"):
        return bool(node.parts("members") or node.parts("enumerators"))
    return node.kind == "Specifiers" and "typedef" in node.words("storage")


# --- new text ------------------------------------------------------------------------------------


def _edits(
    selection: Selection, function: Node, part: _Part, captured: Captures, name: str
) -> list[SpanEdit]:
    text = selection.text
    listed = [styled(selection, each.parameter) for each in captured.parameters]
    arguments = [f"&{each.name}" if each.by_pointer else each.name for each in captured.parameters]
    head = f"{name}({', '.join(listed) or 'void'})"
    call = f"{name}({', '.join(arguments)})"
    body = _body(selection, part, captured)
    blanks = indentation(text, part.start) if is_first_in_line(text, part.start) else ""
    inner = step(text, part.start)
    if part.is_expression:
        node = part.nodes[0]
        result = styled(selection, node.declaration_of(head)) or f"void {head}"
        keyword = "return " if node.declaration_of("v") else ""
        body = reindented(body, indentation(text, part.start), inner + inner)
        made = f"{result} {{\n{inner}{keyword}{body};\n}}\n\n"
        return [_inserted(selection, function, made), (part.start, part.end, call)]
    lines = reindented(body, blanks, inner)
    out = captured.result
    result = f"void {head}"
    for each in reversed(captured.fresh):
        lines = f"{styled(selection, each.declaration(each.name))};\n{inner}{lines}"
    if out is not None:
        result = styled(selection, out.declaration(head))
        value = _last_value(part, out)
        # Variables passed by pointer are already rewritten.
        if value is None or not lines.endswith(part.nodes[-1].text):
            lines += f"\n{inner}return {out.name};"
        else:
            # The function returns the variable that is declared last.
            lines = f"{lines.removesuffix(part.nodes[-1].text)}return {value};"
        target = styled(selection, out.declaration(out.name)) if out.is_declared else out.name
        call = f"{target} = {call}"
    made = f"{result} {{\n{inner}{lines}\n}}\n\n"
    return [_inserted(selection, function, made), (part.start, part.end, f"{call};")]


def _last_value(part: _Part, out: Captured) -> str | None:
    """Return the value of the last declaration, if that alone is the result."""
    last = part.nodes[-1]
    declared = last.parts("declarators") if last.kind == "Declaration" else []
    if declared != [out.node] or last.span is None or last.span[1] != part.end:
        return None
    value = out.node.part("initializer")
    if value is None or value.kind == "InitializerList" or "\n" in last.text:
        return None
    return value.text or None


def _body(selection: Selection, part: _Part, captured: Captures) -> str:
    """Return the extracted text, with dereferences of variables that are passed by pointer."""
    text, edits = selection.text, []
    for each in captured.parameters:
        for use in each.uses if each.by_pointer else ():
            span, above = use.span, use.parent
            if span is not None:
                is_plain = above is not None and not (
                    above.kind in _TIGHT and use in (above.part("base"), above.part("operand"))
                )
                is_plain = is_plain and text[span[0] - 1] not in "/*"
                edits.append((*span, f"*{each.name}" if is_plain else f"(*{each.name})"))
    made, at = "", part.start
    for first, last, new in sorted(edits):
        made += text[at:first] + new
        at = last
    return made + text[at : part.end]


def _inserted(selection: Selection, function: Node, made: str) -> SpanEdit:
    """Return the edit that puts a function before another one, and before comments above it."""
    text = selection.text
    at = line_start(text, function.begin)
    if text[at : function.begin].strip():
        return (function.begin, function.begin, made)
    while at:
        above = line_start(text, at - 1)
        line = text[above:at].strip()
        if line.endswith("*/"):
            above = line_start(text, max(0, text.rfind("/*", 0, at)))
            if not text[above:at].lstrip().startswith("/*"):
                break
        elif not line.startswith("//"):
            break
        at = above
    return (at, at, made)
