"""The likely references to a symbol in code that is not analysed.

Code that conditionals exclude is interpreted with the scopes before it: there most names are known.
An alternative of a declaration, as in `#ifdef A`, `int x = 1;`, `#else`, `int x = 2;`, counts as
one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import References, Symbol
    from opencl_ls.findings import Place

_LOCAL: Final = ("variable", "parameter", "label", "typedef", "macro-parameter")
_TAGS: Final = ("struct", "union", "enum")
_BEFORE: Final = 40
_MEMBER: Final = re.compile(r"(?:->|(?<![\d.])\.)\s*\Z")
_TAG: Final = re.compile(r"\b(?:struct|union|enum)\s+\Z", re.A)
_JUMP: Final = re.compile(r"\bgoto\s+\Z", re.A)
_INVOKED: Final = re.compile(r"\s*\(")
_END: Final = re.compile(r"[;{]")
"""The end of a declaration, or the start of the body in which a parameter is visible."""
_DIRECTIVE: Final = re.compile(r"^[ \t]*#", re.M)
_BRACKETS: Final = re.compile(
    rf"""//[^\n]*|/{COMMENT_BODY}|"(?:\\.|[^"\\\n])*+"|'(?:\\.|[^'\\\n])*+'|[][(){{}}]""", re.S
)


def likely_places(analysis: Analysis, found: References) -> Iterator[Place]:
    """Yield the places of a symbol's name in code that is not analysed, which likely mean it."""
    symbol = found.symbol
    if symbol.kind == "macro-parameter":
        return
    reader = _Reader(analysis, found)
    for place in found.inactive:
        if reader.means_symbol(place):
            yield place
    if symbol.kind != "member" and not reader.is_local:
        for place in found.unexpanded:
            if not _MEMBER.search(reader.before(place)):
                yield place


class _Reader:
    """Checks the places of one name, in order."""

    def __init__(self, analysis: Analysis, found: References) -> None:
        self._analysis = analysis
        self._symbol: Symbol = found.symbol
        self._ours = {
            each.place for each in found.references if each.kind in ("definition", "declaration")
        }
        self.is_local = found.symbol.kind in _LOCAL and bool(found.symbol.container)
        self._item = self._item_around() if self.is_local else (0, 0)

    def before(self, place: Place) -> str:
        """Return the tokens before a place."""
        return self._text(place)[max(0, place.start - _BEFORE) : place.start]

    def _text(self, place: Place) -> str:
        return self._analysis.lines(place.file).text

    def means_symbol(self, place: Place) -> bool:
        """Tell whether the name at a place likely means the symbol."""
        symbol, before = self._symbol, self.before(place)
        if symbol.kind == "macro":
            return self._means_macro(place)
        first, last = self._item
        is_here = place.file == self._analysis.path
        if self.is_local and not (is_here and first <= place.start < last):
            return False
        is_member = _MEMBER.search(before) is not None
        if symbol.kind == "label":
            is_set = self._text(place)[place.end :].lstrip().startswith(":")
            return _JUMP.search(before) is not None or (is_set and not is_member)
        if _JUMP.search(before) or is_member is not (symbol.kind == "member"):
            return False
        if (_TAG.search(before) is not None) is not (symbol.kind in _TAGS):
            return False
        return self._is_bound(place) if is_here else not self.is_local

    def _means_macro(self, place: Place) -> bool:
        """Tell whether a macro is meant: one with parameters is not without a parenthesis."""
        if "(" not in self._symbol.type_text.partition(self._symbol.name)[2][:1]:
            return True
        text = self._text(place)
        line = text[text.rfind("\n", 0, place.start) + 1 : place.start]
        return _INVOKED.match(text, place.end) is not None or _DIRECTIVE.match(line) is not None

    def _is_bound(self, place: Place) -> bool:
        """Tell whether an excluded name means the symbol by the scopes around it."""
        analysis, symbol = self._analysis, self._symbol
        named = analysis.symbol_at(place.start)
        if named is not None and named.declarations:
            return bool(self._ours & set(named.declarations))
        if symbol.kind == "member":
            return named is None
        end = _END.search(self._text(place), place.end)
        if end is not None and self._seen_at(end.end()) == place:
            # This is a declaration: an alternative of the symbol, or another symbol.
            if self._is_alternative(place):
                self._ours.add(place)
                return True
            return False
        seen = self._seen_at(place.start)
        return not self.is_local if seen is None else seen in self._ours

    def _seen_at(self, offset: int) -> Place | None:
        """Return the declaration of the name that is visible at a byte of the main file."""
        is_tag = self._symbol.kind in _TAGS
        for entry in self._analysis.scope_at(offset):
            if entry.name == self._symbol.name and entry.is_tag is is_tag:
                return entry.place
        return None

    def _is_alternative(self, place: Place) -> bool:
        """Tell whether a declaration is in the same scope as one of the symbol."""
        for declared in self._ours:
            if declared.file == place.file:
                first, last = sorted((declared, place))
                if _is_balanced(self._text(place)[first.end : last.start]):
                    return True
        return not self.is_local and not any(each.file == place.file for each in self._ours)

    def _item_around(self) -> tuple[int, int]:
        """Return the bytes of the main file from the item that declares a symbol to the next."""
        declared, analysis = self._symbol.declarations[0], self._analysis
        if declared.file != analysis.path:
            return 0, 0
        starts = [start for start, _ in analysis.outline()]
        first = max((start for start in starts if start <= declared.start), default=0)
        after = (start for start in starts if start > declared.start)
        return first, min(after, default=len(analysis.text))


def _is_balanced(text: str) -> bool:
    """Tell whether all brackets that are opened in a text are closed there, and no others."""
    depth = 0
    for match in _BRACKETS.finditer(text):
        if match[0] in "([{":
            depth += 1
        elif match[0] in ")]}":
            depth -= 1
            if depth < 0:
                return False
    return depth == 0
