"""Overload resolution for the overloadable functions that the program declares."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls.choice import best, contenders, matches
from opencl_ls.semantics.calls.conversions import Rank
from opencl_ls.semantics.types.conversions import assignment_problem, same_type, value_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.calls import Argument
    from opencl_ls.semantics.types.operators import Operand
    from opencl_ls.semantics.types.symbols import Function

_PLAIN: Final = (t.ScalarType, t.VectorType, t.EnumeratedType)
_DOUBTFUL: Final = (Rank.C_ONLY, Rank.DUBIOUS)


class _Candidate(NamedTuple):
    """One overload: a function, or several declarations of it."""

    function: Function
    kind: t.FunctionType

    @property
    def parameters(self) -> tuple[t.Qualified, ...]:
        return self.kind.parameters

    def accepts(self, count: int) -> bool:
        return count == len(self.kind.parameters)


class ViableOverloads(NamedTuple):
    """The overloads of a function that take the given values.

    `exact` is the result of the first one whose parameters have exactly these types; then the
    lists are empty.  Compilers take the `doubtful` ones with a warning, for a pointer to another
    type.
    """

    fitting: Sequence[t.FunctionType]
    doubtful: Sequence[t.FunctionType]
    exact: t.Qualified | None = None


def viable_overloads(overloads: Sequence[Function], given: Sequence[Operand]) -> ViableOverloads:
    """Compare the overloads of a function with the operands of a call, one by one."""
    fitting: list[t.FunctionType] = []
    doubtful: list[t.FunctionType] = []
    for overload in overloads:
        kind = overload.type.type
        if type(kind) is not t.FunctionType:
            return ViableOverloads((), (), t.UNKNOWN_QUALIFIED)
        if len(kind.parameters) != len(given) and not kind.variadic:
            continue
        pairs = list(zip(kind.parameters, given, strict=False))
        if all(same_type(one.type, other.type.type) for one, other in pairs):
            return ViableOverloads((), (), value_of(kind.result))
        reasons = {assignment_problem(one, other.type, other.null) for one, other in pairs} - {
            "",
            "qualifiers",
        }
        if not reasons:
            fitting.append(kind)
        elif reasons == {"pointer-types"}:
            doubtful.append(kind)
    return ViableOverloads(fitting, doubtful)


def resolve_overload(
    name: str, functions: Sequence[Function], arguments: Sequence[Argument]
) -> tuple[Function, ...]:
    """Return the overload that a call means, several if it is ambiguous, none if it is unknown.

    It is known for numbers, vectors, enumerations and pointers to them, if compilers warn about
    none of the conversions.
    """
    candidates = _distinct(functions)
    if (
        candidates is None
        or is_builtin(name)
        or not all(_is_plain(each.type) for each in arguments)
    ):
        return ()
    found = matches(candidates, arguments)
    if any(step.rank in _DOUBTFUL for match in found for step in match.conversions):
        return ()
    leader = best(found)
    chosen = contenders(found) if leader is None else [leader]
    return tuple(match.overload.function for match in chosen)


def _distinct(functions: Sequence[Function]) -> list[_Candidate] | None:
    """Return each overload once, None if one of them is not understood."""
    found: list[_Candidate] = []
    for function in functions:
        kind = function.type.type
        if not isinstance(kind, t.FunctionType) or kind.variadic or not kind.prototype:
            return None
        if not all(_is_plain(parameter) for parameter in kind.parameters):
            return None
        if not any(_are_same(kind, other.kind) for other in found):
            found.append(_Candidate(function, kind))
    return found


def _are_same(one: t.FunctionType, other: t.FunctionType) -> bool:
    return len(one.parameters) == len(other.parameters) and all(
        type(first.type) is type(second.type) and same_type(first.type, second.type)
        for first, second in zip(one.parameters, other.parameters, strict=True)
    )


def _is_plain(qualified: t.Qualified) -> bool:
    kind = qualified.type
    if isinstance(kind, t.PointerType):
        pointee = kind.pointee.type
        return isinstance(pointee, t.ScalarType | t.VectorType) and bool(
            t.object_space(kind.pointee)
        )
    return isinstance(kind, _PLAIN)
