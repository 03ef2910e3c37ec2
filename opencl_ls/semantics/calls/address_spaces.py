"""`to_global` and its kin: a generic pointer as one into a named space (OpenCL C 6.15.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import checks, wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.semantics.calls.model import Argument, Resolution
    from opencl_ls.settings.target import Target


def resolve_to_space(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `to_local(p)` and its like: one pointer, and not to constant memory."""
    problems = checks.unavailable(function, target) or checks.counted(function, arguments, 1)
    if not arguments or checks.is_unknown(arguments[0]):
        return checks.resolution(function, t.UNKNOWN_QUALIFIED, problems)
    kind = arguments[0].type.type
    if not isinstance(kind, t.PointerType) or t.object_space(kind.pointee) == t.CONSTANT:
        problems = problems or (wording.expects(function.name, arguments, 0, "a generic pointer"),)
        return checks.resolution(function, t.UNKNOWN_QUALIFIED, problems)
    space = function.name.removeprefix("to_")
    result = t.Qualified(t.pointer_to(kind.pointee.in_space(space)))
    return checks.resolution(function, result, problems)
