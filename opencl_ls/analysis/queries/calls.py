"""The call around a place: what is called, and which argument the place is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.queries.brackets import is_control
from opencl_ls.analysis.queries.describe import known_text
from opencl_ls.analysis.queries.draft import draft_at, draft_in_macro
from opencl_ls.analysis.queries.overloads import (
    arguments_of,
    callee_overloads,
    first_fitting,
    labelled,
    lacked,
    meanings,
    possible,
)
from opencl_ls.analysis.queries.program import is_name, records_at, word_around
from opencl_ls.analysis.query_results import ArgumentInfo, CallInfo
from opencl_ls.builtins.functions import function
from opencl_ls.builtins.language import keyword
from opencl_ls.findings import Place
from opencl_ls.preprocess.lexer import TOKENS
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.conversions import arithmetic_type, value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencl_ls.analysis.queries.brackets import Open
    from opencl_ls.analysis.queries.draft import Draft
    from opencl_ls.analysis.queries.program import Program
    from opencl_ls.preprocess import Macro
    from opencl_ls.semantics.model import ItemModel

_LONGEST: Final = 4000
"""How many bytes after a place are searched for the other arguments."""
_OPENING: Final = frozenset(("(", "[", "{"))
_CLOSING: Final = frozenset((")", "]", "}"))


def call_at(program: Program, offset: int) -> CallInfo | None:
    """Return the innermost call whose parentheses hold a byte of the main file.

    A vector literal and a cast to a vector count as calls, and so does the use of a function-like
    macro; all of them also in the body of a macro.  The text after the place counts if the call is
    complete.
    """
    if not 0 <= offset <= len(program.text):
        return None
    start = word_around(program.text, offset)[0]
    draft = draft_at(program, start, before_literal=True) or draft_in_macro(program, start)
    return None if draft is None else call_of(draft, offset)


def call_of(draft: Draft, offset: int) -> CallInfo | None:
    """Return the call around the placeholder of a draft; `offset` is the place in the main file."""
    if any(each.role == "attribute" for each in draft.nesting.open):
        return None
    for bracket in reversed(draft.nesting.open):
        if bracket.mark == "{":
            return None
        if bracket.mark == "(" and bracket.role == "":
            found = _call(draft, bracket, offset)
            if found is not None:
                return found
    return None


def _call(draft: Draft, bracket: Open, offset: int) -> CallInfo | None:
    at = draft.nesting.shifted(bracket.at)
    for record in reversed(draft.records):
        if isinstance(record, r.Call) and _opens(draft, record.callee.end, at):
            return _function(draft, record, bracket, offset)
        if isinstance(record, r.VectorLiteral | r.Cast):
            kind = draft.model.type_names.get(record.type, t.UNKNOWN_QUALIFIED)
            if _opens(draft, record.type.end + 1, at) and isinstance(kind.type, t.VectorType):
                return _literal(draft, record, kind.type, bracket, offset)
    return _unread(draft, bracket, offset)


def _opens(draft: Draft, end: int, at: int) -> bool:
    """Tell whether nothing but blanks is between a byte and a parenthesis after it."""
    text = draft.model.item.text
    return end <= at < len(text) and not text[end:at].strip(") \t\r\n")


# --- functions and macros ------------------------------------------------------------------------


class _Complete(NamedTuple):
    """A call in an item that was parsed as a whole."""

    model: ItemModel
    call: r.Call
    place: Callable[[int, int], Place]


def _function(draft: Draft, call: r.Call, bracket: Open, offset: int) -> CallInfo:
    callee = call.callee
    name_place = draft.place(callee.start, callee.end)
    macro = _macro_of(draft, bracket)
    if macro is not None:
        return _macro_call(draft, macro, name_place, bracket, offset)
    whole = _complete(draft, name_place, offset)
    model = draft.model if whole is None else whole.model
    written = call if whole is None else whole.call
    place = draft.place if whole is None else whole.place
    overloads = callee_overloads(model, written, draft.target)
    given = written.arguments
    if whole is None:
        # The placeholder is no argument yet.
        given = tuple(each for each in given if not _is_stand_in(draft, each))
        listed = _given(draft, given, bracket, offset)
    else:
        listed = tuple(_argument(model, each, place) for each in given)
    arguments = arguments_of(model, written)[: len(given)]
    # An empty place still expects an argument, except in `f()`.
    more = whole is None and bracket.commas > 0
    fitting = first_fitting(overloads, arguments, more)
    resolution = None if whole is None else model.resolutions.get(written)
    name = callee.name if isinstance(callee, r.Name) else ""
    if resolution is not None and resolution.signature is not None and not resolution.problems:
        label = resolution.signature.render(name)
        fitting = next((n for n, e in enumerate(overloads) if e.signature.label == label), fitting)
    return CallInfo(
        name,
        _kind(model, written),
        name_place,
        bracket.commas,
        listed,
        tuple(each.signature for each in overloads),
        fitting,
        possible=possible(overloads, arguments, more),
        meanings=() if fitting is None else meanings(overloads[fitting], arguments),
        missing="" if fitting is None else lacked(overloads[fitting], arguments, more),
    )


def _given(
    draft: Draft, read: Sequence[r.Expression], bracket: Open, offset: int
) -> tuple[ArgumentInfo, ...]:
    """Return the arguments as they are written, those before the place with their types."""
    known = [_argument(draft.model, each, draft.place) for each in read if each.end <= draft.at]
    texts = {each.place.start: each.type_text for each in known}
    written = _written_arguments(draft, bracket, offset)
    if len(written) < len(known):
        return tuple(known)
    return tuple(ArgumentInfo(place, texts.get(place.start, "")) for place in written)


def _is_stand_in(draft: Draft, argument: r.Expression) -> bool:
    return argument.start <= draft.at < argument.end and isinstance(argument, r.Name)


def _complete(draft: Draft, name: Place, offset: int) -> _Complete | None:
    """Return the same call in the item, if it was parsed and is closed."""
    program = draft.program
    position = program.position(name.start)
    if position is None or name.file != program.path:
        return None
    number = position.item
    model = program.unit.items[number].analysed.model

    def place(first: int, end: int) -> Place:
        return program.place(number, first, end)

    if model.item.problems or model.item.recovered or program.unit.items[number].unread:
        return None
    for record in records_at(model.item, position.at):
        if isinstance(record, r.Call) and record.callee.start == position.at:
            if place(record.close, record.close + 1).start >= offset:
                return _Complete(model, record, place)
    return None


def _kind(model: ItemModel, call: r.Call) -> str:
    callee = call.callee
    symbol = model.references.get(callee)
    if isinstance(symbol, s.Function):
        return "function"
    kind = value_of(model.types.get(callee, t.UNKNOWN_QUALIFIED)).type
    if isinstance(kind, t.BlockType) or (symbol and isinstance(symbol.type.type, t.BlockType)):
        return "block"
    is_builtin = symbol is None and isinstance(callee, r.Name) and function(callee.name)
    return "builtin" if is_builtin else "unknown"


def _argument(
    model: ItemModel, record: r.Expression, place: Callable[[int, int], Place]
) -> ArgumentInfo:
    kind = model.types.get(record)
    return ArgumentInfo(place(record.start, record.end), known_text(kind))


def _macro_of(draft: Draft, bracket: Open) -> Macro | None:
    """Return the function-like macro whose name is before a parenthesis, as it is written."""
    name = bracket.before
    if draft.prefix.text[: bracket.at].rstrip()[-len(name) :] != name or not is_name(name):
        return None
    unit = draft.program.unit.unit
    macro = unit.all_macros.get(name)
    for piece in unit.pieces[draft.prefix.first_piece : draft.prefix.first_piece + 200]:
        macro = piece.expansion.present.get(name, macro)
    return macro if macro is not None and macro.parameters is not None else None


def _macro_call(draft: Draft, macro: Macro, name: Place, bracket: Open, offset: int) -> CallInfo:
    parameters = list(macro.parameters or ())
    if macro.variadic and parameters:
        parameters[-1] = "..."
    label = f"{macro.name}({', '.join(parameters)})"
    signature = labelled(label, len(macro.name) + 1, parameters, parameters)
    places = _written_arguments(draft, bracket, offset)
    count = len(places)
    fits = count <= len(parameters) or macro.variadic
    return CallInfo(
        macro.name,
        "macro",
        name,
        bracket.commas,
        tuple(ArgumentInfo(each, "") for each in places),
        (signature,),
        0 if fits else None,
        possible=(0,) if fits else (),
    )


def _written_arguments(draft: Draft, bracket: Open, offset: int) -> list[Place]:
    """Return the places of arguments as they are written, those after the place if it is closed.

    If a call is not closed, the text after the place may be the next statement.
    """
    program = draft.program
    begin = draft.place(draft.nesting.shifted(bracket.at), draft.nesting.shifted(bracket.at) + 1)
    if begin.file != program.path:
        return []
    text, depth = program.text, 0
    found: list[Place] = []
    first: int | None = None
    last = begin.start + 1
    for match in TOKENS.finditer(text, begin.start, min(len(text), offset + _LONGEST)):
        group = match.lastindex
        if group is None or (depth == 1 and match[group] in (";", "}")):
            break
        mark, start = match[group], match.start(group)
        depth += (mark in _OPENING) - (mark in _CLOSING)
        if depth == 0 or (depth == 1 and mark == ","):
            if first is not None:
                found.append(Place(program.path, first, last))
            first = None
            if depth == 0:
                return found
        elif not (depth == 1 and mark == "(" and start == begin.start):
            first = start if first is None else first
        last = match.end()
    if first is not None:
        found.append(Place(program.path, first, last))
    return [
        place._replace(end=min(place.end, max(offset, place.start)))
        for place in found
        if place.start < offset
    ]


def _unread(draft: Draft, bracket: Open, offset: int) -> CallInfo | None:
    """Return a call that only its brackets show: the text around it could not be parsed."""
    name = bracket.before
    if not is_name(name) or is_control(name) or keyword(name) is not None:
        return None
    before = draft.prefix.text[: bracket.at].rstrip()
    start = draft.nesting.shifted(len(before) - len(name))
    if len(draft.nesting.open) < 2 or _declares(draft, bracket):
        return None
    place = draft.place(start, start + len(name))
    macro = _macro_of(draft, bracket)
    if macro is not None:
        return _macro_call(draft, macro, place, bracket, offset)
    if function(name) is None and draft.environment.symbol(name) is None:
        return CallInfo(name, "unknown", place, bracket.commas, ())
    stand_in = r.Name(start, start + len(name), name)
    draft.model.references.setdefault(stand_in, draft.environment.symbol(name))
    call = r.Call(start, bracket.at, stand_in, (), bracket.at)
    overloads = callee_overloads(draft.model, call, draft.target)
    kind = "builtin" if draft.environment.symbol(name) is None else "function"
    signatures = tuple(each.signature for each in overloads)
    first = 0 if overloads else None
    every = tuple(range(len(overloads)))
    return CallInfo(name, kind, place, bracket.commas, (), signatures, first, possible=every)


def _declares(draft: Draft, bracket: Open) -> bool:
    """Tell whether a parenthesis begins the parameters of a declaration."""
    at = draft.nesting.shifted(bracket.at)
    return any(
        isinstance(record, r.FunctionPart | r.Declarator | r.Parameter) and record.start <= at
        for record in draft.records
    )


# --- vector literals -----------------------------------------------------------------------------


def _literal(
    draft: Draft,
    record: r.VectorLiteral | r.Cast,
    kind: t.VectorType,
    bracket: Open,
    offset: int,
) -> CallInfo:
    elements: Sequence[r.Expression]
    if isinstance(record, r.VectorLiteral):
        elements = record.elements
    else:
        operand = record.operand
        elements = (operand.inner if isinstance(operand, r.Parenthesized) else operand,)
    before = [each for each in elements if each.end <= draft.at]
    filled = _sum_of_widths(draft.model, before)
    name_place = draft.place(record.type.start, record.type.end)
    name = f"{kind.element.name}{kind.width}"
    label = f"({name})({', '.join([kind.element.name] * kind.width)})"
    names = [""] * kind.width
    signature = labelled(label, len(name) + 3, names, [kind.element.name] * kind.width)
    return CallInfo(
        name,
        "vector-literal",
        name_place,
        bracket.commas,
        _given(draft, elements, bracket, offset),
        (signature,),
        0,
        filled,
        kind.width,
        _total(draft, name_place, offset, filled),
        possible=(0,),
    )


def _total(draft: Draft, type_place: Place, offset: int, filled: int | None) -> int | None:
    """Return how many components all elements have, with those after the place if it is closed."""
    program = draft.program
    position = program.position(type_place.start)
    if position is None or type_place.file != program.path:
        return filled
    item = program.unit.items[position.item]
    model = item.analysed.model
    if model.item.problems or model.item.recovered or item.unread:
        return filled
    for record in reversed(records_at(model.item, position.at)):
        if not isinstance(record, r.VectorLiteral | r.Cast) or record.type.start != position.at:
            continue
        if program.place(position.item, record.start, record.end).end <= offset:
            return filled
        if isinstance(record, r.VectorLiteral):
            return _sum_of_widths(model, record.elements)
        return _sum_of_widths(model, (record.operand,))
    return filled


def _sum_of_widths(model: ItemModel, elements: Sequence[r.Expression]) -> int | None:
    total = 0
    for each in elements:
        width = _width(model.types.get(each))
        if width is None:
            return None
        total += width
    return total


def _width(kind: t.Qualified | None) -> int | None:
    if kind is None:
        return None
    value = value_of(kind).type
    if isinstance(value, t.VectorType):
        return value.width
    return 1 if arithmetic_type(value) is not None else None
