"""Names of CUDA, GLSL, HLSL, Metal and the C library, and their counterparts in OpenCL C.

Kernels are ported from these, and the most similar name of OpenCL C is seldom the right one: CUDA's
`make_float4` is no `as_float4`.  The table is kept by hand, one entry a line.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.names import is_builtin, is_keyword
from opencl_ls.builtins.reader import table
from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD: Final = lazy_pattern(r"[A-Za-z_]\w*|\([a-z]+[0-9]\)|")

_NAMES: Final = re.compile(r"__attribute__\(\(\w+\)\)|[A-Za-z_]\w*")
_MARKED: Final = re.compile(r"`([A-Za-z_]\w*)")
_DIMENSIONS: Final = ("x", "y", "z")


class ForeignName(NamedTuple):
    """A name of another language, and its replacement, "" if none is needed.

    `differs` is a sentence of Markdown about further differences.  If the name is `missing`, it has
    no counterpart, and the sentence says what to do instead.
    """

    of: str
    instead: str
    differs: str = ""
    missing: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names of OpenCL C to read about: those to write, then those of the sentence."""
        words = [*_NAMES.findall(self.instead), *_MARKED.findall(self.differs)]
        return tuple(dict.fromkeys(each for each in words if _has_page(each)))

    @property
    def advice(self) -> str:
        """The language of the name and its counterpart in OpenCL C, as the end of a message."""
        if not self.instead:
            return f"it belongs to {self.of}, and OpenCL C needs nothing in its place"
        shown = f"{self.instead}(...)" if self.instead.startswith("(") else self.instead
        return f"it belongs to {self.of}; in OpenCL C write '{shown}'"

    @property
    def is_word(self) -> bool:
        """Whether it can simply replace the name."""
        return not self.missing and _WORD.fullmatch(self.instead) is not None

    @property
    def is_call(self) -> bool:
        """Whether a whole call replaces a call without arguments."""
        return self.instead.endswith("FENCE)")

    def component(self, name: str) -> ForeignName | None:
        """Return the replacement of a component: `threadIdx.y` is `get_local_id(1)`."""
        if name not in _DIMENSIONS or not self.instead.endswith("(0)"):
            return None
        return self._replace(instead=f"{self.instead[:-3]}({_DIMENSIONS.index(name)})")


def foreign_name(name: str) -> ForeignName | None:
    """Return the entry of a name of another language, or None."""
    entry = table("foreign_names").get(name)
    return None if entry is None else ForeignName(**entry)


def _has_page(word: str) -> bool:
    return word.startswith("__attribute__((") or is_builtin(word) or is_keyword(word)


def foreign_name_like(name: str) -> ForeignName | None:
    """Return the entry of a name of another language in any case, or None."""
    found = foreign_name(name)
    if found is None:
        spelled = _by_letters().get(name.lower())
        found = None if spelled is None else foreign_name(spelled)
    return found


def foreign_names() -> Iterable[str]:
    """Return every known name of another language."""
    return table("foreign_names")


@cache
def _by_letters() -> dict[str, str]:
    return {name.lower(): name for name in table("foreign_names")}
