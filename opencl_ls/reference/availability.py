"""The conditions under which a name exists, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.extensions import extension
from opencl_ls.builtins.versions import EQUIVALENT_EXTENSION, Availability, Version, version_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from opencl_ls.builtins.functions import BuiltinFunction

_NEW_NAMES: Final = 300
_LATER: Final = 310


def condition_words(availability: Availability) -> str:
    """Return the conditions as Markdown that continues a sentence, "" if there are none.

    "since OpenCL C 3.0 with `__opencl_c_subgroups`, or with `cl_khr_subgroups` (from OpenCL C
    2.0)": each extension with the first version in which it adds the name, and a feature with the
    alternative that needs it.
    """
    since = availability.min_version
    words = ""
    if since is not None and (since > Version.CL10 or availability.extensions):
        words = f"since {version_words(since)}"
    if availability.requires:
        words += f"{' ' if words else ''}with {_joined(map(_required, availability.requires))}"
    remaining = [
        feature
        for feature in availability.features
        if EQUIVALENT_EXTENSION.get(feature) not in availability.extensions
    ]
    is_new = since is not None and since >= _NEW_NAMES
    is_named = (
        bool(availability.features) and is_new and not (availability.extensions and remaining)
    )
    if is_named:
        words += f" with {_all_of(availability.features)}"
    if availability.extensions:
        ways = " or ".join(_way(each, availability) for each in availability.extensions)
        words += f", or with {ways}" if words else f"with {ways}"
    if availability.features and not is_named:
        begun = "; " if words else ""
        words += f"{begun}in OpenCL C 3.0 with {_all_of(availability.features)}"
    return words


def headline(found: BuiltinFunction) -> Availability:
    """Return the conditions under which a function has any overload.

    If its overloads have different conditions, it is the earliest version, with the common
    conditions of its overloads; further conditions of one overload are shown with that overload.
    """
    deprecated = found.availability.deprecated
    every = [each.availability for each in found.signatures]
    core = [each for each in every if each.min_version is not None and each.min_version < _LATER]
    first = min(core or every, key=lambda each: (each.min_version or _LATER, len(each.features)))
    shared = core or [each for each in every if each.extensions == first.extensions]
    return first._replace(
        features=_shared(first.features, (each.features for each in shared)),
        requires=_shared(first.requires, (each.requires for each in shared)),
        deprecated=deprecated,
    )


def _shared(names: Sequence[str], others: Iterable[Sequence[str]]) -> tuple[str, ...]:
    shared = list(names)
    for other in others:
        shared = [name for name in shared if name in other]
    return tuple(shared)


def _way(name: str, availability: Availability) -> str:
    known = extension(name)
    first = max(availability.extension_min or 0, known.since if known else 0)
    return f"`{name}`" + (f" (from {version_words(first)})" if first > Version.CL10 else "")


def _required(name: str) -> str:
    """Return an extension that a name needs, and its replacement in later versions."""
    known = extension(name)
    if known is None or not known.core or not known.feature:
        return f"`{name}`"
    core = version_words(known.core)
    return f"`{name}` (an option of the language since {core}; in 3.0 `{known.feature}`)"


def _all_of(names: Iterable[str]) -> str:
    return _joined(f"`{name}`" for name in names)


def _joined(texts: Iterable[str]) -> str:
    marked = list(texts)
    return marked[0] if len(marked) == 1 else f"{', '.join(marked[:-1])} and {marked[-1]}"
