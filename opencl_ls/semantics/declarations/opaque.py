"""The opaque types, whose objects only the device understands: images, samplers, pipes and events.

The language says for each of them where it may be named (OpenCL C 6.3.3); this module has what
those rules share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.semantics.model import ItemModel

DECLARING: Final = (Variable, Typedef, MemberVariable, Function, ParameterVariable, r.TypeName)
"""The records that `written_types` looks at."""

Declaring = Variable | Typedef | MemberVariable | Function | ParameterVariable | r.TypeName


def is_image(kind: t.Type) -> bool:
    """Tell whether a type is an image."""
    return type(kind) is t.ImageType


def is_sampler(kind: t.Type) -> bool:
    """Tell whether a type is `sampler_t`."""
    return type(kind) is t.OpaqueType and kind.name == "sampler_t"


def is_pipe(kind: t.Type) -> bool:
    """Tell whether a type is a pipe."""
    return type(kind) is t.PipeType


def is_named(kind: t.Type, *names: str) -> bool:
    """Tell whether a type is one of the opaque types with these names."""
    return type(kind) is t.OpaqueType and kind.name in names


def derived_over(qualified: t.Qualified, matches: Callable[[t.Type], bool]) -> str:
    """Return "pointer" or "array" if a type is derived from one that `matches`, else "".

    Only the derivation right above that type counts.  What a typedef hides is reported at the
    typedef.
    """
    above = ""
    while not qualified.alias:
        kind = qualified.type
        if type(kind) is t.ArrayType:
            above, qualified = "array", kind.element
        elif type(kind) is t.PointerType:
            above, qualified = "pointer", kind.pointee
        else:
            break
    return above if above and matches(qualified.type) else ""


def written_types(
    model: ItemModel, declaring: Declaring
) -> Iterator[tuple[r.Declarator, r.Parameter | None, t.Qualified]]:
    """Yield the declarators that a declaration writes, each with its type.

    For a function these are its result and its parameters; each parameter comes with its record.
    """
    if type(declaring) is r.TypeName:
        named = model.type_names.get(declaring)
        if named is not None:
            yield declaring.declarator, None, named
    elif isinstance(declaring, Function):
        if type(declaring.type.type) is t.FunctionType:
            yield declaring.declarator, None, declaring.type.type.result
        for parameter in declaring.parameters:
            yield parameter.parameter.declarator, parameter.parameter, parameter.written
    elif type(declaring) is ParameterVariable:
        if declaring.function is None:
            yield declaring.parameter.declarator, declaring.parameter, declaring.written
    else:
        yield declaring.declarator.declarator, None, declaring.type


def declarations_of(declaring: Declaring) -> Iterator[tuple[r.Specifiers, t.Qualified]]:
    """Yield the specifiers that a declaration writes, each once, with their type.

    It is the type of the declarator without its derivations.
    """
    if isinstance(declaring, Function):
        if type(declaring.type.type) is t.FunctionType:
            yield declaring.declaration.specifiers, base_of(declaring.type)
        for parameter in declaring.parameters:
            yield parameter.parameter.specifiers, base_of(parameter.written)
    elif type(declaring) is ParameterVariable:
        if declaring.function is None:
            yield declaring.parameter.specifiers, base_of(declaring.written)
    elif type(declaring) is not r.TypeName:
        if declaring.declaration.declarators[0] is declaring.declarator:
            yield declaring.declaration.specifiers, base_of(declaring.type)


def base_of(qualified: t.Qualified) -> t.Qualified:
    """Return a type without its pointers, arrays, functions and blocks."""
    while True:
        kind = qualified.type
        if type(kind) is t.ArrayType:
            qualified = kind.element
        elif type(kind) is t.PointerType:
            qualified = kind.pointee
        elif type(kind) is t.FunctionType:
            qualified = kind.result
        elif type(kind) is t.BlockType:
            qualified = kind.function.result
        else:
            return qualified


def access_words(specifiers: r.Specifiers) -> list[r.Word]:
    """Return the access qualifiers that are written among specifiers."""
    return [word for word in specifiers.qualifiers if spaces.plain(word.text) in spaces.ACCESS]


def access_of(qualified: t.Qualified) -> str:
    """Return the access of an image or a pipe: without a qualifier it is `read_only`."""
    return qualified.access or "read_only"
