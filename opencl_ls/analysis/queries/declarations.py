"""The description of a declared name: its text, comment, value, size and place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.analysis.queries import aggregates
from opencl_ls.analysis.queries.cursor import cursor_at
from opencl_ls.analysis.queries.declared import information, symbol_of
from opencl_ls.analysis.results import ArgumentFacts, DeclarationInfo
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import held
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.lookup.array_bounds import initialized_size
from opencl_ls.semantics.lookup.constness import fixed_initializer, typed_values
from opencl_ls.semantics.types import symbols as s
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.analysis.unit import AnalysedUnit, UnitItem

_COMMENT_ABOVE: Final = re.compile(
    r"(?:(?:^[ \t]*//[^\n]*\n)+|^[ \t]*/\*(?:(?!\*/).)*\*/[ \t\r]*\n)[ \t]*\Z", re.S | re.M
)
_COMMENT_BEHIND: Final = re.compile(r"[ \t]*(?://[^\n]*|/\*(?:(?!\*/)[^\n])*\*/[ \t\r]*$)", re.M)
_COMMENT_REACH: Final = 4000
_COMMENT_MARKS: Final = re.compile(r"^[ \t]*(?://[/!]?<?|/\*+!?<?|\*(?!/))?[ \t]?", re.M)
# Lines that a backslash joins are one line; strings contain no comments.
_LINES: Final = re.compile(r"(?:\\\r?\n|[^\n])*")
_HIDDEN: Final = re.compile(
    r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*(?:(?!\*/).)*\*/', re.S
)
_DEEPEST: Final = 16
_BLANKS: Final = re.compile(r"\s+")
_COMMENTED: Final = (s.Function, s.Tag, s.Typedef, s.Variable, s.MemberVariable)
_OPEN: Final = (t.ImageType, t.OpaqueType, t.PipeType, t.BlockType, t.UnknownType, t.VoidType)
_NUMBERS: Final = (r.IntegerLiteral, r.FloatLiteral)


def declaration_at(
    unit: AnalysedUnit, offset: int, text_of: Callable[[str], str]
) -> DeclarationInfo | None:
    """Return the description of the declared name at an offset, None if there is none.

    `text_of` returns the byte text of a file of the unit.
    """
    cursor = cursor_at(unit, offset)
    found = None if cursor is None else symbol_of(unit, cursor)
    return None if found is None else _declaration(unit, *found, text_of)


def declaration_named(
    unit: AnalysedUnit, name: str, text_of: Callable[[str], str]
) -> DeclarationInfo | None:
    """Return the same about the last declaration of a name, or of a tag, at program scope."""
    declarations = unit.declarations
    for number in reversed(declarations.names.get(name) or declarations.tags.get(name) or []):
        owner = unit.items[number]
        model = owner.analysed.model
        symbol = model.exports.get(name) or model.exported_tags.get(name)
        if symbol is not None:
            return _declaration(unit, owner, symbol, text_of)
    return None


def _declaration(
    unit: AnalysedUnit, owner: UnitItem, symbol: s.Symbol, text_of: Callable[[str], str]
) -> DeclarationInfo:
    size, alignment = _size(symbol) or (None, None)
    is_object = isinstance(symbol, s.Variable | s.ParameterVariable)
    type_name = symbol if isinstance(symbol, s.Tag | s.Typedef) else None
    member = symbol if isinstance(symbol, s.MemberVariable) else None
    model = owner.analysed.model
    return DeclarationInfo(
        symbol=information(unit, owner, symbol),
        written=_as_written(owner, symbol),
        comment=_comment(unit, owner, symbol, text_of) or _comment_elsewhere(unit, symbol, text_of),
        value=_value(symbol, owner),
        size=size,
        alignment=alignment,
        is_at_program_scope=isinstance(symbol, s.Variable) and symbol.depth == 0,
        is_kernel_argument=_is_kernel_argument(symbol),
        space=_space(symbol.type) if is_object else "",
        pointee_space=_pointee_space(symbol.type) if is_object else "",
        holder=None if member is None else aggregates.holder_of(member, model),
        arguments=_arguments(symbol),
        aggregate=None if type_name is None else aggregates.aggregate_of(type_name),
        enumeration=None if type_name is None else aggregates.enumeration_of(type_name, model),
    )


def comment_of(unit: AnalysedUnit, name: str, text_of: Callable[[str], str]) -> str:
    """Return the comment at a declaration of a name at program scope, "" for none.

    An overloaded function has none: it may be about another overload.
    """
    for number in unit.declarations.names.get(name, ()):
        item = unit.items[number]
        symbol = item.analysed.model.exports.get(name)
        if symbol is None or (isinstance(symbol, s.Function) and symbol.is_overloadable):
            continue
        comment = _comment(unit, item, symbol, text_of)
        if comment:
            return comment
    return ""


def _comment_above(text: str, offset: int) -> str:
    """Return the comment right above the line of a byte, "" for none."""
    line = text.rfind("\n", 0, offset) + 1
    found = _COMMENT_ABOVE.search(text, max(0, line - _COMMENT_REACH), line)
    return "" if found is None else _words_of(found[0])


def comment_of_macro(text: str, offset: int) -> str:
    """Return the comment after a `#define` in its line, or the one right above it, or "".

    `offset` is that of the name which is defined.
    """
    line = _LINES.match(text, offset)
    assert line is not None  # An empty line is one.
    last = None
    for found in _HIDDEN.finditer(text, offset, line.end() + _COMMENT_REACH):
        if found.start() >= line.end():
            break
        last = found
    if last is not None and last[0].startswith("/"):
        following = _LINES.match(text, last.end())
        if following is None or not following[0].strip():
            return _words_of(last[0])
    return _comment_above(text, offset)


def _as_written(owner: UnitItem, symbol: s.Symbol) -> str:
    """Return a declaration as its author wrote it, without what follows the declarator.

    Only for functions, and for objects of unknown type; "" for all others.
    """
    text = owner.source.text
    if isinstance(symbol, s.Function):
        definition = symbol.definition
        start = symbol.declaration.start
        end = symbol.declaration.end if definition is None else definition.body.start
        return _in_a_line(text[start:end])
    if not _is_of_unknown(symbol.type):
        return ""
    if isinstance(symbol, s.ParameterVariable):
        return _in_a_line(text[symbol.parameter.start : symbol.parameter.end])
    if isinstance(symbol, s.Variable | s.MemberVariable):
        first, own = symbol.declaration.declarators[0], symbol.declarator
        head = text[symbol.declaration.start : first.start]
        return _in_a_line(f"{head}{text[own.start : own.declarator.end]}")
    return ""


def _in_a_line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().rstrip(";")


def _is_of_unknown(kind: t.Qualified) -> bool:
    """Tell whether an object, its pointee or its elements have an unknown type."""
    for _ in range(_DEEPEST):
        inner = t.element_of(kind).type
        if not isinstance(inner, t.PointerType):
            return isinstance(inner, t.UnknownType)
        kind = inner.pointee
    return False


def _is_kernel_argument(symbol: s.Symbol) -> bool:
    return (
        isinstance(symbol, s.ParameterVariable)
        and symbol.function is not None
        and symbol.function.is_kernel
    )


def _space(kind: t.Qualified) -> str:
    return "" if isinstance(t.element_of(kind).type, _OPEN) else t.object_space(kind)


def _arguments(symbol: s.Symbol) -> tuple[ArgumentFacts, ...]:
    """Return the facts about the arguments of a kernel; nothing for other functions."""
    if not isinstance(symbol, s.Function) or not symbol.is_kernel:
        return ()
    return tuple(map(_argument, symbol.parameters))


def _argument(parameter: s.ParameterVariable) -> ArgumentFacts:
    kind = parameter.type
    text = t.declaration_text(kind, parameter.name)
    pointee = kind.type.pointee if isinstance(kind.type, t.PointerType) else None
    measured = kind if pointee is None else pointee
    known = None if isinstance(measured.type, _OPEN) else layout_of(measured)
    space = "" if isinstance(kind.type, _OPEN) else t.object_space(kind)
    return ArgumentFacts(text, space, _pointee_space(kind), None if known is None else known[0])


def _pointee_space(kind: t.Qualified) -> str:
    pointee = kind.type.pointee if isinstance(kind.type, t.PointerType) else None
    return "" if pointee is None else pointee.space


def _size(symbol: s.Symbol) -> tuple[int, int] | None:
    """Return the size and the alignment of an object or a type, in bytes; None if not known."""
    if not isinstance(symbol, s.Variable | s.ParameterVariable | s.Typedef | s.Tag):
        return None
    kind = symbol.type
    # The implementation chooses the representation of an opaque object; a block has no size at all.
    if isinstance(t.element_of(kind).type, (*_OPEN, t.FunctionType)):
        return None
    if isinstance(symbol, s.ParameterVariable) and isinstance(kind.type, t.PointerType):
        return None
    if isinstance(kind.type, t.ArrayType) and (count := initialized_size(symbol)):
        kind = replace(kind, type=t.ArrayType(kind.type.element, count))
    return layout_of(kind)


def _value(symbol: s.Symbol, owner: UnitItem) -> str:
    """Return the value of a constant as a program writes it, "" for another symbol."""
    initializer, kind = fixed_initializer(symbol), symbol.type.type
    if initializer is None or symbol.type.volatile or not isinstance(kind, t.ScalarType):
        return ""
    if kind.floating:
        return _literal(initializer)
    value = typed_values(owner.analysed.model).integer(initializer)
    value = None if value is None else held(value, symbol.type)
    if value is None:
        return ""
    return ("false", "true")[value] if kind.name == "bool" else str(value)


def _literal(value: r.Expression) -> str:
    """Return a number as it is written, with its sign; "" for a computed one."""
    if isinstance(value, r.Unary) and value.operator == "-":
        value = value.operand
        return f"-{value.text}" if isinstance(value, _NUMBERS) else ""
    return value.text if isinstance(value, _NUMBERS) else ""


def _comment(
    unit: AnalysedUnit, owner: UnitItem, symbol: s.Symbol, text_of: Callable[[str], str]
) -> str:
    """Return the comment about a member or a declaration at program scope, without its marks.

    It is right above, or after a member or a variable in its line.
    """
    if not isinstance(symbol, _COMMENTED):
        return ""
    if isinstance(symbol, s.Variable) and symbol.depth:
        return ""
    declaration = symbol.specifier if isinstance(symbol, s.Tag) else symbol.declaration
    found = None
    if isinstance(symbol, s.Variable | s.MemberVariable):
        rest = unit.place(owner, symbol.word.start, declaration.end)
        text = text_of(rest.file)
        if "\n" not in text[rest.start : rest.end]:
            found = _COMMENT_BEHIND.match(text, rest.end)
    if found is None:
        first = unit.place(owner, declaration.start, declaration.start)
        text = text_of(first.file)
        found = _COMMENT_ABOVE.search(text, max(0, first.start - _COMMENT_REACH), first.start)
    if found is None:
        return ""
    return _words_of(found[0])


def _words_of(comment: str) -> str:
    lines = [
        _COMMENT_MARKS.sub("", line, count=1).rstrip()
        for line in comment.strip().removesuffix("*/").splitlines()
        if "opencl-ls:" not in line
    ]
    return "\n".join(lines).strip()


def _comment_elsewhere(unit: AnalysedUnit, symbol: s.Symbol, text_of: Callable[[str], str]) -> str:
    """Return the comment at another declaration of a function, such as its prototype."""
    if not isinstance(symbol, s.Function) or symbol.is_overloadable:
        return ""
    for number in unit.declarations.names.get(symbol.name, ()):
        item = unit.items[number]
        other = item.analysed.model.exports.get(symbol.name)
        if isinstance(other, s.Function) and (comment := _comment(unit, item, other, text_of)):
            return comment
    return ""
