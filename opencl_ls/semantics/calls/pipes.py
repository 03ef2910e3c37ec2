"""The functions that read, write and reserve packets of pipes (OpenCL C 6.15.16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import checks, likeness, wording
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.settings.target import Target

_QUERIES: Final = frozenset({"get_pipe_num_packets", "get_pipe_max_packets"})
_RESULTS: Final = {
    "read": t.Qualified(t.scalar("int")),
    "reserve": t.Qualified(t.opaque("reserve_id_t")),
    "commit": t.Qualified(t.VOID),
    "query": t.Qualified(t.scalar("uint")),
}


def resolve_pipe(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve a call of any function that takes a pipe."""
    purpose = _purpose(function.name)
    problems = (
        checks.unavailable(function, target)
        or _miscounted(function, arguments, purpose)
        or _other_access(function.name, arguments)
        or _other_arguments(function.name, arguments, purpose)
    )
    signature = next(
        (one for one in function.signatures if len(one.parameters) == len(arguments)),
        function.signatures[0],
    )
    return Resolution(_RESULTS[purpose], signature, problems=problems)


def _purpose(name: str) -> str:
    if name in _QUERIES:
        return "query"
    return next((word for word in ("reserve", "commit") if f"{word}_" in name), "read")


def _miscounted(
    function: BuiltinFunction, arguments: Sequence[Argument], purpose: str
) -> tuple[CallProblem, ...]:
    if purpose != "read":
        return checks.counted(function, arguments, 1 if purpose == "query" else 2)
    if len(arguments) in (2, 4):
        return ()
    return (wording.wrong_count(function.name, len(arguments), (2, 4)),)


def _other_access(name: str, arguments: Sequence[Argument]) -> tuple[CallProblem, ...]:
    """Report a pipe of the other access; without a qualifier it is read_only."""
    if not isinstance(arguments[0].type.type, t.PipeType | t.UnknownType):
        return (wording.expects(name, arguments, 0, "a pipe"),)
    if name in _QUERIES or checks.is_unknown(arguments[0]):
        return ()
    wanted = "write_only" if "write" in name else "read_only"
    given = arguments[0].type.access or "read_only"
    if wanted == given:
        return ()
    text = f"'{name}' needs a {wanted} pipe, and this one is {given}"
    return (CallProblem("access", text, 0, wanted, given),)


def _other_arguments(
    name: str, arguments: Sequence[Argument], purpose: str
) -> tuple[CallProblem, ...]:
    if purpose == "query":
        return ()
    if purpose == "commit":
        return checks.not_opaque(name, arguments, 1, "reserve_id_t")
    if purpose == "reserve":
        return checks.not_integer(name, arguments, 1, "uint")
    if len(arguments) == 2:
        return _packet(name, arguments, 1)
    return (
        checks.not_opaque(name, arguments, 1, "reserve_id_t")
        or checks.not_integer(name, arguments, 2, "uint")
        or _packet(name, arguments, 3)
    )


def _packet(name: str, arguments: Sequence[Argument], index: int) -> tuple[CallProblem, ...]:
    """Report a packet pointer that does not point to exactly the type of the pipe."""
    pipe, pointer = arguments[0].type.type, arguments[index].type.type
    if not isinstance(pipe, t.PipeType) or likeness.holds_unknown(pointer):
        return ()
    if isinstance(pointer, t.PointerType) and likeness.same(pointer.pointee.type, pipe.packet.type):
        return ()
    expected = f"{wording.type_text(pipe.packet.in_space(t.NO_SPACE))} *"
    return (wording.expects(name, arguments, index, expected),)
