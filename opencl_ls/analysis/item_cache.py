"""The cache of analysed items: keyed by text, names and target; values are models and findings."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary, ref

from msgspec import Struct

from opencl_ls.analysis import kept_items
from opencl_ls.linter.walk import check_item
from opencl_ls.semantics.names.bind import bind
from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.statement_cache import LARGE, StatementCache, head_of

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.analysis.item_packs import ItemPacks
    from opencl_ls.linter.context import ItemFinding
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

LEAST_SIZE: Final = 400_000
"""The smallest size of the cache, in bytes of item text; each costs about 100 bytes of memory."""

LARGEST_SIZE: Final = 1_000_000
"""The largest size of the cache, in bytes of item text, however much is open."""

_VARIANTS: Final = 4
_MOST_COMPUTED: Final = 20_000


class AnalysedItem(Struct, eq=False, weakref=True):
    """An item with its model, valid for each state with the same `target` and names that it uses.

    `check` fills `findings` for all states that share the item.
    """

    model: ItemModel
    target: Target
    findings: tuple[ItemFinding, ...] | None = None

    def check(self) -> tuple[ItemFinding, ...]:
        """Return the findings of the rules in the item; they run once."""
        if self.findings is None:
            if type(self.model) is kept_items.KeptModel:
                self.model.read()
            self.findings = check_item(self.model, self.target)
        return self.findings


class ItemCache:
    """Analyses items, each once while its text and the names that it uses are the same.

    An item is cached while a state holds it.  In addition it keeps the most recent items that are
    new or were replaced, up to `size` bytes of text, see `resize`: an undo costs nothing, and long
    typing does not use more memory.

    `computed` lists the texts that were analysed since it was last cleared.  Tests and benchmarks
    read the cost of an edit from it.
    """

    def __init__(self, size: int = LEAST_SIZE, kept: ItemPacks | None = None) -> None:
        self._least = self._size = size
        self._kept = kept
        self._items: dict[str, list[ref[AnalysedItem]]] = {}
        # The items that are kept, the most recent at the end.
        self._recent: OrderedDict[AnalysedItem, None] = OrderedDict()
        self._weight = 0
        self._statements = StatementCache()
        # The large items that were analysed last, by their heads.
        self._large: WeakValueDictionary[str, AnalysedItem] = WeakValueDictionary()
        self.computed: list[str] = []

    def find(self, text: str, environment: UnitEnvironment, target: Target) -> AnalysedItem | None:
        """Return the item for a byte text in an environment, None if it is not cached."""
        for reference in self._items.get(text, ()):
            item = reference()
            if item is not None and item.target is target and environment.agrees(item.model):
                if item in self._recent:
                    self._recent.move_to_end(item)
                if len(text) >= LARGE:
                    self._statements.returned(text)
                    self._large[head_of(text)] = item
                return item
        return None

    def analyse(self, text: str, environment: UnitEnvironment, target: Target) -> AnalysedItem:
        """Return the analysed item for a byte text in an environment."""
        cached = self.find(text, environment, target)
        if cached is not None:
            return cached
        if len(self.computed) >= _MOST_COMPUTED:
            self.computed.clear()
        self.computed.append(text)
        item = lower(text, environment.is_type, self._statements)
        made = AnalysedItem(bind(item, environment, target, self._before(text, target)), target)
        if len(text) >= LARGE:
            self._large[head_of(text)] = made
        self._put(text, made)
        return made

    def load(
        self, file: str, text: str, environment: UnitEnvironment, target: Target
    ) -> AnalysedItem | None:
        """Return the item for a byte text that begins in a file, None if none is kept on disk."""
        if self._kept is None:
            return None
        for data in self._kept.entries(file, kept_items.key(text, target)):
            entry = kept_items.read_entry(data)
            if entry is not None and environment.agrees_on(
                entry.type_names, entry.uses, entry.tag_uses
            ):
                model = kept_items.model_of(text, entry, environment, target)
                made = AnalysedItem(model, target, kept_items.findings_of(entry))
                self._put(text, made)
                return made
        return None

    def store(
        self, file: str, item: AnalysedItem, agreeing: tuple[dict[str, int], dict[str, int]]
    ) -> None:
        """Keep an item that begins in a file on disk, unless it is from there."""
        if self._kept is None or type(item.model) is kept_items.KeptModel:
            return
        entry = kept_items.entry_of(item.model, item.findings, agreeing)
        if entry is not None:
            text = item.model.item.text
            self._kept.add(file, kept_items.key(text, item.target), entry)

    def _put(self, text: str, made: AnalysedItem) -> None:
        variants = self._items.setdefault(text, [])
        variants.insert(0, ref(made, partial(self._dropped, text)))
        del variants[_VARIANTS:]
        self.keep(made)

    def _before(self, text: str, target: Target) -> ItemModel | None:
        """Return the last model of a large item that begins in the same way."""
        before = self._large.get(head_of(text)) if len(text) >= LARGE else None
        return before.model if before is not None and before.target is target else None

    def resize(self, size: int) -> None:
        """Keep up to `size` bytes of text, within the smallest and the largest size."""
        self._size = max(self._least, min(size, LARGEST_SIZE))

    def keep(self, item: AnalysedItem) -> None:
        """Keep an item that has left a state, or is not yet in one."""
        recent = self._recent
        if item in recent:
            recent.move_to_end(item)
            return
        recent[item] = None
        self._weight += len(item.model.item.text)
        while self._weight > self._size and len(recent) > 1:
            oldest, _ = recent.popitem(last=False)
            self._weight -= len(oldest.model.item.text)

    def _dropped(self, text: str, reference: ref[AnalysedItem]) -> None:
        variants = self._items.get(text)
        if variants is not None and reference in variants:
            variants.remove(reference)
            if not variants:
                del self._items[text]
