"""Rewrite statements: braces, inverted conditions, early returns, split or joined declarations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.refactorings.conditions import opposite
from opencl_ls.features.refactorings.effects import has_effects
from opencl_ls.features.refactorings.layout import (
    indentation,
    is_first_in_line,
    line_start,
    reindented,
    step,
)
from opencl_ls.features.refactorings.offers import REWRITE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.code import Node
    from opencl_ls.features.refactorings.offers import Offer, Selection, SpanEdit

NAME: Final = "statements"
_BODIES: Final = {
    "If": ("then", "otherwise"),
    "For": ("body",),
    "While": ("body",),
    "DoWhile": ("body",),
}
_LEAVING: Final = frozenset(("Return", "Break", "Continue", "Goto"))
_FIXED: Final = frozenset(("static", "extern", "typedef"))


def offers(selection: Selection) -> Iterator[Offer]:
    """Yield the offers for the statement whose first line, or whose declaration, is selected."""
    for node in selection.inmost_first:
        if node.kind in _BODIES and _is_at_head(selection, node):
            yield from _braces(selection, node)
            if node.kind == "If":
                yield from _if(selection, node)
            return
        if node.kind == "Declaration":
            yield from _declaration(selection, node)
            return
        if node.kind == "ExpressionStatement":
            yield from _conditional(selection, node)
            return
        if node.is_statement:
            return


def _is_at_head(selection: Selection, node: Node) -> bool:
    """Tell whether the selection starts before the first body of a statement."""
    first = node.part(_BODIES[node.kind][0])
    if node.kind == "DoWhile":
        return selection.start <= node.begin + len("do")
    return first is not None and selection.end <= first.begin


# --- braces --------------------------------------------------------------------------------------


def _braces(selection: Selection, node: Node) -> Iterator[Offer]:
    bodies = [body for name in _BODIES[node.kind] if (body := node.part(name)) is not None]
    bare = [each for each in bodies if each.kind not in ("Compound", "If")]
    if any(each.span is None for each in (node, *bodies)):
        return
    if bare:
        yield selection.offer(NAME, REWRITE, "Add braces", lambda: _braced(selection, node, bare))
    elif bodies and all(map(_may_be_bare, bodies)) and _unbraced(selection, bodies):
        yield selection.offer(NAME, REWRITE, "Remove braces", lambda: _unbraced(selection, bodies))


def _braced(selection: Selection, node: Node, bare: list[Node]) -> list[SpanEdit]:
    text = selection.text
    edits: list[SpanEdit] = []
    blanks = indentation(text, node.begin)
    for body in bare:
        start, end = body.span or (0, 0)
        before = len(text[:start].rstrip())
        # A comment after the condition keeps its place.
        if text[before - 1] == ")" or text[:before].endswith(("else", "do")):
            edits.append((before, before, " {"))
        else:
            edits.append((start, start, "{ "))
        rest = text[end:].lstrip(" \t\r\n")
        if "\n" not in text[before:start]:
            edits.append((end, end, " }"))
        elif body.parent is not None and _goes_on(body, rest):
            edits.append((end, end + len(text[end:]) - len(text[end:].lstrip()), f"\n{blanks}}} "))
        else:
            edits.append((end, end, f"\n{blanks}}}"))
    return edits


def _goes_on(body: Node, rest: str) -> bool:
    above = body.parent
    if above is None:
        return False
    if above.kind == "DoWhile":
        return rest.startswith("while")
    return above.kind == "If" and above.part("then") == body and rest.startswith("else")


def _may_be_bare(body: Node) -> bool:
    inside = body.children if body.kind == "Compound" else []
    # An `if` inside would take the `else` of the one around it.
    return len(inside) == 1 and inside[0].kind in ("ExpressionStatement", *_LEAVING)


def _unbraced(selection: Selection, bodies: list[Node]) -> list[SpanEdit]:
    text = selection.text
    edits: list[SpanEdit] = []
    for body in bodies:
        outer, inner = body.span, body.children[0].span
        if outer is None or inner is None:
            continue
        before, following = text[outer[0] + 1 : inner[0]], text[inner[1] : outer[1] - 1]
        if before.strip() or following.strip():
            continue
        if "\n" in before:
            edits.append((len(text[: outer[0]].rstrip()), outer[0] + 1, ""))
        else:
            edits.append((outer[0], inner[0], ""))
        edits.append((inner[1], outer[1], ""))
    return edits


# --- if ------------------------------------------------------------------------------------------


def _if(selection: Selection, node: Node) -> Iterator[Offer]:
    condition, then, otherwise = (
        node.part("condition"),
        node.part("then"),
        node.part("otherwise"),
    )
    if condition is None or then is None or condition.span is None or then.span is None:
        return
    turned, place = opposite(condition), condition.span
    if not turned:
        return
    if otherwise is not None:
        if otherwise.span is not None and otherwise.kind != "If" and _is_closed(then, otherwise):
            first, second = then.span, otherwise.span
            yield selection.offer(
                NAME,
                REWRITE,
                "Invert 'if'",
                lambda: [(*place, turned), (*first, otherwise.text), (*second, then.text)],
            )
        return
    above, span = node.parent, node.span
    if above is None or above.kind != "Compound" or span is None or above.span is None:
        return
    following = [each for each in above.children if node.is_before(each)]
    function = above.parent
    is_body = function is not None and function.kind == "FunctionDefinition"
    leaves = _leaving(then)
    if leaves and following and _is_end(above, leaves):
        if following[0].span is not None and following[-1].span is not None:
            if not any(each.kind in ("Label", "Case") for each in above.walk()):
                title = "Put what follows into 'if'"
                yield selection.offer(
                    NAME,
                    REWRITE,
                    title,
                    lambda: _wrapped(selection, node, following, turned, place),
                )
    elif not following and then.kind == "Compound" and then.children and _may_return(above):
        word = "return" if is_body else "continue"
        title = f"Invert 'if' to an early '{word}'"
        yield selection.offer(
            NAME, REWRITE, title, lambda: _early(selection, node, then, turned, word)
        )


def _is_closed(then: Node, otherwise: Node) -> bool:
    """Tell whether both branches can be swapped: no `if` at an end takes the `else`."""
    return (
        then.kind == "Compound"
        or otherwise.kind == "Compound"
        or not (any(each.kind == "If" for each in (*then.walk(), *otherwise.walk())))
    )


def _leaving(then: Node) -> str:
    """Return the kind of the jump that a branch is, if it is one."""
    inner = then.children[0] if then.kind == "Compound" and len(then.children) == 1 else then
    if inner.kind == "Return" and inner.part("value") is None:
        return inner.kind
    return inner.kind if inner.kind == "Continue" else ""


def _is_end(block: Node, leaves: str) -> bool:
    """Tell whether a jump out of a block has the same effect as its end."""
    above = block.parent
    if above is None:
        return False
    if leaves == "Return":
        return above.kind == "FunctionDefinition"
    return above.kind in ("For", "While", "DoWhile")


def _may_return(block: Node) -> bool:
    above = block.parent
    if above is None:
        return False
    if above.kind == "FunctionDefinition":
        specifiers = above.part("specifiers")
        kind = None if specifiers is None else specifiers.part("type")
        declarator = above.part("declarator")
        parts = [] if declarator is None else declarator.parts("parts")
        is_plain = bool(parts) and all(each.kind == "FunctionPart" for each in parts)
        return kind is not None and kind.words("words") == ["void"] and is_plain
    return above.kind in ("For", "While", "DoWhile")


def _wrapped(
    selection: Selection,
    node: Node,
    following: list[Node],
    turned: str,
    place: tuple[int, int],
) -> list[SpanEdit]:
    """Return `if (!condition) { rest }` for `if (condition) return; rest`."""
    text, then = selection.text, node.part("then")
    first, last = following[0].span, following[-1].span
    if then is None or then.span is None or first is None or last is None:
        return []
    inner = step(text, first[0])
    blanks = indentation(text, node.begin)
    lines = text[then.span[1] : last[1]].split("\n")
    moved = "\n".join(
        [
            lines[0],
            *(inner + line if line.strip() and line[0] != "#" else line for line in lines[1:]),
        ]
    )
    return [(*place, turned), (then.span[0], last[1], f"{{{moved}\n{blanks}}}")]


def _early(selection: Selection, node: Node, then: Node, turned: str, word: str) -> list[SpanEdit]:
    """Return `if (!condition) return; body` for `if (condition) { body }` at the end."""
    text, span, condition = selection.text, node.span, node.part("condition")
    if span is None or then.span is None or condition is None or condition.span is None:
        return []
    inside = text[then.span[0] + 1 : then.span[1] - 1].rstrip()
    first = then.children[0]
    old = indentation(text, first.begin)
    new = indentation(text, span[0])
    if "\n" not in inside:
        inside = f"\n{new}{inside.strip()}"
    elif is_first_in_line(text, first.begin):
        inside = reindented(inside, old, new)
    head = text[span[0] : condition.span[0]]
    tail = text[condition.span[1] : then.span[0]].rstrip()
    return [(*span, f"{head}{turned}{tail} {word};{inside}")]


# --- declarations --------------------------------------------------------------------------------


def _declaration(selection: Selection, node: Node) -> Iterator[Offer]:
    specifiers, above, declared = node.part("specifiers"), node.parent, node.parts("declarators")
    if specifiers is None or above is None or above.kind not in ("Compound", "Case"):
        return
    if any(each.text == "" for each in (node, specifiers, *declared)) or not declared:
        return
    kind = specifiers.part("type")
    if kind is None or kind.parts("members") or kind.parts("enumerators"):
        return
    if any(each.declared_type is None for each in declared):
        return
    if len(declared) > 1:
        yield selection.offer(
            NAME, REWRITE, "Split the declaration", lambda: _split(selection, node, declared)
        )
        return
    only, span = declared[0], node.span
    if span is None:
        return
    value, declarator = only.part("initializer"), only.part("declarator")
    if declarator is None:
        return
    if value is not None:
        if _is_assignable(specifiers, only, value):
            yield selection.offer(
                NAME,
                REWRITE,
                "Split into declaration and assignment",
                lambda: _assigned(selection, span, declarator, value),
            )
        return
    following = next((each for each in above.children if node.is_before(each)), None)
    if following is not None:
        yield from _joined(selection, node, only, following)


def _joined(selection: Selection, node: Node, only: Node, following: Node) -> Iterator[Offer]:
    """Yield the offer that joins a declaration of one variable with the assignment after it."""
    assigned, span, where = following.part("expression"), node.span, following.span
    if assigned is None or assigned.kind != "Assignment" or span is None or where is None:
        return
    target, given = assigned.part("left"), assigned.part("right")
    if target is None or given is None or target.meaning != only.meaning or not given.text:
        return
    own = {each.meaning for each in given.walk() if each.kind == "Name"}
    if assigned.word("operator") == "=" and only.meaning not in own:
        between = selection.text[span[1] : where[0]]
        if not between.strip() and only.meaning is not None and only.meaning.is_automatic:
            title = "Join declaration and assignment"
            made = f"{node.text[:-1].rstrip()} = {given.text};"
            yield selection.offer(NAME, REWRITE, title, lambda: [(span[0], where[1], made)])


def _split(selection: Selection, node: Node, declared: list[Node]) -> list[SpanEdit]:
    specifiers, span = node.part("specifiers"), node.span
    if specifiers is None or span is None:
        return []
    text = selection.text
    gap = f"\n{indentation(text, span[0])}" if is_first_in_line(text, span[0]) else " "
    return [(*span, gap.join(f"{specifiers.text} {each.text};" for each in declared))]


def _is_assignable(specifiers: Node, only: Node, value: Node) -> bool:
    kind = only.declared_type
    if kind is None or kind.is_const or set(specifiers.words("storage")) & _FIXED:
        return False
    # The address space of a pointer is that of what it points to.
    if kind.kind != "pointer" and kind.space in ("constant", "local"):
        return False
    is_list = value.kind in ("InitializerList", "StringLiteral", "BlockLiteral")
    return kind.kind in ("scalar", "vector", "pointer", "struct", "union", "enum") and not is_list


def _assigned(
    selection: Selection, span: tuple[int, int], declarator: Node, value: Node
) -> list[SpanEdit]:
    text, name, place = selection.text, declarator.word("name"), declarator.span
    if place is None or value.span is None:
        return []
    gap = f"\n{indentation(text, span[0])}" if is_first_in_line(text, span[0]) else " "
    return [(place[1], value.span[0], f";{gap}{name} = ")]


# --- ?: ------------------------------------------------------------------------------------------


def _conditional(selection: Selection, node: Node) -> Iterator[Offer]:
    """Yield the offer that converts an assignment of `?:` to `if` and `else`."""
    assigned, span = node.part("expression"), node.span
    if assigned is None or assigned.kind != "Assignment" or span is None:
        return
    target, value = assigned.part("left"), assigned.part("right")
    while value is not None and value.kind == "Parenthesized":
        value = value.part("inner")
    if target is None or value is None or value.kind != "Conditional" or has_effects(target):
        return
    condition, chosen, otherwise = (
        value.part("condition"),
        value.part("chosen"),
        value.part("otherwise"),
    )
    if condition is None or chosen is None or otherwise is None:
        return
    if not (condition.text and chosen.text and otherwise.text and target.text):
        return
    if condition.type is None or condition.type.kind not in ("scalar", "pointer", "enum"):
        return
    while condition.kind == "Parenthesized" and (inner := condition.part("inner")) is not None:
        condition = inner
    asked, operator = condition.text, assigned.word("operator")
    # Both sides are converted to one type: if they differ, that has to be kept.
    if chosen.declaration_of("") != otherwise.declaration_of(""):
        return
    text = selection.text
    blanks, inner_blanks = indentation(text, span[0]), step(text, span[0])
    if not is_first_in_line(text, span[0]) or line_start(text, span[0]) != span[0] - len(blanks):
        return
    made = (
        f"if ({asked})\n{blanks}{inner_blanks}{target.text} {operator} {chosen.text};\n"
        f"{blanks}else\n{blanks}{inner_blanks}{target.text} {operator} {otherwise.text};"
    )
    above = node.parent
    if above is not None and above.kind == "Compound":
        yield selection.offer(NAME, REWRITE, "Change '?:' to 'if'", lambda: [(*span, made)])
