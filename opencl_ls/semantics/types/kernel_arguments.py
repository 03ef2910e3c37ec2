"""The arguments of kernels as the host passes them (OpenCL C 6.11 "Restrictions")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function, MemberVariable, ParameterVariable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def kernel_parameters(function: Function) -> Iterator[ParameterVariable]:
    """Yield the parameters of a kernel, none for a function that is no kernel."""
    if function.is_kernel:
        yield from function.parameters


def parameter_words(parameter: ParameterVariable) -> str:
    """Return what a message calls a kernel's parameter: by its name, or by its number."""
    if parameter.name or parameter.function is None:
        return f"kernel parameter '{parameter.name}'"
    return f"parameter {parameter.index + 1} of kernel '{parameter.function.name}'"


def pointees(qualified: t.Qualified) -> Iterator[t.Qualified]:
    """Yield what a pointer points to, level by level."""
    while type(qualified.type) is t.PointerType:
        qualified = qualified.type.pointee
        yield qualified


def find_member(
    kind: t.Type, matches: Callable[[t.Qualified], bool]
) -> tuple[t.AggregateMember, ...]:
    """Return the path to the first member with a matching type, outermost member first, or ()."""
    if type(kind) is not t.AggregateType:
        return ()
    return _find(kind, matches, {kind})


def _find(
    kind: t.AggregateType, matches: Callable[[t.Qualified], bool], seen: set[t.AggregateType]
) -> tuple[t.AggregateMember, ...]:
    for member in kind.members or ():
        element = t.element_of(member.type)
        if matches(element):
            return (member,)
        inner = element.type
        if type(inner) is t.AggregateType and inner not in seen:
            seen.add(inner)
            below = _find(inner, matches, seen)
            if below:
                return (member, *below)
    return ()


def member_words(way: tuple[t.AggregateMember, ...]) -> str:
    """Return the path to a member in source form: "in.flags"."""
    return ".".join(member.name for member in way if member.name)


def member_places(way: tuple[t.AggregateMember, ...]) -> list[tuple[MemberVariable, str]]:
    """Return the last member of a path as a related place."""
    declared = way[-1].declared
    if type(declared) is not MemberVariable:
        return []
    return [(declared, f"'{declared.name}' is declared here")]
