"""One state of a unit for the queries: models, places, texts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.analysis.queries.brackets import nesting_of
from opencl_ls.semantics.model import ItemModel, derived_within
from opencl_ls.semantics.names.bind import bind
from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.surface_queries import in_comment_or_string
from opencl_ls.text import NAME

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.findings import Place
    from opencl_ls.settings.target import Target
    from opencl_ls.syntax.lazy_surface import LazySurface

_WORD: Final = re.compile(NAME, re.ASCII)
_WORD_CHARACTER: Final = re.compile(r"[\w$\x80-\xff]", re.ASCII)
_LONGEST_WORD: Final = 500
_BROKEN_OFF: Final = 2
_ENDS: Final = frozenset((")", "]", "}", ";", "{", ":"))

STAND_IN: Final = "opencl_ls_stand_in"
"""The name of the placeholder; no program has it."""


class ItemOffset(NamedTuple):
    """A byte of an item's text: the number of the item in the unit, and the byte."""

    item: int
    at: int


class Program:
    """One state of a unit, for the length of one query."""

    __slots__ = ("_surface", "_text_of", "path", "target", "unit")

    def __init__(
        self,
        path: str,
        unit: AnalysedUnit,
        target: Target,
        surface: LazySurface,
        text_of: Callable[[str], str],
    ) -> None:
        self.path = path
        self.unit = unit
        self.target = target
        self._surface = surface
        self._text_of = text_of

    @property
    def text(self) -> str:
        """The main file's byte text."""
        return self.unit.unit.source

    def text_at(self, place: Place) -> str:
        """Return the bytes at a place, "" for a file that cannot be read."""
        return self._text_of(place.file)[place.start : place.end]

    def text_of(self, file: str) -> str:
        """Return the byte text of a file of the unit, "" for one that cannot be read."""
        return self._text_of(file)

    def is_quoted(self, offset: int) -> bool:
        """Tell whether a byte of the main file is part of a comment or of a string."""
        return in_comment_or_string(self._surface.get(), offset)

    def position(self, offset: int) -> ItemOffset | None:
        """Return the byte of an item that comes from a byte of the main file, or None."""
        found = self.unit.item_at(self.path, offset)
        return None if found is None else ItemOffset(*found)

    def model(self, number: int) -> ItemModel:
        """Return the model of an item, as complete as possible if it has syntax problems.

        An incomplete one gets its closing brackets; so records may end after it.
        """
        item = self.unit.items[number]
        model = item.analysed.model
        if item.unread or not model.item.problems:
            return model
        return _completed(model, (self.environment(number), item.analysed.target))

    def environment(self, number: int) -> UnitEnvironment:
        """Return the environment in which the item `number` begins."""
        return self.unit.declarations.before(self.unit.models, number)

    def place(self, number: int, start: int, end: int) -> Place:
        """Return the place in a file of a range of an item."""
        item = self.unit.items[number]
        length = len(item.source.text)
        return self.unit.place(item, min(start, length), min(end, length))


@derived_within
def _completed(model: ItemModel, context: tuple[UnitEnvironment, Target]) -> ItemModel:
    """Return the model of an item with syntax problems, read as far as can be."""
    environment, target = context
    whole = _finished(model.item.text, environment) or model.item
    return bind(whole, environment, target, broken=True)


def _finished(text: str, environment: UnitEnvironment) -> r.Item | None:
    """Return the record of an incomplete item, None if it has other problems."""
    nesting = nesting_of(text)
    if nesting.inside or nesting.inserted or len(nesting.open) < _BROKEN_OFF:
        return None
    lacks_operand = not (nesting.last_is_name or nesting.last_is_number or nesting.last in _ENDS)
    operand = f" {STAND_IN}" if lacks_operand else ""
    item = lower(text + operand + nesting.closing(), environment.is_type)
    return None if item.problems else item


def word_around(text: str, offset: int) -> tuple[int, int]:
    """Return start and end of the word around a byte offset, or of the one that ends there.

    Without a word both are the offset; digits count as letters.
    """
    start = end = max(0, min(offset, len(text)))
    limit = max(0, start - _LONGEST_WORD)
    while start > limit and _WORD_CHARACTER.match(text, start - 1):
        start -= 1
    limit = min(len(text), end + _LONGEST_WORD)
    while end < limit and _WORD_CHARACTER.match(text, end):
        end += 1
    return start, end


def is_name(word: str) -> bool:
    """Tell whether a word is an identifier."""
    return _WORD.fullmatch(word) is not None


def records_at(item: r.Item, at: int) -> list[r.Record]:
    """Return the records around a byte of an item, the outermost first."""
    found: list[r.Record] = []
    below: Sequence[r.Record] = item.declarations
    while True:
        inner = next((each for each in below if each.start <= at < each.end), None)
        if inner is None:
            return found
        found.append(inner)
        below = r.children(inner)


def holds(record: r.Record, at: int) -> bool:
    """Tell whether a byte of the item is part of a record."""
    return record.start <= at < record.end
