"""`printf`: its format in constant memory, and the arguments that the format asks for.

A function of the program has the same checks with the attribute `format(printf, FORMAT, FIRST)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.printf import FLOATING, SIGNED, UNSIGNED
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import checks, formats, likeness, wording
from opencl_ls.semantics.calls.conversions import conversion
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution
from opencl_ls.semantics.calls.type_texts import parsed
from opencl_ls.semantics.constants import integer_value
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.semantics.types.symbols import Function
    from opencl_ls.settings.target import Target

_INT: Final = t.Qualified(t.scalar("int"))
_FORMAT: Final = parsed("constant const char *", True)


def resolve_printf(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `printf(format, ...)`; the faults of a literal format are warnings."""
    problems = checks.unavailable(function, target)
    if not problems and not arguments:
        problems = (wording.wrong_count(function.name, 0, (1,), or_more=True),)
    if not problems:
        problems = _format_argument(function.name, arguments)
    if not problems:
        problems = checks.valued(function, arguments)
    if not problems:
        problems = tuple(format_problems(function.name, arguments))
    return checks.resolution(function, _INT, problems)


def _format_argument(name: str, arguments: Sequence[Argument]) -> tuple[CallProblem, ...]:
    step = conversion(arguments[0], _FORMAT)
    if step is None:
        return (wording.expects(name, arguments, 0, "constant const char *"),)
    if step.complaint:
        return (wording.dubious_pointer(name, arguments, 0, _FORMAT, step.complaint),)
    return ()


def format_problems(
    name: str, arguments: Sequence[Argument], format_index: int = 0, first: int | None = 1
) -> Iterator[CallProblem]:
    """Yield the faults of a literal format and of the arguments that it takes.

    `format_index` is the index of the format, and `first` that of its first value, or None if the
    values are not arguments of the call.
    """
    literal = _literal(arguments[format_index].record) if format_index < len(arguments) else None
    text = None if literal is None else formats.characters(literal.texts)
    if text is None:
        return
    if "\0" in text:
        yield _problem("format", f"the format of {name} ends at the '\\0' within it", format_index)
        return
    unused = first
    for one, place in formats.placed(text):
        for fault in formats.faults(one, name):
            yield _problem("format", fault, format_index)
        if not formats.is_known(one):
            return
        if first is None:
            continue
        index = place - 1 + first
        if index >= len(arguments):
            missing = f"there is no argument for '{one.text}'"
            yield _problem("format-count", missing, format_index)
            return
        if not formats.size_fault(one):
            yield from _value(one, arguments[index], index)
        unused = index + 1
    if unused is not None and unused < len(arguments):
        surplus = f"the format of {name} does not use argument {unused + 1}"
        yield _problem("format-unused", surplus, unused)


def format_places(function: Function) -> tuple[int, int | None] | None:
    """Return the indices of the format of a function and of the first value.

    The latter is None if the values are not arguments.  A prototype of `printf` declares the
    built-in function, which has the attribute.
    """
    for attribute in function.attributes:
        numbers = attribute.arguments
        if attribute.name.text.strip("_") != "format" or numbers is None or len(numbers) != 3:
            continue
        archetype, place, first = numbers
        if type(archetype) is not r.Name or archetype.name.strip("_") != "printf":
            continue
        if type(place) is not r.IntegerLiteral or type(first) is not r.IntegerLiteral:
            return None
        at, begin = integer_value(place.text), integer_value(first.text)
        if not at or begin is None:
            return None
        return at - 1, begin - 1 if begin else None
    return (0, 1) if function.name == "printf" and function.definition is None else None


def _literal(record: r.Expression | None) -> r.StringLiteral | None:
    while isinstance(record, r.Parenthesized):
        record = record.inner
    return record if isinstance(record, r.StringLiteral) else None


def _value(one: formats.Specifier, argument: Argument, index: int) -> Iterator[CallProblem]:
    kind = likeness.plain(argument.type.type)
    if likeness.holds_unknown(kind) or isinstance(kind, t.VoidType | t.PipeType):
        # An argument without a value is an error of its own.
        return
    wanted = _scalar(one, kind) if one.vector is None else _vector(one, kind)
    if wanted:
        yield _mismatch(wanted, argument, index, f"'{one.text}'")


def _vector(one: formats.Specifier, kind: t.Type) -> str:
    """Return the type that the conversion takes if the argument has another one, else ""."""
    wanted = formats.taken(one)
    actual = f"{kind.element.name}{kind.width}" if isinstance(kind, t.VectorType) else ""
    return "" if wanted == actual else wanted


def _scalar(one: formats.Specifier, kind: t.Type) -> str:
    takes = formats.takes(one)
    if takes == FLOATING:
        return "" if isinstance(kind, t.ScalarType) and kind.floating else "double"
    if takes == "character" and kind is t.scalar("bool"):
        return "int"
    if takes not in (SIGNED, UNSIGNED):
        return _pointer(one, kind) if takes in ("string", "pointer") else _integer("int", kind)
    is_short = isinstance(kind, t.ScalarType) and kind.name in ("short", "ushort")
    if one.length == "hh" and is_short:
        return "char" if takes == SIGNED else "uchar"
    # An integer that is narrower than int is promoted to int.
    word = "long" if one.length == "l" else "int"
    return _integer(word if takes == SIGNED else f"u{word}", kind)


def _integer(wanted: str, kind: t.Type) -> str:
    return "" if _bits(kind) == t.scalar(wanted).bits else wanted


def _pointer(one: formats.Specifier, kind: t.Type) -> str:
    if formats.takes(one) == "pointer":
        return "" if isinstance(kind, t.PointerType | t.BlockType) else "void *"
    if isinstance(kind, t.PointerType):
        pointee = kind.pointee.type
        if pointee is t.VOID or (isinstance(pointee, t.ScalarType) and pointee.bits == 8):
            # A pointer to constant memory may point to a literal.
            return "" if kind.pointee.space == t.CONSTANT else "a string literal"
    return "char *"


def _bits(kind: t.Type) -> int:
    """Return the width in which an integer arrives, 0 for another type."""
    if isinstance(kind, t.EnumeratedType):
        return kind.integer.bits
    if not isinstance(kind, t.ScalarType) or kind.floating:
        return 0
    return max(kind.bits, 32)


def _mismatch(wanted: str, argument: Argument, index: int, what: str) -> CallProblem:
    actual = wording.actual_type(argument)
    text = f"{what} takes {wanted}, and argument {index + 1} is {actual}"
    return CallProblem("format-type", text, index, wanted, actual, warning=True)


def _problem(kind: str, text: str, index: int) -> CallProblem:
    return CallProblem(kind, text, index, warning=True)
