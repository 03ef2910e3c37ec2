"""Implicit conversions of arguments, ranked for the choice of an overload.

C has no overloads; those of OpenCL's built-in functions are an extension that compilers build
after C++'s rules ([over.ics.rank] in C++11 13.3.3.2), with two additions: a scalar is widened to a
vector (OpenCL C 6.2.6), and a pointer conversion that only C allows is worse than anything else.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import likeness
from opencl_ls.semantics.types.conversions import space_converts

if TYPE_CHECKING:
    from opencl_ls.semantics.calls.model import Argument


class Rank(IntEnum):
    """How good a conversion is; less is better."""

    EXACT = 0
    PROMOTION = 1
    CONVERSION = 2
    WIDENING = 3
    C_ONLY = 4
    DUBIOUS = 5


class Conversion(NamedTuple):
    """How an argument becomes a parameter.

    `requalified` is true if a pointer gains qualifiers or a wider address space, and `to_void` if
    it loses its type.  `complaint` is the kind of problem that compilers warn about, or, with an
    exact rank, one that they miss.
    """

    rank: Rank
    requalified: bool = False
    to_void: bool = False
    complaint: str = ""


EXACT: Final = Conversion(Rank.EXACT)
PROMOTION: Final = Conversion(Rank.PROMOTION)
CONVERSION: Final = Conversion(Rank.CONVERSION)
WIDENING: Final = Conversion(Rank.WIDENING)
C_ONLY: Final = Conversion(Rank.C_ONLY)
_REQUALIFIED: Final = Conversion(Rank.EXACT, requalified=True)
_TO_VOID: Final = Conversion(Rank.CONVERSION, to_void=True)
_LOSES_QUALIFIERS: Final = Conversion(Rank.DUBIOUS, complaint="qualifiers")
_OTHER_SIGN: Final = Conversion(Rank.DUBIOUS, complaint="pointer-sign")
_OTHER_POINTEE: Final = Conversion(Rank.DUBIOUS, complaint="pointer-type")
_FROM_FLAG: Final = Conversion(Rank.EXACT, requalified=True, complaint="pointer-type")

_FLAG: Final = t.ATOMIC_FLAG.type
_INT: Final = t.scalar("int")
_UINT: Final = t.scalar("uint")


def conversion(argument: Argument, parameter: t.Qualified) -> Conversion | None:
    """Return how `argument` converts to `parameter` implicitly, or None when it does not."""
    source, wanted = likeness.plain(argument.type.type), likeness.plain(parameter.type)
    if isinstance(source, t.UnknownType) or isinstance(wanted, t.UnknownType):
        return EXACT
    if isinstance(source, t.ScalarType):
        return _from_scalar(argument, source, wanted)
    if isinstance(source, t.EnumeratedType):
        return _from_enumeration(argument, wanted)
    if isinstance(source, t.PointerType):
        return _from_pointer(argument, source, wanted)
    if isinstance(source, t.ImageType):
        fits = source is wanted or source == wanted
        return EXACT if fits and _access(argument.type) == _access(parameter) else None
    if isinstance(source, t.BlockType):
        to_void = isinstance(wanted, t.PointerType) and wanted.pointee.type is t.VOID
        if to_void or isinstance(wanted, t.BlockType):
            return C_ONLY
        return None
    return EXACT if likeness.same(source, wanted) else None


def better(one: Conversion, other: Conversion, first: t.Qualified, second: t.Qualified) -> int:
    """Return 1 when `one` (to the type `first`) is the better conversion, -1 for the other, else 0.

    Source: C++11 13.3.3.2, paragraphs 3 and 4.
    """
    if one.rank != other.rank:
        return 1 if one.rank < other.rank else -1
    if one.requalified != other.requalified and one.rank is Rank.EXACT:
        return -1 if one.requalified else 1
    if one.to_void != other.to_void:
        return -1 if one.to_void else 1
    return _less_qualified(first, second) if one.requalified or one.to_void else 0


def _access(qualified: t.Qualified) -> str:
    return qualified.access or "read_only"


def _from_scalar(argument: Argument, source: t.ScalarType, wanted: t.Type) -> Conversion | None:
    if source is wanted:
        return EXACT
    if isinstance(wanted, t.ScalarType):
        return _arithmetic(source, wanted)
    if isinstance(wanted, t.VectorType):
        return WIDENING
    if source.floating:
        return None
    if isinstance(wanted, t.EnumeratedType):
        return CONVERSION
    if isinstance(wanted, t.PointerType):
        return CONVERSION if argument.null else None
    if isinstance(wanted, t.OpaqueType):
        return _to_opaque(argument, wanted)
    return None


def _arithmetic(source: t.ScalarType, wanted: t.ScalarType) -> Conversion:
    if source.floating:
        widened = source.name == "float" and wanted.name == "double"
        return PROMOTION if widened else CONVERSION
    return PROMOTION if wanted is _INT and source.bits < _INT.bits else CONVERSION


def _to_opaque(argument: Argument, wanted: t.OpaqueType) -> Conversion | None:
    if wanted.name == "sampler_t":
        return C_ONLY if argument.constant is None else CONVERSION
    if wanted.name in ("event_t", "queue_t"):
        return CONVERSION if argument.constant == 0 else None
    return None


def _from_enumeration(argument: Argument, wanted: t.Type) -> Conversion | None:
    if wanted is argument.type.type:
        return EXACT
    if isinstance(wanted, t.ScalarType):
        # An enumeration without negative enumerators is an unsigned int to compilers.
        return PROMOTION if wanted is _UINT else CONVERSION
    if isinstance(wanted, t.EnumeratedType):
        return CONVERSION
    if isinstance(wanted, t.OpaqueType):
        return _to_opaque(argument, wanted)
    return WIDENING if isinstance(wanted, t.VectorType) else None


def _from_pointer(argument: Argument, source: t.PointerType, wanted: t.Type) -> Conversion | None:
    if isinstance(wanted, t.ScalarType):
        return CONVERSION if wanted.name == "bool" else None
    if not isinstance(wanted, t.PointerType):
        return None
    if argument.null:
        return _TO_VOID if wanted.pointee.type is t.VOID else CONVERSION
    return pointer_conversion(source.pointee, wanted.pointee)


def pointer_conversion(source: t.Qualified, wanted: t.Qualified) -> Conversion | None:
    """Return how a pointer to `source` converts to a pointer to `wanted` (C11 6.5.16.1)."""
    if likeness.holds_unknown(source.type):
        return EXACT
    space, wanted_space = t.object_space(source), t.object_space(wanted)
    if not space_converts(space, wanted_space):
        return None
    loses = (source.const and not wanted.const) or (source.volatile and not wanted.volatile)
    if source.type is _FLAG and isinstance(wanted.type, t.AtomicType):
        # A flag's value has no type for a program, but compilers declare the flag as an atomic_int.
        value = wanted.type.value.type
        if not isinstance(value, t.UnknownType):
            return _FROM_FLAG if value is _INT and not loses else _OTHER_POINTEE
    if likeness.same(source.type, wanted.type):
        if loses:
            return _LOSES_QUALIFIERS
        gains = (source.const, source.volatile) != (wanted.const, wanted.volatile)
        return _REQUALIFIED if gains or (space and space != wanted_space) else EXACT
    if isinstance(source.type, t.FunctionType):
        return None
    related = _between_pointees(source.type, wanted.type)
    if related is not None:
        return _LOSES_QUALIFIERS if loses else related
    if isinstance(source.type, t.PointerType) and isinstance(wanted.type, t.PointerType):
        return _nested(source.type.pointee, wanted.type.pointee)
    return _OTHER_POINTEE


def _between_pointees(source: t.Type, wanted: t.Type) -> Conversion | None:
    """Return the conversion between pointers to types that are related, None for other types."""
    if wanted is t.VOID:
        return _TO_VOID
    if source is t.VOID:
        return C_ONLY
    if likeness.compatible(source, wanted):
        return CONVERSION
    return _OTHER_SIGN if likeness.same_but_for_sign(source, wanted) else None


def _nested(source: t.Qualified, wanted: t.Qualified) -> Conversion | None:
    """Pointers to pointers may differ neither in address spaces nor in qualifiers."""
    if t.object_space(source) != t.object_space(wanted) or likeness.same(source.type, wanted.type):
        return None
    return _OTHER_POINTEE


def _less_qualified(first: t.Qualified, second: t.Qualified) -> int:
    one, other = first.type, second.type
    if not isinstance(one, t.PointerType) or not isinstance(other, t.PointerType):
        return 0
    if not likeness.same(one.pointee.type, other.pointee.type):
        return 0
    there = pointer_conversion(one.pointee, other.pointee)
    back = pointer_conversion(other.pointee, one.pointee)
    goes = there is not None and there.requalified
    returns = back is not None and back.requalified
    return int(goes) - int(returns)
