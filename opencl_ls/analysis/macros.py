"""Macros without an effect on the syntax of a declaration, such as those for qualifiers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.lazy_pattern import lazy_pattern

if TYPE_CHECKING:
    from opencl_ls.preprocess import Macro, Unit

# Words that a macro may expand to without an effect on the syntax of a declaration.
_QUALIFIERS: Final = frozenset(
    "__kernel kernel __global global __local local __constant constant __private private __generic "
    "generic const volatile restrict __restrict __restrict__ static extern inline __inline "
    "__inline__ read_only __read_only write_only __write_only read_write __read_write".split()
)
_ATTRIBUTE: Final = lazy_pattern(r"__attribute__\s*\(\s*\(.*?\)\s*\)", re.S)


def blank_names(unit: Unit) -> frozenset[str]:
    """Return the object-like macros that expand to qualifiers, storage classes or attributes."""
    return _blank_names(frozenset(unit.macros.values()))


_known_blanks: dict[frozenset[Macro], frozenset[str]] = {}


def _blank_names(macros: frozenset[Macro]) -> frozenset[str]:
    known = _known_blanks.get(macros)
    if known is None:
        if len(_known_blanks) > 64:
            _known_blanks.clear()
        known = _known_blanks[macros] = _find_blank_names(macros)
    return known


def _find_blank_names(macros: frozenset[Macro]) -> frozenset[str]:
    """Add macros until none is left whose words are qualifiers or macros added before."""
    waiting = {
        macro.name: _ATTRIBUTE.sub(" ", macro.value).split()
        for macro in macros
        if macro.parameters is None
    }
    found: set[str] = set()
    while True:
        ready = [
            name
            for name, words in waiting.items()
            if all(word in _QUALIFIERS or word in found for word in words)
        ]
        if not ready:
            return frozenset(found)
        for name in ready:
            del waiting[name]
        found.update(ready)
