"""The meaning of a call of a built-in function: the chosen overload, in its concrete types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.analysis.queries.cursor import cursor_at
from opencl_ls.analysis.queries.program import holds
from opencl_ls.analysis.results import BuiltinOverload
from opencl_ls.builtins.functions import function
from opencl_ls.semantics.calls.type_texts import generic_words
from opencl_ls.semantics.calls.wording import type_text
from opencl_ls.semantics.types import (
    GENERIC,
    GLOBAL,
    LOCAL,
    PRIVATE,
    UNKNOWN_QUALIFIED,
    BlockType,
    PointerType,
    pointer_to,
)
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.queries.cursor import Cursor
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.builtins.signatures import Parameter, Signature
    from opencl_ls.semantics.calls import Resolution
    from opencl_ls.semantics.types import Qualified
    from opencl_ls.settings.target import Target

_NAMED_SPACES: Final = frozenset({GLOBAL, LOCAL, PRIVATE})


def builtin_overload_at(unit: AnalysedUnit, offset: int, name: str) -> BuiltinOverload | None:
    """Return which overload of the built-in function `name` is called at an offset.

    The offset is that of the function's name.  None if nothing is called, or no overload fits.
    """
    cursor = cursor_at(unit, offset)
    call = None if cursor is None else _call_by(cursor)
    if call is None or call.problems or call.signature is None:
        return None
    signature = _named_overload(name, call, unit.target) or call.signature
    return BuiltinOverload(signature, _concrete(name, signature, call))


def _named_overload(name: str, call: Resolution, target: Target) -> Signature | None:
    """Return the overload for the actual address spaces instead of the generic one.

    Compilers declare only the generic one if the target has it, but a reader wants the facts for
    the actual pointer, and the other overload is older.
    """
    called, signature = function(name), call.signature
    if called is None or signature is None or dict(signature.variables).get("Q") != ("",):
        return None
    spaces = [
        kind.type.pointee.space for kind in call.parameters if isinstance(kind.type, PointerType)
    ]
    wanted = [each.type for each in signature.parameters]
    return next(
        (
            overload
            for overload in called.signatures
            if overload.missing(target) is None
            and [each.type for each in overload.parameters] == wanted
            and _elements(overload) == _elements(signature)
            and set(spaces) <= _spaces(overload)
        ),
        None,
    )


def _spaces(overload: Signature) -> set[object]:
    return {value for word, values in overload.variables if word in ("Q", "Q2") for value in values}


def _elements(overload: Signature) -> object:
    return dict(overload.variables).get("gentype")


def _call_by(cursor: Cursor) -> Resolution | None:
    """Return the resolution of the call whose function's name is at the cursor."""
    for record in reversed(cursor.records):
        if isinstance(record, r.Call) and holds(record.callee, cursor.offset):
            model = cursor.item.analysed.model
            call = model.resolutions.get(record)
            if call is None or call.signature is None:
                return call
            given = tuple(
                value_of(model.types.get(each, UNKNOWN_QUALIFIED)) for each in record.arguments
            )
            if call.parameters:
                return replace(call, parameters=_in_own_spaces(call.parameters, given))
            # Conversions take any argument, which has its own type.
            if any(isinstance(kind.type, BlockType) for kind in given):
                return replace(
                    call, parameters=given, signature=_overload_with_block(record, given)
                )
            return replace(call, parameters=given)
    return None


def _in_own_spaces(
    parameters: Sequence[Qualified], given: Sequence[Qualified]
) -> tuple[Qualified, ...]:
    """Return parameters with the argument's address space in place of each generic one."""
    placed = list(parameters)
    for index, (parameter, argument) in enumerate(zip(parameters, given, strict=False)):
        taken, own = parameter.type, argument.type
        if (
            isinstance(taken, PointerType)
            and isinstance(own, PointerType)
            and taken.pointee.space == GENERIC
            and own.pointee.space in _NAMED_SPACES
        ):
            pointer = pointer_to(taken.pointee.in_space(own.pointee.space))
            placed[index] = replace(parameter, type=pointer)
    return tuple(placed)


def _overload_with_block(call: r.Call, given: tuple[Qualified, ...]) -> Signature | None:
    """Return the one overload with its block at the position of the call's; None for several."""
    called = function(call.callee.name) if isinstance(call.callee, r.Name) else None
    fitting = [
        overload for overload in (called.signatures if called else ()) if _takes(overload, given)
    ]
    return fitting[0] if len(fitting) == 1 else None


def _takes(overload: Signature, given: tuple[Qualified, ...]) -> bool:
    named = len(overload.parameters) - overload.variadic
    return (len(given) == named or (overload.variadic and len(given) > named)) and all(
        ("(^" in parameter.type) == isinstance(kind.type, BlockType)
        for parameter, kind in zip(overload.parameters, given, strict=False)
    )


def _concrete(name: str, chosen: Signature, call: Resolution) -> str:
    """Return the overload that a call means, with concrete types and the arguments' names."""
    if len(call.parameters) != len(chosen.parameters) and not chosen.variadic:
        return chosen.render(name)
    named = [
        # A type that the overload names is shown as written; other parameters get the argument's
        # type.
        _declared(type_text(kind) if generic_words(parameter.type) else parameter.type, parameter)
        for kind, parameter in zip(call.parameters, chosen.parameters, strict=False)
        if parameter.name
    ]
    if chosen.variadic:
        named.append("...")
    return f"{type_text(call.result)} {name}({', '.join(named) or 'void'})"


def _declared(kind: str, parameter: Parameter) -> str:
    if "(^" in kind:
        return kind  # The name is inside the type of a block.
    return f"{kind}{parameter.name}" if kind.endswith("*") else f"{kind} {parameter.name}"
