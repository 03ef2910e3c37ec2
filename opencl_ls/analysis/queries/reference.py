"""What a call of a built-in function means: the form that is taken, in its concrete types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from opencl_ls.analysis.queries.program import holds
from opencl_ls.analysis.queries.spots import spot_at
from opencl_ls.analysis.results import BuiltinForm
from opencl_ls.builtins.functions import function
from opencl_ls.semantics.builtin_calls.type_texts import generic_words
from opencl_ls.semantics.builtin_calls.wording import type_text
from opencl_ls.semantics.conversions import value_of
from opencl_ls.semantics.types import UNKNOWN_QUALIFIED, BlockType
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.spots import Spot
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.builtins.functions import Parameter, Signature
    from opencl_ls.semantics.builtin_calls import Resolution
    from opencl_ls.semantics.types import Qualified


def builtin_form_at(unit: AnalysedUnit, offset: int, name: str) -> BuiltinForm | None:
    """Return which form of the built-in function `name` is called at an offset.

    The offset is that of the function's name.  None where nothing is called, or no form fits.
    """
    spot = spot_at(unit, offset)
    call = None if spot is None else _call_by(spot)
    if call is None or call.problems or call.signature is None:
        return None
    return BuiltinForm(call.signature, _concrete(name, call.signature, call))


def _call_by(spot: Spot) -> Resolution | None:
    """Return what the call means whose function's name is at the spot."""
    for record in reversed(spot.records):
        if isinstance(record, r.Call) and holds(record.callee, spot.offset):
            model = spot.item.analysed.model
            call = model.resolutions.get(record)
            if call is None or call.parameters or call.signature is None:
                return call
            # Conversions take what they are given: the argument tells its own type.
            given = tuple(
                value_of(model.types.get(each, UNKNOWN_QUALIFIED)) for each in record.arguments
            )
            if any(isinstance(kind.type, BlockType) for kind in given):
                return replace(call, parameters=given, signature=_form_with_block(record, given))
            return replace(call, parameters=given)
    return None


def _form_with_block(call: r.Call, given: tuple[Qualified, ...]) -> Signature | None:
    """Return the one form that has its block where a call has it; None where several do."""
    called = function(call.callee.name) if isinstance(call.callee, r.Name) else None
    fitting = [form for form in (called.signatures if called else ()) if _takes(form, given)]
    return fitting[0] if len(fitting) == 1 else None


def _takes(form: Signature, given: tuple[Qualified, ...]) -> bool:
    named = len(form.parameters) - form.variadic
    return (len(given) == named or (form.variadic and len(given) > named)) and all(
        ("(^" in parameter.type) == isinstance(kind.type, BlockType)
        for parameter, kind in zip(form.parameters, given, strict=False)
    )


def _concrete(name: str, chosen: Signature, call: Resolution) -> str:
    """Return the form that a call means, with concrete types and the arguments' names."""
    if len(call.parameters) != len(chosen.parameters) and not chosen.variadic:
        return chosen.render(name)
    named = [
        # What the form itself names is shown as it does: an argument has its own type.
        _declared(type_text(kind) if generic_words(parameter.type) else parameter.type, parameter)
        for kind, parameter in zip(call.parameters, chosen.parameters, strict=False)
        if parameter.name
    ]
    if chosen.variadic:
        named.append("...")
    return f"{type_text(call.result)} {name}({', '.join(named) or 'void'})"


def _declared(kind: str, parameter: Parameter) -> str:
    if "(^" in kind:
        return kind  # The name stands within the type of a block.
    return f"{kind}{parameter.name}" if kind.endswith("*") else f"{kind} {parameter.name}"
