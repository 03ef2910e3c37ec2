"""Words about values and their destinations, shared by the rules about types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

UNRELATED: Final = ("incompatible", "vector-scalar", "array-initializer", "braces")
"""The reasons of a mismatch between types that no conversion leads between."""

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.model.problems import Mismatch
    from opencl_ls.semantics.types.symbols import Symbol
    from opencl_ls.settings.target import Target


def misplaced(problem: Mismatch) -> str:
    """Return the first half of a message: which value goes to which wrong destination."""
    source, destination = t.described(problem.source), t.described(problem.destination)
    if problem.context == "argument":
        return f"{source} is passed to {parameter_named(problem)}, which is {destination}"
    if problem.context == "return":
        return f"{source} is returned where the result is {destination}"
    if problem.reason == "braces":
        return f"a list in braces initializes {destination}"
    if problem.context == "initialize":
        return f"{source} initializes {destination}"
    return f"{source} is assigned to {destination}"


def declared_parameter(problem: Mismatch) -> list[tuple[Symbol, str]]:
    """Return where the parameter that an argument goes to is declared, as a related place."""
    function = problem.function
    if function is None or problem.index >= len(function.parameters):
        return []
    parameter = function.parameters[problem.index]
    if not parameter.name:
        return []
    return [(parameter, f"parameter '{parameter.name}' is declared here")]


def space_name(qualified: t.Qualified) -> str:
    """Return the name of the address space of an object: "global"."""
    return t.object_space(qualified) or t.PRIVATE


def in_space(qualified: t.Qualified) -> str:
    """Return where an object is, in words: "in global memory", "in the generic address space"."""
    space = space_name(qualified)
    if space == t.GENERIC:
        return "in the generic address space"
    return f"in {space} memory"


def why_spaces_differ(to: t.Qualified, from_: t.Qualified, target: Target) -> str:
    """Return why a pointer to `from_` is no pointer to `to`: their two address spaces."""
    one, other = space_name(from_), space_name(to)
    if t.CONSTANT in (one, other):
        if t.GENERIC in (one, other):
            return "constant memory is not part of the generic address space"
        return f"{one} and {other} memory are separate"
    if one == t.GENERIC:
        return f"a generic pointer becomes a {other} one only by a cast or by 'to_{other}'"
    text = f"{one} and {other} memory are separate"
    if t.PRIVATE in (one, other) and not target.has_generic_address_space:
        version = target.version.words
        text += f"; a pointer without an address space points to private memory in {version}"
    return text


def why_unrelated(problem: Mismatch) -> str:
    """Return why no conversion leads from the source of a mismatch to its destination."""
    source, destination = problem.source, problem.destination
    if problem.reason == "array-initializer":
        return "an array is initialized by a list in braces"
    if problem.reason == "braces":
        is_atomic = isinstance(destination.type, t.AtomicType)
        what = "an atomic object" if is_atomic else kind_of_value(destination)
        return f"{what} has no parts that a list could give values to"
    if problem.reason == "vector-scalar":
        return "a component has to be chosen, such as '.x'"
    one, other = kind_of_value(source), kind_of_value(destination)
    if one == other:
        return "the types are different"
    return f"{one} does not become {other}"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun: "1 element", "2 elements"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def listed(names: Sequence[str]) -> str:
    """Return names in quotes as a sentence lists them: "'x', 'y' and 'z'"."""
    quoted = [f"'{name}'" for name in names]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} and {quoted[-1]}"


def is_string(record: r.Record) -> bool:
    """Tell whether an expression is a string literal."""
    while isinstance(record, r.Parenthesized):
        record = record.inner
    return isinstance(record, r.StringLiteral)


def kind_of_value(qualified: t.Qualified) -> str:
    """Return what sort of type this is, with its article: "a vector"."""
    kind = qualified.type
    if isinstance(kind, t.VectorType):
        return "a vector"
    if isinstance(kind, t.PointerType):
        return "a pointer"
    if isinstance(kind, t.ArrayType):
        return "an array"
    if isinstance(kind, t.AggregateType):
        return f"a {kind.keyword}"
    if isinstance(kind, t.BlockType):
        return "a block"
    if isinstance(kind, t.FunctionType):
        return "a function"
    if isinstance(kind, t.ImageType | t.OpaqueType | t.PipeType):
        return "an opaque object"
    return "a number"


def has_rules_of_its_own(*kinds: t.Qualified) -> bool:
    """Tell whether one of the types is an image or a pipe, which other rules report."""
    return any(isinstance(each.type, t.ImageType | t.PipeType) for each in kinds)


def is_void(qualified: t.Qualified) -> bool:
    """Tell whether this is the type of a call without a value."""
    return isinstance(qualified.type, t.VoidType)


def parameter_named(problem: Mismatch) -> str:
    """Return the parameter that an argument goes to, in words."""
    function, index = problem.function, problem.index
    if function is None:
        return f"parameter {index + 1} of the block"
    name = ""
    if index < len(function.parameters):
        name = function.parameters[index].name
    return (
        f"parameter '{name}' of '{function.name}'"
        if name
        else (f"parameter {index + 1} of '{function.name}'")
    )
