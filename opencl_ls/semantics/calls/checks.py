"""Checks of arguments for the functions with rules of their own; UNKNOWN passes each of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import likeness, wording
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.settings.target import Target


def unavailable(function: BuiltinFunction, target: Target) -> tuple[CallProblem, ...]:
    """Return the problem of a function that the target does not have at all, if so."""
    reason = function.missing(target)
    return () if reason is None else (wording.unavailable(function.name, reason),)


def is_unknown(argument: Argument) -> bool:
    """Tell whether the argument's type is not understood."""
    return isinstance(argument.type.type, t.UnknownType)


def not_integer(
    name: str, arguments: Sequence[Argument], index: int, wanted: str
) -> tuple[CallProblem, ...]:
    """Return the problem of an argument that is no integer scalar, if so."""
    kind = likeness.plain(arguments[index].type.type)
    if isinstance(kind, t.EnumeratedType | t.UnknownType):
        return ()
    if isinstance(kind, t.ScalarType) and not kind.floating:
        return ()
    return (wording.expects(name, arguments, index, wanted),)


def not_opaque(
    name: str, arguments: Sequence[Argument], index: int, wanted: str
) -> tuple[CallProblem, ...]:
    """Return the problem of an argument that is not of the opaque type `wanted`, if so."""
    kind = arguments[index].type.type
    fits = isinstance(kind, t.UnknownType) or kind == t.opaque(wanted)
    return () if fits else (wording.expects(name, arguments, index, wanted),)


def block_signature(argument: Argument) -> t.FunctionType | None:
    """Return the signature of a block; None when the argument is none, or is not understood."""
    kind = argument.type.type
    return kind.function if isinstance(kind, t.BlockType) else None


def counted(
    function: BuiltinFunction, arguments: Sequence[Argument], count: int
) -> tuple[CallProblem, ...]:
    """Return the problem of a call that has not `count` arguments, if so."""
    if len(arguments) == count:
        return ()
    return (wording.wrong_count(function.name, len(arguments), (count,)),)


def valued(function: BuiltinFunction, arguments: Sequence[Argument]) -> tuple[CallProblem, ...]:
    """Return the problems of void arguments and pipes, which cannot be passed."""
    return tuple(
        wording.expects(function.name, arguments, index, "a value")
        for index, argument in enumerate(arguments)
        if isinstance(argument.type.type, t.VoidType | t.PipeType)
    )


def resolution(
    function: BuiltinFunction, result: t.Qualified, problems: Sequence[CallProblem] = ()
) -> Resolution:
    """Return the resolution of a call by the first signature."""
    return Resolution(result, function.signatures[0], problems=tuple(problems))
