"""The components of a vector that may be named (OpenCL C 6.3.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.versions import Version

if TYPE_CHECKING:
    from collections.abc import Iterator

_HALVES: Final = ("lo", "hi", "even", "odd")
_HEXADECIMAL: Final = "0123456789abcdef"
_COUNTS: Final = (1, 2, 3, 4, 8, 16)
_LETTERED: Final = 4
"""Vectors of more components have no letters for them."""


def swizzles(width: int, prefix: str, version: int, *, is_assigned: bool) -> Iterator[str]:
    """Yield the selections of a vector with a number of components, the most likely first.

    They continue the typed prefix: by one more component of the same set, and by those that follow
    it in order.  If the place `is_assigned`, no component is named twice.
    """
    found: dict[str, None] = {}
    lettered = ("xyzw", "rgba") if version >= Version.CL30 else ("xyzw",)
    if width <= _LETTERED:
        for letters in lettered:
            found.update(dict.fromkeys(_selections(letters[:width], prefix, is_assigned)))
    digits = _HEXADECIMAL[:width]
    if not prefix:
        found.update(dict.fromkeys(f"s{each}" for each in digits))
    elif prefix[0] in "sS":
        if any(each.isupper() for each in prefix[1:]):
            digits = digits.upper()
        named = _selections(digits, prefix[1:], is_assigned, aligned=True)
        found.update(dict.fromkeys(prefix[0] + each for each in named))
    found.update(dict.fromkeys(each for each in _HALVES if each.startswith(prefix)))
    yield from found


def result_width(width: int, name: str) -> int:
    """Return how many components a name selects; three components have the halves of four."""
    if name in _HALVES:
        return (width + 1) // 2
    return len(name) - (name[0] in "sS")


def _selections(
    components: str, typed: str, is_assigned: bool, *, aligned: bool = False
) -> Iterator[str]:
    """Yield the selections that begin as typed, of one set of components.

    Without a prefix, runs are offered; `aligned` ones begin at a multiple of their length.
    """
    if not typed:
        for count in _COUNTS:
            step = count if aligned else 1
            for start in range(0, len(components) - count + 1, step):
                yield components[start : start + count]
        return
    if any(each not in components for each in typed):
        return
    if is_assigned and len(set(typed)) < len(typed):
        return
    if len(typed) in _COUNTS:
        yield typed
    last = components.index(typed[-1])
    for end in range(last + 1, len(components)):
        run = typed + components[last + 1 : end + 1]
        if len(run) in _COUNTS and not (is_assigned and len(set(run)) < len(run)):
            yield run
    if len(typed) + 1 in _COUNTS:
        for each in components:
            if not (is_assigned and each in typed):
                yield typed + each
