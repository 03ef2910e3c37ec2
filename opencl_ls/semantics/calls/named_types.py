"""Functions with a type or an address space in their name, such as `as_T`, and `vec_step`.

Source: OpenCL C 6.4.3, 6.4.4.2, 6.15.9 and 6.15.13.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.types import builtin_type
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import checks, likeness, wording
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution
from opencl_ls.semantics.constants import size_in_memory, size_of
from opencl_ls.semantics.constants.layout import possible_sizes
from opencl_ls.semantics.types.spelling import named_builtin

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.settings.target import Target

_CONVERSION: Final = lazy_pattern(r"convert_(u?[a-z]+?)(\d*)(?:_sat)?(?:_rt[ezpn])?")

# --- conversions ---------------------------------------------------------------------------------


def resolve_convert(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `convert_int4_sat_rte(x)` and similar functions: any type with as many elements."""
    match = _CONVERSION.fullmatch(function.name)
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
    return (wording.unavailable(function.name, reason, is_overload=True),)


def resolve_to_space(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `to_local(p)` and similar functions: one pointer, and not to constant memory."""
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


# --- reinterpretation ----------------------------------------------------------------------------


def resolve_as(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `as_float4(x)` and similar functions: one argument of the same size as the result.

    A vector of three elements has the size of one of four.
    """
    result = named_builtin(function.name.removeprefix("as_")) or t.UNKNOWN_QUALIFIED
    problems = (
        checks.unavailable(function, target)
        or checks.counted(function, arguments, 1)
        or checks.valued(function, arguments)
        or _other_size(function.name, arguments, result, target)
    )
    return checks.resolution(function, result, problems)


def resolve_vec_step(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve `vec_step(x)`: one scalar or vector."""
    problems = checks.unavailable(function, target) or checks.counted(function, arguments, 1)
    counted = (t.ScalarType, t.VectorType, t.EnumeratedType, t.VoidType, t.UnknownType)
    if not problems and not isinstance(arguments[0].type.type, counted):
        problems = (wording.expects(function.name, arguments, 0, "a scalar or a vector"),)
    return checks.resolution(function, t.Qualified(t.scalar("int")), problems)


def _other_size(
    name: str, arguments: Sequence[Argument], result: t.Qualified, target: Target
) -> tuple[CallProblem, ...]:
    wanted = _size(result.type, target)
    possible = sizes_on_device(arguments[0].type, target)
    if not possible or wanted is None or wanted in possible:
        return ()
    given = possible[0] if wanted < possible[0] else possible[-1]
    actual = wording.actual_type(arguments[0])
    text = (
        f"'{name}' reinterprets {wanted} bytes as {wording.type_text(result)}, "
        f"but {actual} has {given}"
    )
    return (CallProblem("size", text, 0, f"a type of {wanted} bytes", actual),)


def sizes_on_device(qualified: t.Qualified, target: Target) -> range | None:
    """Return the sizes that a value may have on a device, None if they are unknown."""
    if isinstance(qualified.type, t.AggregateType):
        return possible_sizes(qualified.type)
    size = _size(qualified.type, target)
    if isinstance(qualified.type, t.ArrayType):
        array, size = qualified.type, size_in_memory(qualified)
        one = _size(array.element.type, target)
        if size is None and array.size is not None and one is not None:
            size = one * array.size
    return None if size is None else range(size, size + 1)


def _size(kind: t.Type, target: Target) -> int | None:
    is_handle = isinstance(kind, t.OpaqueType | t.ImageType) and kind != t.opaque("ndrange_t")
    if is_handle or isinstance(kind, t.PointerType | t.BlockType):
        return target.pointer_bits // 8
    if kind == t.opaque("ndrange_t"):
        # A number of 32 bits and nine sizes, in compilers' headers.
        return 10 * target.pointer_bits // 8
    return size_of(likeness.plain(kind))
