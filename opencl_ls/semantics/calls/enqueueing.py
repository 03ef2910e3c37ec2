"""`enqueue_kernel`, and the queries that are made with the block to enqueue (OpenCL C 6.15.17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import checks, likeness, wording
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution
from opencl_ls.semantics.types.kernel_arguments import find_member

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.settings.target import Target

_INT: Final = t.Qualified(t.scalar("int"))
_UINT: Final = t.Qualified(t.scalar("uint"))
_TYPED_BLOCKS: Final = "cl_khr_device_enqueue_local_arg_types"
_EVENTS: Final = 7
"""The number of arguments of a call that has events, without the sizes."""


def resolve_enqueue(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `enqueue_kernel`: with or without events, with or without sizes of local memory."""
    problems = checks.unavailable(function, target) or _enqueued(function, arguments, target)
    return checks.resolution(function, _INT, problems)


def resolve_block_query(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `get_kernel_work_group_size(block)` and the like, with or without an ND-range."""
    with_range = "ndrange" in function.name
    problems = checks.unavailable(function, target)
    problems = problems or checks.counted(function, arguments, 2 if with_range else 1)
    if not problems and with_range:
        problems = checks.not_opaque(function.name, arguments, 0, "ndrange_t")
    if not problems:
        problems = _block(function.name, arguments, len(arguments) - 1, target)
    return checks.resolution(function, _UINT, problems)


def _enqueued(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> tuple[CallProblem, ...]:
    name, count = function.name, len(arguments)
    if count < 4:
        return (wording.wrong_count(name, count, (4,), or_more=True),)
    problems = (
        checks.not_opaque(name, arguments, 0, "queue_t")
        or checks.not_integer(name, arguments, 1, "kernel_enqueue_flags_t")
        or checks.not_opaque(name, arguments, 2, "ndrange_t")
    )
    if problems:
        return problems
    if count == 4 or isinstance(arguments[3].type.type, t.BlockType):
        return _block(name, arguments, 3, target) or _sizes(name, arguments, 3)
    if count >= _EVENTS:
        return (
            _block(name, arguments, 6, target)
            or checks.not_integer(name, arguments, 3, "uint")
            or _single_event(name, arguments[4])
            or _event_pointer(name, arguments, 4)
            or _event_pointer(name, arguments, 5)
            or _constant_event(name, arguments, 5)
            or _sizes(name, arguments, 6)
        )
    if any(checks.is_unknown(argument) for argument in arguments[3:]):
        return ()
    text = (
        f"'{name}' takes a queue, flags, an ND-range and a block, with a number of events, a wait "
        "list and an event before the block, or sizes of local memory after it"
    )
    return (CallProblem("count", text, counts=(4, _EVENTS), or_more=True),)


def _event_pointer(name: str, arguments: Sequence[Argument], index: int) -> tuple[CallProblem, ...]:
    kind = arguments[index].type.type
    if arguments[index].null or isinstance(kind, t.UnknownType):
        return ()
    if isinstance(kind, t.PointerType):
        if likeness.holds_unknown(kind) or kind.pointee.type == t.opaque("clk_event_t"):
            return ()
    return (wording.expects(name, arguments, index, "clk_event_t * or NULL"),)


def _single_event(name: str, events: Argument) -> tuple[CallProblem, ...]:
    """Report an event in place of the list; compilers accept it and read it as a list."""
    if events.type.type != t.opaque("clk_event_t"):
        return ()
    text = f"argument 5 of '{name}' is an event and no pointer to one: use '&'"
    return (CallProblem("pointer-type", text, 4, warning=True),)


def _constant_event(
    name: str, arguments: Sequence[Argument], index: int
) -> tuple[CallProblem, ...]:
    """Report a returned event that is stored in constant memory; compilers accept it."""
    kind = arguments[index].type.type
    if not isinstance(kind, t.PointerType) or not kind.pointee.const:
        return ()
    expected = t.Qualified(t.pointer_to(t.Qualified(t.opaque("clk_event_t"))))
    return (wording.dubious_pointer(name, arguments, index, expected, "qualifiers"),)


def _block(
    name: str, arguments: Sequence[Argument], index: int, target: Target
) -> tuple[CallProblem, ...]:
    """Report a block with parameters that are not pointers to local memory."""
    if checks.is_unknown(arguments[index]):
        return ()
    signature = checks.block_signature(arguments[index])
    if signature is None:
        return (wording.expects(name, arguments, index, "a block"),)
    return tuple(
        _wrong_parameter(name, index, number, parameter, target)
        for number, parameter in enumerate(signature.parameters)
        if not _is_local(parameter, target)
    )


def _is_local(parameter: t.Qualified, target: Target) -> bool:
    """Tell whether a block's parameter is `local void *`, or of another type if that is allowed.

    Source: OpenCL C 6.15.17.1, and the extension's own text.
    """
    kind = parameter.type
    if isinstance(kind, t.UnknownType):
        return True
    if not isinstance(kind, t.PointerType) or t.object_space(kind.pointee) != t.LOCAL:
        return False
    pointee = kind.pointee.type
    if isinstance(pointee, t.VoidType | t.UnknownType):
        return True
    return target.is_asked_for(_TYPED_BLOCKS) and _is_value(t.Qualified(pointee))


def _is_value(kind: t.Qualified) -> bool:
    """Tell whether a type is a number, or a struct of numbers."""
    if isinstance(kind.type, t.AggregateType):
        return not find_member(kind.type, lambda member: not _is_part(member))
    return isinstance(kind.type, t.ScalarType | t.VectorType | t.EnumeratedType)


def _is_part(member: t.Qualified) -> bool:
    return isinstance(member.type, t.UnknownType | t.AggregateType) or _is_value(member)


def _wrong_parameter(
    name: str, index: int, number: int, parameter: t.Qualified, target: Target
) -> CallProblem:
    kind = parameter.type
    actual = wording.type_text(parameter.in_space(t.NO_SPACE))
    text = f"a block for '{name}' takes parameters of type local void * only, not {actual}"
    if isinstance(kind, t.PointerType) and t.object_space(kind.pointee) == t.LOCAL:
        if not target.is_asked_for(_TYPED_BLOCKS):
            text += f"; other pointers to local memory need {_TYPED_BLOCKS} and its pragma"
        else:
            text += f"; {_TYPED_BLOCKS} adds pointers to numbers and to structs of them"
    return CallProblem("block", text, index, "local void *", actual, parameter=number)


def _sizes(name: str, arguments: Sequence[Argument], block: int) -> tuple[CallProblem, ...]:
    """Check that one size follows the block for each of its parameters."""
    signature = checks.block_signature(arguments[block])
    given = len(arguments) - block - 1
    if signature is None or signature.variadic:
        return ()
    wanted = len(signature.parameters)
    if given != wanted:
        text = (
            f"'{name}' needs one size of local memory for each parameter of the block: "
            f"{wanted}, not {given}"
        )
        return (CallProblem("count", text, block, counts=(block + 1 + wanted,)),)
    for index in range(block + 1, len(arguments)):
        problems = checks.not_integer(name, arguments, index, "uint")
        if problems:
            return problems
    return ()
