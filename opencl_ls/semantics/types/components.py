"""The components of vectors (OpenCL C 6.1.7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec import Struct

_XYZW: Final = "xyzw"
_RGBA: Final = "rgba"
_HEX: Final = "0123456789abcdef"
_WIDTHS: Final = frozenset((1, 2, 3, 4, 8, 16))


class Components(Struct, frozen=True):
    """The components that a member name selects.

    `problem` is "" or one of the reasons of `problems.NoMember`; `rgba` marks colour names, which
    OpenCL C 3.0 added.
    """

    indices: tuple[int, ...]
    problem: str = ""
    rgba: bool = False

    @property
    def repeated(self) -> bool:
        """A component is named twice, so it cannot be assigned to."""
        return len(set(self.indices)) < len(self.indices)


@lru_cache(maxsize=4096)
def components(name: str, width: int) -> Components:
    """Return what `name` selects from a vector of `width` elements."""
    half = (width + 1) // 2
    halves = {
        "lo": range(half),
        "hi": range(half, 2 * half),
        "even": range(0, 2 * half, 2),
        "odd": range(1, 2 * half, 2),
    }
    if name in halves:
        if width < 2:
            return Components((), "components")
        return Components(tuple(halves[name]))
    if name[:1] in ("s", "S") and len(name) > 1:
        letters, alphabet = name[1:].lower(), _HEX
    elif name[:1] in _RGBA and name[:1]:
        letters, alphabet = name, _RGBA
    else:
        letters, alphabet = name, _XYZW
    indices: list[int] = []
    for letter in letters:
        index = alphabet.find(letter)
        if index < 0:
            known = letter in _XYZW or letter in _RGBA or letter.isdigit()
            known = known and alphabet is not _HEX
            return Components((), "mixed" if known else "member")
        indices.append(index)
    if any(index >= width for index in indices):
        return Components(tuple(indices), "components")
    if len(indices) not in _WIDTHS:
        return Components(tuple(indices), "count")
    return Components(tuple(indices), rgba=alphabet is _RGBA)
