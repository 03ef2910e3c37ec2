"""The memo of analysed items: text, names and target in, model and findings out."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from opencl_ls.rules.walk import check_item
from opencl_ls.semantics.bind import bind
from opencl_ls.syntax.lower import lower

if TYPE_CHECKING:
    from opencl_ls.analysis.environment import UnitEnvironment
    from opencl_ls.rules.context import ItemFinding
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

CAPACITY: Final = 60_000
"""How many item texts are kept; the oldest go first."""

_VARIANTS: Final = 4


@dataclass(slots=True, eq=False)
class AnalysedItem:
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

    `computed` lists the texts that were analysed since it was last cleared, for tests and
    benchmarks: it is the proof of what an edit cost.
    """

    def __init__(self) -> None:
        self._known: OrderedDict[str, list[AnalysedItem]] = OrderedDict()
        self.computed: list[str] = []

    def known(self, text: str, environment: UnitEnvironment, target: Target) -> AnalysedItem | None:
        """Return the analysed item for a byte text in an environment, None where it is not kept."""
        for known in self._known.get(text, ()):
            if known.target is target and environment.agrees(known.model):
                return known
        return None

    def analyse(self, text: str, environment: UnitEnvironment, target: Target) -> AnalysedItem:
        """Return the analysed item for a byte text in an environment."""
        known = self.known(text, environment, target)
        if known is not None:
            return known
        variants = self._known.setdefault(text, [])
        if len(self._known) > CAPACITY:
            self._known.popitem(last=False)
        made = self._compute(text, environment, target)
        variants.insert(0, made)
        del variants[_VARIANTS:]
        return made

    def _compute(self, text: str, environment: UnitEnvironment, target: Target) -> AnalysedItem:
        self.computed.append(text)
        item = lower(text, environment.is_type)
        model = bind(item, environment, target)
        return AnalysedItem(model, target)
