"""The memo of analysed items: text, names and target in, model and findings out."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary, ref

from msgspec import Struct

from opencl_ls.rules.walk import check_item
from opencl_ls.semantics.names.bind import bind
from opencl_ls.syntax.known import LARGE, StatementMemory, head_of
from opencl_ls.syntax.lower import lower

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.rules.context import ItemFinding
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

KEPT: Final = 400_000
"""So many bytes of the text of items are kept at least; a byte costs about a hundred."""

MOST_KEPT: Final = 1_000_000
"""More than this is never kept, however much is open."""

_VARIANTS: Final = 4
_MOST_COMPUTED: Final = 20_000


class AnalysedItem(Struct, eq=False, weakref=True):
    """An item with its model and its findings, valid wherever `target` and its names agree."""

    model: ItemModel
    target: Target
    known: tuple[ItemFinding, ...] | None = None

    @property
    def findings(self) -> tuple[ItemFinding, ...]:
        """What the rules find, looked for when somebody asks: a hover does not wait for them."""
        if self.known is None:
            self.known = check_item(self.model, self.target)
        return self.known


class ItemMemo:
    """Analyses items, each once for as long as its text and the names that it uses stay the same.

    An item is known as long as a unit holds it.  Of those that are new, or that others took the
    place of, the latest are kept, with `kept` bytes of text in all, or `make_room`'s: so an undo
    costs nothing and an hour of typing no memory.

    `computed` lists the texts that were analysed since it was last cleared, for tests and
    benchmarks: it is the proof of what an edit cost.
    """

    def __init__(self, kept: int = KEPT) -> None:
        self._least = self._kept = kept
        self._known: dict[str, list[ref[AnalysedItem]]] = {}
        # What is kept, the latest at the end.
        self._recent: OrderedDict[AnalysedItem, None] = OrderedDict()
        self._weight = 0
        self._statements = StatementMemory()
        # The large items that were made last, by their heads.
        self._large: WeakValueDictionary[str, AnalysedItem] = WeakValueDictionary()
        self.computed: list[str] = []

    def known(self, text: str, environment: UnitEnvironment, target: Target) -> AnalysedItem | None:
        """Return the item for a byte text in an environment, None where it is not known."""
        for reference in self._known.get(text, ()):
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
        known = self.known(text, environment, target)
        if known is not None:
            return known
        if len(self.computed) >= _MOST_COMPUTED:
            self.computed.clear()
        self.computed.append(text)
        item = lower(text, environment.is_type, self._statements)
        made = AnalysedItem(bind(item, environment, target, self._before(text, target)), target)
        if len(text) >= LARGE:
            self._large[head_of(text)] = made
        variants = self._known.setdefault(text, [])
        variants.insert(0, ref(made, partial(self._dropped, text)))
        del variants[_VARIANTS:]
        self.keep(made)
        return made

    def _before(self, text: str, target: Target) -> ItemModel | None:
        """Return the model that was made last of a large item that begins in the same way."""
        before = self._large.get(head_of(text)) if len(text) >= LARGE else None
        return before.model if before is not None and before.target is target else None

    def make_room(self, size: int) -> None:
        """Keep up to `size` bytes of text, if that is more than the least and not too much."""
        self._kept = max(self._least, min(size, MOST_KEPT))

    def keep(self, item: AnalysedItem) -> None:
        """Keep an item for a while that has left a unit, or is still to come into one."""
        recent = self._recent
        if item in recent:
            recent.move_to_end(item)
            return
        recent[item] = None
        self._weight += len(item.model.item.text)
        while self._weight > self._kept and len(recent) > 1:
            oldest, _ = recent.popitem(last=False)
            self._weight -= len(oldest.model.item.text)

    def _dropped(self, text: str, reference: ref[AnalysedItem]) -> None:
        known = self._known.get(text)
        if known is not None and reference in known:
            known.remove(reference)
            if not known:
                del self._known[text]
