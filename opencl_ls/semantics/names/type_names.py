"""The names of types that are reserved, or that the target lacks."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.types import BuiltinType, builtin_type
from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from opencl_ls.builtins.versions import Reason
    from opencl_ls.settings.target import Target

_VECTOR: Final = lazy_pattern(
    r"(char|uchar|short|ushort|int|uint|long|ulong|half|float|double)([1-9][0-9]*)"
)
_WIDTHS: Final = (2, 3, 4, 8, 16)
_MATRIX: Final = re.compile(r"(?:float|double)(?:2|3|4|8|16)x(?:2|3|4|8|16)")
_ASKED: Final = 1000
_KHRONOS: Final = ("cl_khr_", "cles_khr_")

# C11 has them and OpenCL C leaves them out.
_OTHER_ATOMICS: Final = frozenset(
    f"atomic_{name}"
    for name in ("bool", "char", "uchar", "schar", "short", "ushort", "intmax_t", "uintmax_t")
)


class Lack(NamedTuple):
    """A built-in type that a target lacks: why, and whether compilers accept it anyway."""

    name: str
    reason: str
    accepted: bool


class Reserved(NamedTuple):
    """Why a name is no type, and the nearest type, or ""."""

    why: str
    instead: str


@lru_cache(_ASKED)
def missing_type(words: tuple[str, ...], target: Target) -> Lack | None:
    """Return why `target` lacks the type of these words, or None if it has it."""
    for word in words:
        known = builtin_type(word)
        reason = None if known is None else known.missing(target)
        if known is not None and reason is None and target.pointer_bits == 64:
            absent = [name for name in known.requires_64 if name not in target.extensions]
            if absent:
                return Lack(word, f"needs {' and '.join(absent)} on a 64-bit device", False)
        if known is None or reason is None or known.kind == "reserved":
            continue
        if _depends_on_device(reason, target):
            continue
        return Lack(word, reason.text, _is_accepted(known, reason))
    return None


def reserved_name(name: str) -> Reserved | None:
    """Return why a name that nothing declares is no type, or None if it is not reserved."""
    if name in _OTHER_ATOMICS:
        return Reserved("OpenCL C has no atomic type of this kind", "atomic_int")
    vector = _VECTOR.fullmatch(name)
    if vector and int(vector[2]) not in _WIDTHS:
        width = next((width for width in _WIDTHS if width >= int(vector[2])), 16)
        instead = f"{vector[1]}{width}" if vector[2] != "1" else vector[1]
        return Reserved("vectors have 2, 3, 4, 8 or 16 components", instead)
    known = builtin_type(name)
    kept = known is not None and known.kind == "reserved" and " " not in name
    if not kept and not _MATRIX.fullmatch(name):
        return None
    if name.startswith("bool"):
        return Reserved("OpenCL C has no vectors of bool", f"char{name[4:]}")
    return Reserved("the name is reserved", "")


def _depends_on_device(reason: Reason, target: Target) -> bool:
    """Tell whether the type is optional on embedded devices, or belongs to a vendor's extension.

    Then it is clear that the settings turn the extension off, or choose a version without it.
    """
    if "__opencl_c_int64" in reason.needs:
        return True
    if reason.kind != "extension" or any(n.startswith(_KHRONOS) for n in reason.needs):
        return False
    return not (reason.early or target.refused.issuperset(reason.needs))


def _is_accepted(known: BuiltinType, reason: Reason) -> bool:
    """Tell whether compilers are known to take the type in versions that do not have it."""
    if known.kind == "vector":
        return known.components == 3 and reason.kind == "version"
    if known.kind != "image" or reason.kind == "feature":
        return False
    return reason.kind == "version" or "cl_khr_depth_images" in reason.needs
