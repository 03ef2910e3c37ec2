"""The versions, extensions and features under which an item is valid.

A *need* is a function of the version: the extensions and features that are required in addition, or
that the version cannot work.  Tables give the needs of names, code those of constructs.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.queries.overloads import arguments_of
from opencl_ls.analysis.queries.stores import stores
from opencl_ls.analysis.query_results import Way
from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.functions import function
from opencl_ls.builtins.language import keyword
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import EQUIVALENT_EXTENSION, Availability, Version
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls import Argument, resolve
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import ItemModel, derived_within
from opencl_ls.semantics.types import symbols as s
from opencl_ls.semantics.types.components import components
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.settings.target import Target
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.analysis.queries.hints_raw import Source
    from opencl_ls.analysis.queries.stores import Store

_SMALL: Final = frozenset(("char", "uchar", "char2", "uchar2", "short", "ushort"))
"""The types that a program of OpenCL C 1.0 cannot store to by itself (9.9 of OpenCL 1.0)."""


class Besides(NamedTuple):
    """The needs in addition to a version."""

    extensions: frozenset[str] = frozenset()
    features: frozenset[str] = frozenset()


Need = tuple[Besides | None, ...]
"""The needs in addition to each `Version`, in their order; None if it cannot work."""

VERSIONS: Final = tuple(Version)
_GENERIC: Final = Availability(200, features=("__opencl_c_generic_address_space",))
_BLOCKS: Final = Availability(200, features=("__opencl_c_device_enqueue",))
_FILE_SCOPE: Final = Availability(200, features=("__opencl_c_program_scope_global_variables",))
_RGBA: Final = Availability(300)
_HALF: Final = Availability(requires=("cl_khr_fp16",))
_BYTE_STORE: Final = Availability(110, extensions=("cl_khr_byte_addressable_store",))


def ways(needs: Iterable[Need]) -> tuple[Way, ...]:
    """Return the lowest version that meets all needs, and a later one that takes less, if any."""
    found: list[Way] = []
    rows = list(needs)
    for number, version in enumerate(VERSIONS):
        wanted = [need[number] for need in rows]
        if None in wanted:
            continue
        known = [each for each in wanted if each is not None]
        extensions = frozenset[str]().union(*(each.extensions for each in known))
        features = frozenset[str]().union(*(each.features for each in known))
        way = Way(int(version), tuple(sorted(extensions)), tuple(sorted(features)))
        if not found or (
            len(found) == 1 and not features and extensions < frozenset(found[0].extensions)
        ):
            found.append(way)
    return tuple(found)


@derived_within
def needs_of(model: ItemModel, source: Source) -> frozenset[Need]:
    """Return the needs of an item without its outer names."""
    return frozenset(_needs(model, source))


def _needs(model: ItemModel, source: Source) -> Iterator[Need]:
    yield from map(_of_availability, set(_availabilities(model)))
    if _has_blocks(model):
        yield _of_availability(_BLOCKS)
    if any(map(_is_half, _computed(model))):
        yield _of_availability(_HALF)
    if any(_becomes_generic(model, each) for each in stores(source) if not each.is_builtin):
        yield _of_availability(_GENERIC)
    if any(_has_rgba(model, each) for each in model.of_kind(r.Member)):
        yield _of_availability(_RGBA)
    if any(map(_is_of_file, model.declared.values())):
        yield _of_availability(_FILE_SCOPE)
    if any(_is_small(model, place) for place in _stored(model)):
        yield _of_availability(_BYTE_STORE)
    for call in model.of_kind(r.Call):
        callee = unwrapped(call.callee)
        if isinstance(callee, r.Name) and model.references.get(callee) is None:
            if function(callee.name) is not None:
                yield _of_call(callee.name, tuple(arguments_of(model, call)))


# --- names and constructs ------------------------------------------------------------------------


def _availabilities(model: ItemModel) -> Iterator[Availability]:
    """Yield the conditions of the types, keywords and constants that an item names."""
    for basic in model.of_kind(r.BasicType):
        whole = builtin_type(" ".join(basic.words))
        kinds = [whole] if whole is not None else map(builtin_type, basic.words)
        yield from (each.availability for each in kinds if each is not None)
    for named in model.of_kind(r.NamedType):
        kind = builtin_type(named.name)
        if kind is not None and model.references.get(named) is None:
            yield kind.availability
    words: list[str] = []
    for specifiers in model.of_kind(r.Specifiers):
        words += [each.text for each in (*specifiers.storage, *specifiers.qualifiers)]
    for part in model.of_kind(r.PointerPart):
        words += [each.text for each in part.qualifiers]
    for word in set(words):
        known = keyword(word)
        if known is not None:
            is_generic = word.strip("_") == "generic"
            yield _GENERIC if is_generic else known.availability
    for name in model.of_kind(r.Name):
        constant = macro(name.name) if model.references.get(name) is None else None
        if constant is not None:
            yield constant.availability


def _has_blocks(model: ItemModel) -> bool:
    return any(True for _ in model.of_kind(r.BlockLiteral, r.BlockPart))


def _computed(model: ItemModel) -> Iterator[t.Type]:
    """Yield the types of objects and of other values."""
    for symbol in model.declared.values():
        if isinstance(symbol, s.Variable | s.ParameterVariable):
            yield symbol.type.type
    for record in model.of_kind(r.Binary, r.Unary, r.Call, r.Cast, r.VectorLiteral, r.FloatLiteral):
        yield model.types.get(record, t.UNKNOWN_QUALIFIED).type


def _is_half(kind: t.Type) -> bool:
    element = kind.element if isinstance(kind, t.VectorType) else kind
    return element is t.scalar("half")


def _has_rgba(model: ItemModel, member: r.Member) -> bool:
    base = model.types.get(member.base, t.UNKNOWN_QUALIFIED).type
    return isinstance(base, t.VectorType) and components(member.member.text, base.width).rgba


def _becomes_generic(model: ItemModel, store: Store) -> bool:
    """Tell whether a pointer is converted from a named address space to the generic one."""
    to = store.target.type
    from_ = value_of(model.types.get(store.value, t.UNKNOWN_QUALIFIED)).type
    if not isinstance(to, t.PointerType) or not isinstance(from_, t.PointerType):
        return False
    named = t.object_space(from_.pointee) in (t.GLOBAL, t.LOCAL)
    return named and t.object_space(to.pointee) == t.GENERIC


def _is_of_file(symbol: s.Symbol) -> bool:
    is_outside = isinstance(symbol, s.Variable) and symbol.function is None and symbol.depth == 0
    is_global = t.object_space(symbol.type) == t.GLOBAL
    return is_outside and is_global and not isinstance(symbol.type.type, t.BlockType)


def _stored(model: ItemModel) -> Iterator[r.Expression]:
    for assignment in model.of_kind(r.Assignment):
        yield assignment.left
    for step in model.of_kind(r.Postfix):
        yield step.operand
    for prefix in model.of_kind(r.Unary):
        if prefix.operator in ("++", "--"):
            yield prefix.operand


def _is_small(model: ItemModel, place: r.Expression) -> bool:
    """Tell whether a store changes less than 32 bits; a part of a vector counts as the vector."""
    inner = unwrapped(place)
    kind = model.types.get(inner, t.UNKNOWN_QUALIFIED)
    while isinstance(inner, r.Member | r.Index):
        base = model.types.get(inner.base, t.UNKNOWN_QUALIFIED)
        if not isinstance(base.type, t.VectorType):
            break
        inner, kind = unwrapped(inner.base), base
    is_shared = t.object_space(kind) in (t.GLOBAL, t.LOCAL)
    return is_shared and t.spelled(t.Qualified(kind.type)) in _SMALL


# --- from conditions to needs --------------------------------------------------------------------


@cache
def _of_availability(availability: Availability) -> Need:
    return tuple(_besides(availability, version) for version in VERSIONS)


def _besides(need: Availability, version: Version) -> Besides | None:
    """Return the needs of a built-in in addition to a version; Khronos's extensions come first."""
    if not all(_is_offered(name, version) for name in need.requires):
        return None
    if need.min_version is not None and version >= need.min_version:
        features = need.features if version >= Version.CL30 else ()
        return Besides(frozenset(need.requires), frozenset(features))
    if need.extension_min is not None and version < need.extension_min:
        return None
    offered = [name for name in need.extensions if _is_offered(name, version)]
    if not offered:
        return None
    chosen = min(offered, key=lambda name: not name.startswith("cl_khr_"))
    if need.min_version is not None and not chosen.startswith("cl_khr_"):
        # A later version has it for every vendor.
        return None
    features = tuple(
        name
        for name in need.features
        if version >= Version.CL30 and EQUIVALENT_EXTENSION.get(name) != chosen
    )
    return Besides(frozenset((*need.requires, chosen)), frozenset(features))


def _is_offered(name: str, version: Version) -> bool:
    known = all_extensions().get(name)
    if known is None:
        return True
    return version >= known.since and (known.deprecated is None or version < known.deprecated)


@cache
def _widest(version: Version) -> Target:
    """Return the target of a version with all extensions and features."""
    return Target.make(version, "all")


@cache
def _without_generic_space(version: Version) -> Target:
    return Target.make(version, "all", undefined_features=_GENERIC.features)


def _of_call(name: str, arguments: tuple[Argument, ...]) -> Need:
    """Return the needs of the overload that a call of a built-in means in each version."""
    plain = tuple(map(_without_generic, arguments))
    found: list[Besides | None] = []
    for version in VERSIONS:
        # Most overloads for the generic address space only replace others, which 3.0 may have.
        tried = [(plain, _without_generic_space(version)), (arguments, _widest(version))]
        if version < Version.CL20:
            tried = [(plain, _widest(version))]
        elif version < Version.CL30:
            tried = tried[1:]
        overloads = [_overload(name, given, target) for given, target in tried]
        found.append(next((each for each in overloads if each is not None), None))
    return tuple(found)


def _overload(name: str, arguments: tuple[Argument, ...], target: Target) -> Besides | None:
    resolution = resolve(name, arguments, target)
    problem = None if resolution is None else resolution.problem
    if problem is not None and problem.kind == "unavailable":
        return None
    if resolution is not None and problem is None and resolution.signature is not None:
        return _besides(resolution.signature.availability, target.version)
    return _any_overload(name, target.version)


def _any_overload(name: str, version: Version) -> Besides | None:
    """Return the needs of the easiest overload of a function, if the call is ambiguous."""
    known = function(name)
    overloads = [
        way
        for each in (known.signatures if known is not None else ())
        if (way := _besides(each.availability, version)) is not None
    ]
    return min(overloads, key=lambda way: len(way.extensions) + len(way.features), default=None)


def _without_generic(argument: Argument) -> Argument:
    """Return an argument for a version without the generic address space."""
    kind = argument.type.type
    if not isinstance(kind, t.PointerType) or t.object_space(kind.pointee) != t.GENERIC:
        return argument
    plain = t.pointer_to(kind.pointee.in_space(t.PRIVATE))
    return Argument(
        t.Qualified(plain),
        argument.is_lvalue,
        argument.constant,
        argument.null,
        argument.record,
    )
