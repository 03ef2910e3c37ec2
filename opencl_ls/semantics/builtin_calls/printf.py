"""`printf`: its format in constant memory, and the arguments that the format asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.printf import FLOATING, SIGNED, UNSIGNED
from opencl_ls.semantics import types as t
from opencl_ls.semantics.builtin_calls import checks, formats, likeness, wording
from opencl_ls.semantics.builtin_calls.conversions import conversion
from opencl_ls.semantics.builtin_calls.model import Argument, CallProblem, Resolution
from opencl_ls.semantics.builtin_calls.type_texts import parsed
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.settings.target import Target

_INT: Final = t.Qualified(t.scalar("int"))
_FORMAT: Final = parsed("constant const char *", True)


def resolve_printf(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `printf(format, ...)`; what is wrong with a literal format are warnings."""
    problems = checks.unavailable(function, target)
    if not problems and not arguments:
        form = function.signatures[0].render()
        problems = (wording.wrong_count(function.name, 0, (1,), or_more=True, form=form),)
    if not problems:
        problems = _format_argument(function.name, arguments)
    if not problems:
        problems = checks.valued(function, arguments)
    if not problems:
        problems = tuple(_checked(arguments))
    return checks.resolution(function, _INT, problems)


def _format_argument(name: str, arguments: Sequence[Argument]) -> tuple[CallProblem, ...]:
    step = conversion(arguments[0], _FORMAT)
    if step is None:
        return (wording.expects(name, arguments, 0, "constant const char *"),)
    if step.complaint:
        return (wording.dubious_pointer(name, arguments, 0, _FORMAT, step.complaint),)
    return ()


def _checked(arguments: Sequence[Argument]) -> Iterator[CallProblem]:
    literal = _literal(arguments[0].record)
    text = None if literal is None else formats.characters(literal.texts)
    if text is None or "$" in text:
        return
    if "\0" in text:
        yield _problem("format", "the format of printf ends at the '\\0' within it", 0)
        return
    used = 0
    for one, used in formats.placed(text):
        for fault in formats.faults(one):
            yield _problem("format", fault, 0)
        if not formats.is_known(one):
            return
        if used >= len(arguments):
            yield _problem("format-count", f"there is no argument for '{one.text}'", 0)
            return
        if not formats.size_fault(one):
            yield from _value(one, arguments[used], used)
    if used + 1 < len(arguments):
        unused = f"the format of printf does not use argument {used + 2}"
        yield _problem("format-unused", unused, used + 1)


def _literal(record: r.Expression | None) -> r.StringLiteral | None:
    while isinstance(record, r.Parenthesized):
        record = record.inner
    return record if isinstance(record, r.StringLiteral) else None


def _value(one: formats.Specifier, argument: Argument, index: int) -> Iterator[CallProblem]:
    kind = likeness.plain(argument.type.type)
    if likeness.holds_unknown(kind):
        return
    wanted = _scalar(one, kind) if one.vector is None else _vector(one, kind)
    if wanted:
        yield _mismatch(wanted, argument, index, f"'{one.text}'")


def _vector(one: formats.Specifier, kind: t.Type) -> str:
    """Return the type that the conversion wants when the argument is another, else ""."""
    wanted = formats.taken(one)
    actual = f"{kind.element.name}{kind.width}" if isinstance(kind, t.VectorType) else ""
    return "" if wanted == actual else wanted


def _scalar(one: formats.Specifier, kind: t.Type) -> str:
    takes = formats.takes(one)
    if takes == FLOATING:
        return "" if isinstance(kind, t.ScalarType) and kind.floating else "double"
    if takes not in (SIGNED, UNSIGNED):
        return _pointer(one, kind) if takes in ("string", "pointer") else _integer("int", kind)
    # What is narrower than int arrives as one.
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
            # A pointer to constant memory may well be one to a literal.
            return "" if kind.pointee.space == t.CONSTANT else "a string literal"
    return "char *"


def _bits(kind: t.Type) -> int:
    """Return the width in which an integer arrives, 0 for what is no integer."""
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
