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


class Needed(NamedTuple):
    """A need of an item, with the bytes from `start` to `end` of its text that ask for it.

    `words` say what is there, as byte text: "'sub_group_all'", "a block".
    """

    need: Need
    start: int
    end: int
    words: str


VERSIONS: Final = tuple(Version)
_NOTHING: Final = Besides()
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
def needs_of(model: ItemModel, source: Source) -> tuple[Needed, ...]:
    """Return the needs of an item without its outer names, each once, where it is met first."""
    found: dict[Need, Needed] = {}
    for each in sorted(_needs(model, source), key=lambda each: each.start):
        if any(besides != _NOTHING for besides in each.need):
            found.setdefault(each.need, each)
    return tuple(found.values())


def _needs(model: ItemModel, source: Source) -> Iterator[Needed]:
    for record, name, availability in _availabilities(model):
        yield _needed(_of_availability(availability), record, name)
    for record, availability, words in _constructs(model, source):
        yield _needed(_of_availability(availability), record, words)
    for call in model.of_kind(r.Call):
        callee = unwrapped(call.callee)
        if isinstance(callee, r.Name) and model.references.get(callee) is None:
            if function(callee.name) is not None:
                need = _of_call(callee.name, tuple(arguments_of(model, call)))
                yield _needed(need, callee, f"'{callee.name}'")


def _needed(need: Need, record: r.Record, words: str) -> Needed:
    return Needed(need, record.start, record.end, words)


def _constructs(model: ItemModel, source: Source) -> Iterator[tuple[r.Record, Availability, str]]:
    """Yield the constructs that have conditions, and what each is."""
    for block in model.of_kind(r.BlockLiteral, r.BlockPart):
        yield block, _BLOCKS, "a block"
    for record, kind in _computed(model):
        if _is_half(kind):
            yield record, _HALF, "a value of type 'half'"
    for store in stores(source):
        if not store.is_builtin and _becomes_generic(model, store):
            yield store.value, _GENERIC, "a pointer to the generic address space"
    for member in model.of_kind(r.Member):
        if _has_rgba(model, member):
            yield member.member, _RGBA, f"the components '.{member.member.text}'"
    for symbol in model.declared.values():
        if _is_of_file(symbol):
            yield symbol.word, _FILE_SCOPE, f"the global variable '{symbol.name}'"
    for place in _stored(model):
        small = _small_type(model, place)
        if small:
            yield place, _BYTE_STORE, f"a store to a '{small}'"


# --- names and constructs ------------------------------------------------------------------------


def _availabilities(model: ItemModel) -> Iterator[tuple[r.Record, str, Availability]]:
    """Yield the types, keywords and constants that an item names, and their conditions."""
    for basic in model.of_kind(r.BasicType):
        whole = builtin_type(" ".join(basic.words))
        kinds = [whole] if whole is not None else map(builtin_type, basic.words)
        for each in kinds:
            if each is not None:
                yield basic, f"'{' '.join(basic.words)}'", each.availability
    for named in model.of_kind(r.NamedType):
        kind = builtin_type(named.name)
        if kind is not None and model.references.get(named) is None:
            yield named, f"'{named.name}'", kind.availability
    words: list[r.Word] = []
    for specifiers in model.of_kind(r.Specifiers):
        words += [*specifiers.storage, *specifiers.qualifiers]
    for part in model.of_kind(r.PointerPart):
        words += part.qualifiers
    for word in words:
        known = keyword(word.text)
        if known is not None:
            is_generic = word.text.strip("_") == "generic"
            yield word, f"'{word.text}'", _GENERIC if is_generic else known.availability
    for name in model.of_kind(r.Name):
        constant = macro(name.name) if model.references.get(name) is None else None
        if constant is not None:
            yield name, f"'{name.name}'", constant.availability


def _computed(model: ItemModel) -> Iterator[tuple[r.Record, t.Type]]:
    """Yield objects and other values, and their types."""
    for symbol in model.declared.values():
        if isinstance(symbol, s.Variable | s.ParameterVariable):
            yield symbol.word, symbol.type.type
    for record in model.of_kind(r.Binary, r.Unary, r.Call, r.Cast, r.VectorLiteral, r.FloatLiteral):
        yield record, model.types.get(record, t.UNKNOWN_QUALIFIED).type


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


def _small_type(model: ItemModel, place: r.Expression) -> str:
    """Return the type of fewer than 32 bits that a store changes, or "".

    A part of a vector counts as the vector.
    """
    inner = unwrapped(place)
    kind = model.types.get(inner, t.UNKNOWN_QUALIFIED)
    while isinstance(inner, r.Member | r.Index):
        base = model.types.get(inner.base, t.UNKNOWN_QUALIFIED)
        if not isinstance(base.type, t.VectorType):
            break
        inner, kind = unwrapped(inner.base), base
    is_shared = t.object_space(kind) in (t.GLOBAL, t.LOCAL)
    spelled = t.spelled(t.Qualified(kind.type))
    return spelled if is_shared and spelled in _SMALL else ""


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
