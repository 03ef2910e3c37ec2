"""`convert_type(x)`, whose name says all (OpenCL C 6.4.3)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import checks, likeness, wording
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution
from opencl_ls.semantics.types.spelling import named_builtin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.settings.target import Target

_NAME: Final = re.compile(r"convert_(u?[a-z]+?)(\d*)(?:_sat)?(?:_rt[ezpn])?")


def resolve_convert(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `convert_int4_sat_rte(x)` and its like: any type with as many elements."""
    match = _NAME.fullmatch(function.name)
    result = named_builtin(match[1] + match[2]) if match else None
    if match is None or result is None:
        return Resolution(t.UNKNOWN_QUALIFIED)
    width = int(match[2] or 1)
    problems = (
        checks.unavailable(function, target)
        or checks.counted(function, arguments, 1)
        or _other_width(function, arguments, width)
        or _missing_source(function, arguments[0], target)
    )
    return checks.resolution(function, result, problems)


def _other_width(
    function: BuiltinFunction, arguments: Sequence[Argument], width: int
) -> tuple[CallProblem, ...]:
    source = likeness.plain(arguments[0].type.type)
    if isinstance(source, t.UnknownType):
        return ()
    if width == 1 and isinstance(source, t.ScalarType | t.EnumeratedType):
        return ()
    if isinstance(source, t.VectorType) and source.width == width:
        return ()
    expected = "a scalar" if width == 1 else f"a vector of {width} elements"
    return (wording.expects(function.name, arguments, 0, expected),)


def _missing_source(
    function: BuiltinFunction, argument: Argument, target: Target
) -> tuple[CallProblem, ...]:
    """Report a conversion from `half` where computing with it is not possible."""
    source = likeness.plain(argument.type.type)
    element = source.element if isinstance(source, t.VectorType) else source
    if not isinstance(element, t.ScalarType) or element.name != "half":
        return ()
    known = builtin_type("half2")
    reason = None if known is None else known.missing(target)
    if reason is None:
        return ()
    return (wording.unavailable(function.name, reason, f"{function.name}(half)"),)
