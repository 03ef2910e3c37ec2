"""Types of primary expressions and of queries such as `sizeof` (C11 6.5.1 and 6.5.3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function_names
from opencl_ls.builtins.names import is_builtin, is_compilers_own
from opencl_ls.builtins.types import is_reserved_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.literals import constant_type, floating_type, integer_type
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.types.conversions import same_type, value_of
from opencl_ls.semantics.types.members import find_member
from opencl_ls.semantics.types.operators import INT
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    ParameterVariable,
    Typedef,
    Variable,
)
from opencl_ls.semantics.typing.places import is_incomplete
from opencl_ls.syntax import records as r
from opencl_ls.syntax.tokens import PLACEHOLDER
from opencl_ls.text import remembered

if TYPE_CHECKING:
    from opencl_ls.semantics.typing.typer import Typer


_FUNCTION_NAMES: Final = frozenset(("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__"))
_SIZE: Final = t.Qualified(t.scalar("ulong"), alias="size_t")


def name(typer: Typer, record: r.Name) -> t.Qualified:
    """Return the type of the object, function or constant that a name refers to."""
    symbol = typer.model.references.get(record)
    if type(symbol) is Variable or type(symbol) is ParameterVariable:
        typer.lvalues.add(record)
        return symbol.type
    if isinstance(symbol, EnumeratorConstant | Function):
        return symbol.type
    if type(symbol) is Typedef:
        typer.note(p.TypeAsValue(record, record.name, symbol.type, symbol))
    if symbol is not None:
        return t.UNKNOWN_QUALIFIED
    is_function_name = record.name in _FUNCTION_NAMES
    constant = None if is_function_name else constant_type(record.name, typer.target)
    if constant is not None:
        return constant
    if is_function_name:
        typer.lvalues.add(record)
        return t.Qualified(t.ArrayType(t.Qualified(t.scalar("char"), t.CONSTANT, True), None))
    if record.name in function_names():
        typer.note(p.BuiltinFunctionName(record, record.name))
    elif (kind := named_builtin(record.name)) is not None:
        typer.note(p.TypeAsValue(record, record.name, kind, None))
    elif is_reserved_type(record.name) or not (
        is_builtin(record.name) or is_compilers_own(record.name) or record.name == PLACEHOLDER
    ):
        typer.note(p.UndeclaredName(record, record.name, "value"))
    return t.UNKNOWN_QUALIFIED


def integer(typer: Typer, record: r.IntegerLiteral) -> t.Qualified:
    """Return the type of an integer literal."""
    return _integer(record.text)


@remembered
def _integer(text: str) -> t.Qualified:
    return t.Qualified(integer_type(text))


def floating(typer: Typer, record: r.FloatLiteral) -> t.Qualified:
    """Return the type of a floating literal."""
    return t.Qualified(floating_type(record.text, typer.target))


def character(typer: Typer, record: r.CharacterLiteral) -> t.Qualified:
    """Return the type of a character literal."""
    return INT


def string(typer: Typer, record: r.StringLiteral) -> t.Qualified:
    """Return the type of a string literal."""
    if record.names:
        return t.UNKNOWN_QUALIFIED
    typer.lvalues.add(record)
    character = t.Qualified(t.scalar("char"), t.CONSTANT)
    size = sum(len(text) - 2 for text in record.texts) + 1
    exact = not any("\\" in text for text in record.texts)
    return t.Qualified(t.ArrayType(character, size if exact else None), t.CONSTANT)


def parenthesized(typer: Typer, record: r.Parenthesized) -> t.Qualified:
    """Return the type of the expression in parentheses."""
    inner = typer.type_of(record.inner)
    if record.inner in typer.lvalues:
        typer.lvalues.add(record)
    return inner


def type_query(typer: Typer, record: r.TypeQuery) -> t.Qualified:
    """Return the type of `sizeof`, `vec_step` and the like."""
    operand = record.operand
    is_type = False
    if type(operand) is r.TypeName:
        is_type, kind = True, typer.model.named_type(operand)
    else:
        kind = typer.type_of(operand)
    if record.keyword == "sizeof" and is_incomplete(typer, kind, is_type):
        typer.note(p.IncompleteOperand(operand, kind))
    return INT if record.keyword.strip("_") == "vec_step" else _SIZE


def offset_of(typer: Typer, record: r.OffsetOf) -> t.Qualified:
    """Return the type of `offsetof`."""
    base = typer.model.named_type(record.type)
    members = typer.members_of(base.type) if type(base.type) is t.AggregateType else None
    name = record.member.text
    if members and find_member(members, name) is None and not members.has_unknown:
        typer.note(p.NoMember(record, base, name, "member"))
    return _SIZE


def generic_selection(typer: Typer, record: r.GenericSelection) -> t.Qualified:
    """Return the type of the choice that `_Generic` makes."""
    control = value_of(typer.type_of(record.control))
    types = {value: typer.type_of(value) for _, value in record.choices}
    _check_repeated(typer, record)
    for name, value in record.choices:
        if name is None:
            continue
        wanted = typer.model.named_type(name)
        if type(wanted.type) is t.UnknownType or type(control.type) is t.UnknownType:
            return t.UNKNOWN_QUALIFIED
        # The control is a value, which has no qualifiers (C17 6.5.1.1p2).
        if not (wanted.const or wanted.volatile) and same_type(wanted.type, control.type):
            return types[value]
    fallback = next((value for name, value in record.choices if name is None), None)
    if fallback is not None:
        return types[fallback]
    if _is_certain(control):
        typer.note(p.GenericSelectionProblem(record.control, control, None))
    return t.UNKNOWN_QUALIFIED


def _check_repeated(typer: Typer, record: r.GenericSelection) -> None:
    """Note the choices of `_Generic` that repeat a type or `default`."""
    first: dict[object, r.Record] = {}
    for name, value in record.choices:
        kind = None if name is None else typer.model.named_type(name)
        if kind is not None and not _is_certain(kind):
            continue
        key = None if kind is None else (kind.type, kind.const, kind.volatile)
        choice = value if name is None else name
        earlier = first.setdefault(key, choice)
        if earlier is not choice:
            typer.note(p.GenericSelectionProblem(choice, kind, earlier))


def _is_certain(qualified: t.Qualified) -> bool:
    """Tell whether a type is a number or a vector that is the same on all devices."""
    if qualified.device_sized:
        return False
    return isinstance(qualified.type, t.ScalarType | t.VectorType)
