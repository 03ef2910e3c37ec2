"""The completions of the language itself: built-in functions, types and constants, and keywords.

The parts that do not depend on the place are cached for each target.  Signatures are only rendered
for the items that are shown.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.language import all_keywords
from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.features.completion.keywords import PLACES
from opencl_ls.features.completion.matching import START, WORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.builtins.signatures import Signature
    from opencl_ls.builtins.versions import Availability, Reason
    from opencl_ls.settings.target import Target


class Entry(Struct, frozen=True):
    """A name of the language.

    `group` is its kind: "builtin-function", "builtin-type", "builtin-constant" or "keyword".
    `needs` says what the target lacks.  `stem` is the prefix, in lower case, that has to be typed
    before the name is offered.  The entries of a lower `order` are shown first.  `family` is a
    type's kind, or the result type of a function.  If the target lacks it, the name is shown for
    prefixes that match it at least as well as `farthest`, see `matching`: names of a vendor's
    devices are seldom meant.
    """

    name: str
    group: str
    order: int
    needs: str = ""
    is_deprecated: bool = False
    stem: str = ""
    family: str = ""

    @property
    def farthest(self) -> int:
        """The worst match for which a name that the target lacks is shown."""
        return START if _VENDORS.search(self.needs) else WORD


_VENDORS: Final = re.compile(r"\bcl_(?!khr_|ext_)")

# The built-in names that most kernels use, by frequency.
_COMMON_FUNCTIONS: Final = (
    "get_global_id get_local_id get_local_size get_group_id get_global_size get_num_groups barrier"
    " work_group_barrier fabs mad length min max clamp native_divide native_sin native_cos"
    " native_sqrt dot sign read_imagef write_imagef distance round any all fmax fmin sqrt abs cos"
    " sin exp log pow native_recip native_exp fmod step normalize floor ceil atan2 printf mad24"
    " cross read_imageui mix fma select vload4 vstore4 atomic_inc atomic_add atomic_fetch_add"
).split()
_COMMON_TYPES: Final = (
    "void int float float4 int2 float2 uint bool char float3 uchar size_t half double int4 uint4"
    " uchar4 float8 float16 short ushort long ulong image2d_t sampler_t image3d_t"
).split()
_COMMON_CONSTANTS: Final = (
    "CLK_LOCAL_MEM_FENCE CLK_GLOBAL_MEM_FENCE M_PI_F NULL INFINITY NAN FLT_MAX FLT_MIN FLT_EPSILON"
    " M_PI INT_MAX INT_MIN UINT_MAX MAXFLOAT"
).split()
_STEP: Final = 150
_RARE: Final = 1000
_CONVERTING: Final = 2000
_SUFFIXES: Final = ("_sat", "_rte", "_rtz", "_rtp", "_rtn")
# Words of the language that are no names in the tables.
_TRUTH: Final = ("true", "false")
_NO_TYPES: Final = ("reserved", "specifier")


def preparing(target: Target) -> Iterator[Callable[[], object]]:
    """Prepare the items for a target, in steps of some milliseconds."""
    names = sorted(function_names())
    for first in range(0, len(names), _STEP):
        yield partial(_decode, names[first : first + _STEP])
    for make in (functions, types, constants, keywords):
        yield partial(make, target)


def _decode(names: Iterable[str]) -> None:
    for name in names:
        function(name)


@lru_cache(maxsize=8)
def functions(target: Target) -> tuple[Entry, ...]:
    """Return the built-in functions, each name once."""
    return tuple(_functions(function_names(), target))


def _functions(names: Iterable[str], target: Target) -> Iterator[Entry]:
    known = function_names()
    ordered, kinds = _ordered(_COMMON_FUNCTIONS), _ordered(_types_in_order())
    for name in names:
        found = function(name)
        assert found is not None
        is_conversion = found.group == "conversion"
        order = ordered.get(name, _RARE)
        if is_conversion:
            order = _CONVERTING + kinds.get(name.partition("_")[2], _RARE)
        yield Entry(
            name,
            "builtin-function",
            order,
            needs_words(found.missing(target)),
            found.availability.deprecated_in(target),
            _stem(name, known),
            chosen_overload(found.available_signatures(target) or found.signatures).returns,
        )


def _stem(name: str, known: frozenset[str]) -> str:
    """Return the prefix that has to be typed before a name is offered.

    The variants of a function that round or saturate follow the plain one, and names with a leading
    underscore need it typed.
    """
    if name.startswith("_"):
        return "_"
    base = name
    while base.endswith(_SUFFIXES):
        base = base[:-4]
    return f"{base.lower()}_" if base != name and base in known else ""


@lru_cache(maxsize=8)
def types(target: Target) -> tuple[Entry, ...]:
    """Return the built-in types of one word."""
    found = []
    for order, name in enumerate(_types_in_order()):
        known = builtin_type(name)
        if known is None or known.kind in _NO_TYPES or " " in name:
            continue
        found.append(
            Entry(
                name,
                "builtin-type",
                order,
                needs_words(known.missing(target)),
                known.availability.deprecated_in(target),
                "_" if name.startswith("_") else "",
                known.kind,
            )
        )
    return tuple(found)


def _types_in_order() -> list[str]:
    """Return the names of types, the common ones first, vectors of a type by their length."""
    common = _ordered(_COMMON_TYPES)

    def key(name: str) -> tuple[int, str, int]:
        element = name.rstrip("0123456789")
        return common.get(name, _RARE), element, int(name[len(element) :] or 0)

    return sorted(type_names(), key=key)


@lru_cache(maxsize=8)
def constants(target: Target) -> tuple[Entry, ...]:
    """Return the built-in macros and enumerators, and the constants of `bool`."""
    ordered = _ordered(_COMMON_CONSTANTS)
    found = [Entry(name, "builtin-constant", _RARE, family="bool") for name in _TRUTH]
    for name, known in all_macros().items():
        if name.endswith("kernel_exec"):
            # It expands to attributes and `kernel` itself.
            continue
        found.append(
            Entry(
                name,
                "builtin-constant",
                ordered.get(name, _RARE),
                needs_words(known.missing(target)),
                known.availability.deprecated_in(target),
                "_" if name.startswith("_") else "",
                known.type or known.enumeration,
            )
        )
    return tuple(found)


@lru_cache(maxsize=8)
def keywords(target: Target) -> tuple[Entry, ...]:
    """Return the keywords that have a place; those with a leading underscore need it typed."""
    found: list[Entry] = []
    words = (*PLACES, "break", "continue", "case", "default", "else")
    for name in words:
        known = all_keywords().get(name)
        availability: Availability | None = None if known is None else known.availability
        missing = None if availability is None else availability.missing(target)
        stem = "_" if name.startswith("_") else ""
        found.append(Entry(name, "keyword", len(found), needs_words(missing), stem=stem))
    return tuple(found)


def _ordered(names: Iterable[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names)}


def needs_words(missing: Reason | None) -> str:
    """Return in short what is missing: "needs CL2.0", "needs cl_khr_fp64"; "" for nothing."""
    if missing is None:
        return ""
    return missing.text.removeprefix("in OpenCL C 3.0 ").replace("OpenCL C ", "CL")


def chosen_overload(overloads: tuple[Signature, ...]) -> Signature:
    """Return the overload for the placeholders of a call.

    It is the first, or the shortest of those that differ from it only in arguments at the end.
    """
    first = overloads[0]
    names = [each.name for each in first.parameters]
    shorter = [
        each
        for each in overloads
        if [one.name for one in each.parameters] == names[: len(each.parameters)]
    ]
    return min(shorter, key=lambda each: len(each.parameters))
