"""Where a declaration stands, and where its qualifiers were written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import spaces
from opencl_ls.semantics import types as t
from opencl_ls.semantics.symbols import Function, ParameterVariable, Variable

if TYPE_CHECKING:
    from opencl_ls.syntax import records as r

RESERVED_PLACES: Final = (t.ImageType, t.OpaqueType, t.PipeType, t.BlockType, t.UnknownType)
"""Types whose objects have rules of their own about where they may stand."""


def at_program_scope(variable: Variable) -> bool:
    """Tell whether a variable is declared outside all functions and blocks."""
    return variable.function is None and variable.block is None and variable.depth == 0


def has_own_places(qualified: t.Qualified) -> bool:
    """Tell whether a type says by itself where its objects may stand, or is not known."""
    return isinstance(t.element_of(qualified).type, RESERVED_PLACES)


def space_place(variable: Variable) -> r.Record:
    """Return where a variable's address space is written: the word, else the typedef's name."""
    if variable.space_word is not None:
        return variable.space_word
    return variable.declaration.specifiers.type or variable.word


def storage_word(specifiers: r.Specifiers, *names: str) -> r.Word | None:
    """Return the first storage class of these names, written with underscores or without."""
    return next((word for word in specifiers.storage if spaces.plain(word.text) in names), None)


def parameter_variables(symbol: Function | ParameterVariable) -> list[ParameterVariable]:
    """Return a function's parameters, or a block's one, so that each parameter comes once."""
    if isinstance(symbol, Function):
        return symbol.parameters
    return [symbol] if symbol.function is None else []


def attributes_of(
    declaration: r.Declaration | r.Parameter, declarator: r.Declarator
) -> list[r.Attribute]:
    """Return the attributes that a declaration gives one of its declarators."""
    return [*declaration.specifiers.attributes, *declarator.attributes]


def attribute_name(attribute: r.Attribute) -> str:
    """Return an attribute's name without the underscores that may stand around it."""
    name = attribute.name.text
    if name.startswith("__") and name.endswith("__") and len(name) > 4:
        return name[2:-2]
    return name
