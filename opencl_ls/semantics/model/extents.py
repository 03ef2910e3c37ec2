"""The ends of records in the events of an item, so that the records below one are a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.syntax import records as r


class Extents:
    """The ranges of the records of an item in its `events`, where all below one follow it.

    A caller with many questions makes one and drops it: an analysed item lives long.
    """

    def __init__(self, model: ItemModel) -> None:
        self.events = model.events
        self._starts: dict[object, int] = {}
        self._ends = ends = list(range(1, len(self.events) + 1))
        starts, parents = self._starts, model.parents
        for number, event in enumerate(self.events):
            starts[event] = number
        for number in range(len(ends) - 1, -1, -1):
            # On the way back the last one below a record is met first, with its own end known.
            above = starts.get(parents.get(self.events[number]))  # type: ignore[arg-type]
            if above is not None and ends[above] < ends[number]:
                ends[above] = ends[number]

    def of(self, record: r.Record) -> tuple[int, int]:
        """Return where in `events` a record and all below it begin and end, the end exclusive."""
        start = self._starts[record]
        return start, self._ends[start]
