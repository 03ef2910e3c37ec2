"""The items of a unit together: which declare a name, and for which a fact is true.

Unchanged items are not asked again, so that the cost of a unit rule depends on the edit and not on
the length of the file.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from opencl_ls.builtins.spelling import Names
from opencl_ls.offsets import still
from opencl_ls.semantics.types.symbols import Function

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

    _Words = Callable[[ItemModel], frozenset[str]]


class ProgramNames:
    """The numbers of the items that declare each name at program scope, ascending."""

    def __init__(self, models: Sequence[ItemModel]) -> None:
        self.names: dict[str, list[int]] = {}
        self.tags: dict[str, list[int]] = {}
        self._models = models
        for number, model in enumerate(models):
            for name in model.export_names:
                self.names.setdefault(name, []).append(number)
            for name in model.tag_names:
                self.tags.setdefault(name, []).append(number)

    @cached_property
    def repeated(self) -> set[int]:
        """The items that declare a name, or a tag, which another item declares as well.

        Names whose declarations are known to agree are left out, except those that are declared
        in one of the items as well.
        """
        names = [(name, row, False) for name, row in self.names.items() if len(row) > 1]
        names += [(name, row, True) for name, row in self.tags.items() if len(row) > 1]
        found, pending = set[int](), list[list[int]]()
        for name, row, is_tag in names:
            if self._agree(name, row, is_tag=is_tag):
                pending.append(row)
            else:
                found.update(row)
        while touched := [row for row in pending if not found.isdisjoint(row)]:
            found.update(chain.from_iterable(touched))
            pending = [row for row in pending if found.isdisjoint(row)]
        return found

    def _agree(self, name: str, row: Sequence[int], *, is_tag: bool) -> bool:
        *earlier, last = (self._models[number] for number in row)
        return last.agrees_with(name, earlier, is_tag=is_tag)

    def near(self, name: str, accepts: Callable[[str], bool]) -> list[str]:
        """Return the ordinary name that `name` most likely misspells, as a list.

        `accepts` says which of the near names count.
        """
        return self._spellings.nearest(name, accepts)

    @cached_property
    def _spellings(self) -> Names:
        return Names(self.names)


class Program:
    """All items of a unit, in their order.

    `change` says which items differ from those of an `earlier` state: `added` ones from `first`
    on, (first, removed, added), replace `removed` others.
    """

    def __init__(
        self,
        models: Sequence[ItemModel],
        names: ProgramNames,
        earlier: Program | None = None,
        change: tuple[int, int, int] = (0, 0, 0),
    ) -> None:
        self.models = models
        self.names = names
        self._numbers: dict[Callable[[ItemModel], object], list[int]] = {}
        self._counts: dict[_Words, dict[str, int]] = {}
        if earlier is not None:
            first, removed, added = change
            for fact, known in earlier._numbers.items():  # noqa: SLF001 - of the same class
                self._numbers[fact] = still(known, models, change, fact)
            old, new = earlier.models[first : first + removed], models[first : first + added]
            for words, counts in earlier._counts.items():  # noqa: SLF001 - of the same class
                self._counts[words] = _recounted(counts, map(words, old), map(words, new))

    def having(self, fact: Callable[[ItemModel], object]) -> Iterator[tuple[int, ItemModel]]:
        """Yield the items with their numbers for which `fact` is true; it looks only at the item.

        Pass the same function each time: the results are cached by it.
        """
        numbers = self._numbers.get(fact)
        if numbers is None:
            numbers = [number for number, model in enumerate(self.models) if fact(model)]
            self._numbers[fact] = numbers
        return ((number, self.models[number]) for number in numbers)

    def counts(self, words: _Words) -> dict[str, int]:
        """Return the number of items for which `words` returns a word, by each such word.

        Give the same function each time, as to `having`.
        """
        counts = self._counts.get(words)
        if counts is None:
            counts = self._counts[words] = _recounted({}, (), map(words, self.models))
        return counts

    def symbols(self, name: str) -> Iterator[tuple[int, Symbol]]:
        """Yield the symbols of an ordinary name at program scope, with the items' numbers."""
        for number in self.names.names.get(name, ()):
            yield number, self.models[number].exports[name]

    def model_of(self, name: str) -> ItemModel | None:
        """Return the item that defines a function; None if none does, or it was misread."""
        for number, symbol in self.symbols(name):
            if isinstance(symbol, Function) and symbol.definition is not None:
                model = self.models[number]
                return None if model.item.problems else model
        return None


def _recounted(
    known: dict[str, int], old: Iterable[frozenset[str]], new: Iterable[frozenset[str]]
) -> dict[str, int]:
    """Return the number of sets that hold each word, after `new` ones took the place of `old`."""
    change = Counter(chain.from_iterable(new))
    change.subtract(Counter(chain.from_iterable(old)))
    if not any(change.values()):
        return known
    counts = dict(known)
    for word, more in change.items():
        counts[word] = counts.get(word, 0) + more
        if not counts[word]:
            del counts[word]
    return counts
