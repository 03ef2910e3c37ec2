"""OpenCL C versions, and the conditions under which a built-in exists.

A version is the value of `__OPENCL_C_VERSION__`: 120 is OpenCL C 1.2.  The tables
also know 310, for what OpenCL 3.1 makes core; no `Version` here is that high yet, so such a
built-in is available only by its extension.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from collections.abc import Set as AbstractSet

FEATURE_PREFIX: Final = "__opencl_c_"

# Pairs of a feature macro of OpenCL C 3.0 and the equivalent older extension.
EQUIVALENT_EXTENSION: Final = {
    "__opencl_c_fp64": "cl_khr_fp64",
    "__opencl_c_3d_image_writes": "cl_khr_3d_image_writes",
    "__opencl_c_subgroups": "cl_khr_subgroups",
}

CONDITION_FIELDS: Final = frozenset({"min", "ext", "ext_min", "requires", "feature", "deprecated"})
"""The fields of an entry of a data file that say when it exists; see the README of the package."""

CPP_VERSIONS: Final = ("CLC++", "CLC++1.0", "CLC++2021")
"""The versions of C++ for OpenCL that clang knows; they are no `Version`."""

_VERSION = re.compile(
    r"(?:-{0,2}cl-std=)?(?:opencl\s*+)?(?:cl|c)?\s*+(\d)(?:\.?(\d))?0?", re.IGNORECASE
)


class Version(IntEnum):
    """A version of OpenCL C; its value is that of `__OPENCL_C_VERSION__`."""

    CL10 = 100
    CL11 = 110
    CL12 = 120
    CL20 = 200
    CL30 = 300

    @property
    def label(self) -> str:
        """The version as `-cl-std=` spells it: "CL1.2"."""
        return f"CL{self // 100}.{self // 10 % 10}"

    @property
    def words(self) -> str:
        """The version as a sentence names it: "OpenCL C 1.2"."""
        return version_words(self)

    @classmethod
    def parse(cls, text: str) -> Version | None:
        """Return the version meant by "CL2.0", "-cl-std=CL2.0", "2.0", "CL2" or "200"; else None.

        Letters count in any case.  None is also the answer for C++ for OpenCL ("CLC++"); see
        `version_problem` for a message to the user.
        """
        match = _VERSION.fullmatch(text.strip())
        if match is None:
            return None
        number = int(match[1]) * 100 + int(match[2] or 0) * 10
        return cls(number) if number in cls._value2member_map_ else None


def version_words(number: int) -> str:
    """Return "OpenCL C 1.2" for 120."""
    return f"OpenCL C {number // 100}.{number // 10 % 10}"


def is_cpp_version(text: str) -> bool:
    """Return whether a text is a version of C++ for OpenCL, as `-cl-std=` spells it."""
    return text.upper().removeprefix("-CL-STD=") in CPP_VERSIONS


def version_problem(text: str) -> str | None:
    """Return the problem of a version that a user wrote, or None."""
    if Version.parse(text) is not None:
        return None
    known = ", ".join(version.label for version in Version)
    if "++" in text:
        return f'"{text}" is C++ for OpenCL, which opencl-ls does not analyse; use one of {known}'
    return f'unknown OpenCL C version "{text}"; use one of {known}'


class Conditions(Protocol):
    """The properties of a target that availability depends on; `settings.target.Target` is one."""

    @property
    def version(self) -> int:
        """The OpenCL C version, as a number such as 120."""

    @property
    def extensions(self) -> AbstractSet[str]:
        """The names of the extensions that can be used."""

    @property
    def features(self) -> AbstractSet[str]:
        """The feature macros (`__opencl_c_...`) that are defined."""


class Reason(NamedTuple):
    """Why something does not exist for a target, and what would add it.

    `kind` is "version", "extension" or "feature"; `needs` lists version labels, extension names or
    feature macros (any one of the extensions is enough, all of the features are needed); `text`
    continues a sentence: "needs OpenCL C 2.0".  It is `early` if the extensions add it from a later
    version on.
    """

    kind: str
    needs: tuple[str, ...]
    text: str
    early: bool = False


def effort(reason: Reason) -> tuple[int, tuple[str, ...]]:
    """Return the sort key of a reason: a feature before an early version before a later one.

    A need of an extension comes last.
    """
    is_version = reason.kind == "version"
    return _EFFORT.index(reason.kind), reason.needs if is_version else ()


_EFFORT: Final = ("feature", "version", "extension")


class Availability(NamedTuple):
    """The conditions under which a built-in exists.

    `min_version` is the version (100, 110, ...) in which it is core, None if it never is.  Any one
    of `extensions` adds it as well, from version `extension_min` on (None: every version).
    `requires` are extensions that are all needed in every version (fp64 for `M_PI`).  `features`
    are feature macros that OpenCL C 3.0 needs, all of them; 2.0 implies them.  `deprecated` is the
    version that deprecates it.
    """

    min_version: int | None = 100
    extensions: tuple[str, ...] = ()
    extension_min: int | None = None
    requires: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    deprecated: int | None = None

    def missing(self, target: Conditions) -> Reason | None:
        """Return what `target` lacks, or None when the built-in exists there."""
        return _missing(
            self, int(target.version), frozenset(target.extensions), frozenset(target.features)
        )

    def deprecated_in(self, target: Conditions) -> bool:
        """Tell whether the version of `target` deprecates it."""
        return self.deprecated is not None and target.version >= self.deprecated

    def besides(self, other: Availability) -> Availability:
        """Return these conditions combined with those of `other`.

        Of the other's only its version, `requires` and features count; no type of a built-in has
        alternative conditions.
        """
        version = self.min_version
        if version is not None:
            version = max(version, other.min_version or 0)
        return self._replace(
            min_version=version,
            requires=(*self.requires, *other.requires),
            features=tuple(dict.fromkeys((*self.features, *other.features))),
        )


@lru_cache(maxsize=1024)
def _shared(availability: Availability) -> Availability:
    return availability


def has_conditions(entry: Mapping[str, Any]) -> bool:
    """Tell whether an entry of a data file states any condition."""
    return not CONDITION_FIELDS.isdisjoint(entry)


def availability_of(entry: Mapping[str, Any]) -> Availability:
    """Return the conditions that an entry of a data file states."""
    return _shared(
        Availability(
            min_version=entry.get("min"),
            extensions=tuple(entry.get("ext", ())),
            extension_min=entry.get("ext_min"),
            requires=tuple(entry.get("requires", ())),
            features=tuple(entry.get("feature", ())),
            deprecated=entry.get("deprecated"),
        )
    )


@lru_cache(maxsize=4096)
def _missing(
    need: Availability, version: int, extensions: frozenset[str], features: frozenset[str]
) -> Reason | None:
    absent = tuple(name for name in need.requires if name not in extensions)
    if absent:
        since = need.min_version or 0
        is_core_later = not need.extensions and version < since <= max(Version)
        core = f"{version_words(since)} with " if is_core_later else ""
        return Reason("extension", absent, f"needs {core}{_all_of(absent)}")

    if need.min_version is not None and version >= need.min_version:
        without = _absent_features(need.features, version, extensions, features)
        if not without:
            return None
        reason = Reason("feature", without, "in OpenCL C 3.0 needs " + _all_of(without))
    else:
        reason = _too_old(need, version, extensions)

    # The alternative: an extension that adds it earlier, or instead of a feature.
    usable = need.extension_min is None or version >= need.extension_min
    if not (usable and any(name in extensions for name in need.extensions)):
        return reason
    remaining = tuple(
        name for name in need.features if EQUIVALENT_EXTENSION.get(name) not in need.extensions
    )
    without = _absent_features(remaining, version, extensions, features)
    if not without:
        return None
    return Reason("feature", without, "in OpenCL C 3.0 needs " + _all_of(without))


def _absent_features(
    wanted: tuple[str, ...], version: int, extensions: frozenset[str], features: frozenset[str]
) -> tuple[str, ...]:
    if version < Version.CL30:
        return ()
    return tuple(
        name
        for name in wanted
        if name not in features and EQUIVALENT_EXTENSION.get(name) not in extensions
    )


def _too_old(need: Availability, version: int, extensions: frozenset[str]) -> Reason:
    reachable = need.min_version is not None and need.min_version <= max(Version)
    too_early = need.extension_min is not None and version < need.extension_min
    core = version_words(need.min_version) if reachable and need.min_version is not None else ""
    if not need.extensions:
        label = _label(need.min_version)
        return Reason("version", (label,), f"needs {core or version_words(need.min_version or 0)}")

    offered = _any_of(need.extensions)
    if need.extension_min is not None and too_early:
        since = version_words(need.extension_min)
        if any(name in extensions for name in need.extensions) and not reachable:
            return Reason("version", (_label(need.extension_min),), f"needs {since}")
        offered = f"{since} with {offered}"
    text = f"needs {core} or {offered}" if core else f"needs {offered}"
    return Reason("extension", need.extensions, text, early=too_early)


def _label(number: int | None) -> str:
    return f"CL{(number or 0) // 100}.{(number or 0) // 10 % 10}"


def _any_of(names: tuple[str, ...]) -> str:
    return _list(names, "or")


def _all_of(names: tuple[str, ...]) -> str:
    return _list(names, "and")


def _list(names: tuple[str, ...], word: str) -> str:
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + f" {word} {names[-1]}"
