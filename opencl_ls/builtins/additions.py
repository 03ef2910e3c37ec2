"""The additions of an extension or a feature to the language, read from the needs of each name.

An option is the name of an extension ("cl_khr_fp16") or of a feature ("__opencl_c_pipes").
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.builtins.extensions import all_extensions
from opencl_ls.builtins.functions import function, function_names
from opencl_ls.builtins.language import all_attributes, all_keywords, all_pragmas
from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.builtins.versions import FEATURE_PREFIX, Version

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.builtins.signatures import Signature
    from opencl_ls.builtins.versions import Availability

_WORD = re.compile(r"[A-Za-z_]\w*")
_NEVER = 1000


class Additions(NamedTuple):
    """The names that an option adds, each kind in the order of the tables.

    `functions` and `extended` are the tables' names of families (`vloadn`); `extended` are those
    that exist without the option, but have more overloads with it.
    """

    functions: tuple[str, ...] = ()
    extended: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    macros: tuple[str, ...] = ()
    attributes: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    pragmas: tuple[str, ...] = ()


def additions(option: str) -> Additions:
    """Return what an option adds; nothing for one that no table needs."""
    return _all_additions().get(option, Additions())


@cache
def _all_additions() -> dict[str, Additions]:
    found: dict[str, dict[str, dict[str, None]]] = {}
    for kind, name, options in _all_names():
        for option in options:
            found.setdefault(option, {}).setdefault(kind, {})[name] = None
    return {
        option: Additions(**{kind: tuple(names) for kind, names in kinds.items()})
        for option, kinds in found.items()
    }


def _all_names() -> Iterator[tuple[str, str, set[str]]]:
    """Yield a field of `Additions`, a name, and the options that it belongs to there."""
    for key, families in _functions().items():
        added, extended = _of_function(families)
        yield "functions", key, added
        yield "extended", key, extended
    for name in sorted(type_names()):
        yield "types", name, _of_type(name)
    for name, macro in all_macros().items():
        yield "macros", name, _options(macro.availability)
    for name, attribute in all_attributes().items():
        yield "attributes", name, _options(attribute.availability)
    for name, keyword in all_keywords().items():
        yield "keywords", name, _options(keyword.availability)
    for name, pragma in all_pragmas().items():
        yield "pragmas", name, _options(pragma.availability)


def _functions() -> dict[str, BuiltinFunction]:
    """Return one function of each family: all members have the same overloads."""
    found: dict[str, BuiltinFunction] = {}
    keys = list(table("functions"))
    for name in sorted(function_names(), key=lambda each: (len(each), each)):
        known = function(name)
        if known is not None:
            found.setdefault(known.key, known)
    return {key: found[key] for key in keys if key in found}


def _of_function(found: BuiltinFunction) -> tuple[set[str], set[str]]:
    """Return the options that add a function, and those that add overloads to it.

    A feature adds a function if every overload of 3.0 needs it.  An extension does if the earliest
    overloads need it.  If one extension builds on another and a function needs both, it belongs to
    the former; if either adds the function, to the latter.  A function that needs a vendor's
    extension belongs to the vendor, whatever else it needs.
    """
    overloads = [(_since(one), *_of_signature(one)) for one in found.signatures]
    every = set().union(*(whole | partly for _, whole, partly in overloads))
    first = min(since for since, _, _ in overloads)
    latest = max(first, Version.CL30)
    in_every = set.intersection(*(whole for since, whole, _ in overloads if since <= latest))
    earliest = [whole for since, whole, _ in overloads if since == first]
    # An extension adds a name of the core language only if it adds each overload.
    combine = set.union if first == _NEVER else set.intersection
    early = {each for each in combine(*earliest) if not each.startswith(FEATURE_PREFIX)}
    demanded = set.intersection(*map(_demanded, found.signatures))
    bases = {base for each in demanded for base in _depends(each)}
    if any(_is_vendors(each) for each in demanded):
        bases |= {each for each in every if not _is_vendors(each)}
    added = in_every | {each for each in early - in_every if not _depends(each) & early}
    return added - bases, every - added - bases


def _since(signature: Signature) -> int:
    return signature.availability.min_version or _NEVER


def _of_signature(signature: Signature) -> tuple[set[str], set[str]]:
    """Return the options that add an overload, and those that its types need."""
    whole, partly = _options(signature.availability), set[str]()
    generic = dict(signature.variables)
    written = chain([signature.returns], (each.type for each in signature.parameters))
    for word in {word for text in written for word in _WORD.findall(text)} - generic.keys():
        known = builtin_type(word)  # A `half` that is written out is a pointee: no need.
        whole |= _options(known.availability) if known is not None else set()
    for word in ("gentype", "image", "src", "dst"):
        needs = [_of_type(str(value)) for value in generic.get(word, ())]
        if needs:
            whole |= set.intersection(*needs)
            partly |= set().union(*needs)
    return whole, partly - whole


@cache
def _of_type(name: str) -> set[str]:
    known = builtin_type(name)
    if known is None:
        return set()
    return _options(known.availability) | set(filter(None, [known.arithmetic_extension]))


def _options(availability: Availability) -> set[str]:
    return {*availability.extensions, *availability.requires, *availability.features}


def _demanded(signature: Signature) -> set[str]:
    """Return the extensions that an overload requires: no choice of several, and no core."""
    needs = signature.availability
    is_only = needs.min_version is None and len(needs.extensions) == 1
    return {*needs.requires, *(needs.extensions if is_only else ())}


def _is_vendors(option: str) -> bool:
    known = all_extensions().get(option)
    return known is not None and known.vendor != "khr"


def _depends(option: str) -> frozenset[str]:
    known = all_extensions().get(option)
    return frozenset() if known is None else known.needed_extensions
