"""The type that each `*`, `^`, `[]` and `()` of a declarator derives."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator


def steps(
    declared: t.Qualified, declarator: r.Declarator
) -> Iterator[tuple[r.DeclaratorPart, t.Qualified]]:
    """Yield each derivation of a declarator, innermost first, with the type that it is applied to.

    `declared` is the type of the declared name as written, before a parameter's array or function
    becomes a pointer.  For `int *a[3]` that is (array, pointer to int), (pointer, int).
    """
    current = declared
    for part in declarator.parts:
        kind = current.type
        if isinstance(part, r.PointerPart) and isinstance(kind, t.PointerType):
            current = kind.pointee
        elif isinstance(part, r.ArrayPart) and isinstance(kind, t.ArrayType):
            current = kind.element
        elif isinstance(part, r.FunctionPart) and isinstance(kind, t.FunctionType):
            current = kind.result
        elif isinstance(part, r.BlockPart) and isinstance(kind, t.BlockType):
            current = t.Qualified(kind.function)
        else:
            return
        yield part, current


def declarator_of(symbol: Symbol) -> tuple[r.Declarator, t.Qualified] | None:
    """Return the declarator of a symbol with the type that it gives, as written."""
    if isinstance(symbol, ParameterVariable):
        return symbol.parameter.declarator, symbol.written
    if isinstance(symbol, Variable | Typedef | MemberVariable):
        return symbol.declarator.declarator, symbol.type
    if isinstance(symbol, Function):
        return symbol.declarator, symbol.type
    return None
