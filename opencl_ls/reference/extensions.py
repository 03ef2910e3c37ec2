"""The description of an extension or a feature from the tables.

Its additions, its dependencies, its pragma, and whether it is on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.additions import Additions, additions
from opencl_ls.builtins.extensions import (
    DEPENDENT_FEATURES,
    PRAGMA_NEEDED,
    STANDS_FOR,
)
from opencl_ls.builtins.macros import all_macros
from opencl_ls.builtins.reader import table
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import EQUIVALENT_EXTENSION, Version, version_words
from opencl_ls.reference.content import Part, sentence

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.builtins.extensions import Extension
    from opencl_ls.builtins.macros import BuiltinMacro
    from opencl_ls.settings.target import Target

_VENDORS: Final = {
    "khr": "Khronos",
    "ext": "several vendors",
    "APPLE": "Apple",
    "altera": "Altera",
    "amd": "AMD",
    "arm": "Arm",
    "clang": "Clang",
    "img": "Imagination",
    "intel": "Intel",
    "loader": "the loader",
    "nv": "NVIDIA",
    "pocl": "PoCL",
    "qcom": "Qualcomm",
}
_NO_REVISION: Final = ("", "0.0.0")
_SHOWN: Final = 12
_FAMILY: Final = 3
_VERSION_PREFIX: Final = "CL_VERSION_"
_ALL_FEATURES: Final = "CL_DEVICE_OPENCL_C_FEATURES"


def extension_parts(found: Extension, target: Target | None) -> Iterator[Part]:
    """Yield the facts of the tables about an extension; `target` says whether it is on."""
    yield Part(" ".join(map(sentence, _facts(found))))
    if not found.language:
        return
    pragma = _pragma(found)
    if pragma:
        yield Part(pragma)
    if target is not None:
        yield Part(_state(found, target))
    added = additions(STANDS_FOR.get(found.name, found.name))
    listed = _listed("Adds", added)
    yield Part(listed or "It adds no name that opencl-ls knows.")


def feature_parts(found: BuiltinMacro, target: Target | None) -> Iterator[Part]:
    """Yield the facts of the tables about a feature macro beyond those of any macro."""
    words = []
    if bases := _in_turn(found):
        words.append(f"a compiler that defines it defines {_marked_list(bases)} as well")
    if found.in_cl20:
        words.append("OpenCL C 2.0 implies it, with or without the macro")
    equivalent = EQUIVALENT_EXTENSION.get(found.name)
    if equivalent:
        words.append(f"the extension `{equivalent}` says the same")
    if found.query:
        words.append(f"the host asks by `{_ALL_FEATURES}`, or by `{found.query}`")
    else:
        words.append(f"the host asks by `{_ALL_FEATURES}`")
    yield Part(" ".join(map(sentence, words)))
    if target is not None and target.version >= Version.CL30:
        yield Part(_feature_state(found, target))
    listed = _listed("Needed by", additions(found.name)) or _listed(
        "Needed by", additions(equivalent or "")
    )
    if listed:
        yield Part(listed)


def _marked_list(names: list[str]) -> str:
    marked = [f"`{name}`" for name in names]
    return " and ".join(filter(None, [", ".join(marked[:-1]), marked[-1]]))


# --- facts of the registry -----------------------------------------------------------------------


def _facts(found: Extension) -> Iterator[str]:
    words = f"extension of {_VENDORS.get(found.vendor, found.vendor)}"
    if found.revision not in _NO_REVISION:
        words += f", revision {found.revision}"
    if found.ratified:
        words += ", ratified"
    if found.experimental:
        words += ", experimental: it may still change"
    yield words
    if not found.language:
        scope = "about intermediate languages" if "_spir" in found.name else "for the host's API"
        yield f"it is {scope} and adds nothing to OpenCL C"
    elif found.since > Version.CL10:
        yield f"compilers offer it from {version_words(found.since)} on"
    if found.depends:
        yield f"it needs {' or '.join(_way(way) for way in found.dependencies)}"
    if found.core:
        # OpenCL C has no version 2.1: core features of OpenCL 2.1 are extensions of 2.0 there.
        is_spoken = found.language and found.core in (*Version, 310)
        core = version_words(found.core)
        yield f"promoted to {core if is_spoken else core.replace('OpenCL C', 'OpenCL')}"
    if found.deprecated:
        yield f"deprecated by {version_words(found.deprecated)}"
    if found.feature:
        yield f"in OpenCL C 3.0 the feature `{found.feature}` replaces it"
    elif features := _features_of(found):
        names = condensed(tuple(features), table("macros"))
        yield f"in OpenCL C 3.0 features replace its parts: {names}"
    if found.name in STANDS_FOR:
        yield f"it gives what `{STANDS_FOR[found.name]}` gives"


def _way(names: tuple[str, ...]) -> str:
    return " and ".join(
        f"OpenCL {name.removeprefix(_VERSION_PREFIX).replace('_', '.')}"
        if name.startswith(_VERSION_PREFIX)
        else f"`{name}`"
        for name in names
    )


def _features_of(found: Extension) -> list[str]:
    return [
        name
        for name, macro in all_macros().items()
        if macro.group == "feature" and found.name in macro.availability.requires
    ]


def _in_turn(found: BuiltinMacro) -> list[str]:
    return [basis for basis, names in DEPENDENT_FEATURES.items() if found.name in names]


# --- its pragma and state ------------------------------------------------------------------------


def _pragma(found: Extension) -> str:
    line = f"`#pragma OPENCL EXTENSION {found.name} : enable`"
    if found.pragma is False:
        return f"No pragma belongs to it: ask by `#ifdef {found.name}`."
    if found.name in PRAGMA_NEEDED:
        early = f", before {version_words(found.core)}" if found.core else ""
        return f"Needs {line} before its first use{early}."
    if not found.pragma:
        return ""
    if found.vendor != "khr":
        return f"{line} asks for it."
    until = found.core if found.core in tuple(Version) and found.core else Version.CL30
    return (
        f"By the specification {line} goes before its first use, in versions before"
        f" {version_words(until)}; compilers do without."
    )


def _state(found: Extension, target: Target) -> str:
    version = target.version
    here = f"in this file ({version.label})"
    if found.core is not None and found.core <= version and not found.feature:
        return f"**Part of the language {here}.**"
    if found.deprecated is not None and version >= found.deprecated:
        return f"**Gone {here}.**"
    if version < found.since:
        return f"**Not {here}: needs {version_words(found.since)}.**"
    if found.name in target.extensions:
        return f"**On {here}.**"
    return f"**Off {here}.** {_turned_on(found.name)}"


def _feature_state(found: BuiltinMacro, target: Target) -> str:
    here = f"in this file ({target.version.label})"
    if found.name in target.features:
        return f"**On {here}.**"
    return f"**Off {here}.** {_turned_on(found.name)}"


def _turned_on(name: str) -> str:
    return (
        f'`extensions = "+{name}"` in `opencl-ls.toml` turns it on, as `-cl-ext=+{name}` does'
        " among the build options."
    )


# --- its additions -------------------------------------------------------------------------------


def _listed(verb: str, added: Additions) -> str:
    kinds = {
        "functions": condensed(added.functions, table("functions")),
        "more overloads of": condensed(added.extended, table("functions")),
        "types": condensed(_with_patterns(added.types), table("types")),
        "macros": condensed(added.macros, table("macros")),
        "keywords": condensed(added.keywords),
        "attributes": condensed(added.attributes),
        "pragmas": condensed(tuple(f"#pragma {name}" for name in added.pragmas)),
    }
    lines = [f"- {kind}: {names}" for kind, names in kinds.items() if names]
    return "\n".join([f"**{verb}**", *lines]) if lines else ""


def _with_patterns(types: Iterable[str]) -> tuple[str, ...]:
    """Return the names of types with the vectors of one element as one pattern ("halfn")."""
    found: dict[str, None] = {}
    for name in types:
        known = builtin_type(name)
        is_vector = known is not None and known.kind == "vector"
        found[f"{known.element}n" if is_vector and known is not None else name] = None
    return tuple(found)


def condensed(names: tuple[str, ...], others: Iterable[str] = (), limit: int = _SHOWN) -> str:
    """Return names as a list for a sentence: at most `limit` of them, and how many more.

    A longer list has families as `prefix_*`, if none of `others` begins so.
    """
    shown = names
    if len(names) > limit:
        excluded = set(others) - set(names)
        shown = tuple(dict.fromkeys(_family(name, names, excluded) for name in names))
    more = f" and {len(shown) - limit} more" if len(shown) > limit else ""
    return ", ".join(f"`{name}`" for name in shown[:limit]) + more


def _family(name: str, names: tuple[str, ...], excluded: set[str]) -> str:
    """Return the widest "prefix_*" that matches a name and none of `excluded`, or the name."""
    words = name.lstrip("_").split("_")
    lead = name[: len(name) - len(name.lstrip("_"))]
    for count in range(1, len(words)):
        prefix = f"{lead}{'_'.join(words[:count])}_"
        is_pure = not any(each.startswith(prefix) for each in excluded)
        if is_pure and sum(each.startswith(prefix) for each in names) >= _FAMILY:
            return f"{prefix}*"
    return name
