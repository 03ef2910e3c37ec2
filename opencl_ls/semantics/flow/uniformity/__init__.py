"""Uniformity: which values and paths differ between the work-items of a group.

`Uniformity` analyses the functions of a unit that reach a collective function - a barrier, an async
copy, a work-group function - and finds where the work-items provably diverge.  The result for an
item is cached with the item while the functions that it calls are the same, so that from one state
of a unit to the next only the functions that changed are analysed.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.flow.uniformity import sources
from opencl_ls.semantics.flow.uniformity.arithmetic import SINGLE, Sizes
from opencl_ls.semantics.flow.uniformity.definitions import functions_in
from opencl_ls.semantics.flow.uniformity.results import Divergence, Meeting, Report, Summary
from opencl_ls.semantics.flow.uniformity.values import UNKNOWN, Reason

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from opencl_ls.semantics.flow.uniformity.definitions import FunctionInfo
    from opencl_ls.semantics.model import ItemModel

__all__ = ["Divergence", "Meeting", "Reason", "Uniformity", "UnitDivergence", "functions_in"]

_item: Final = attrgetter("item")
_IN_PROGRESS: Final = Summary(UNKNOWN, ())
NO_LAUNCHES: Final[Mapping[str, Sizes]] = MappingProxyType({})
"""Nothing is known of any kernel's launches."""
_DEEPEST: Final = 200
"""The depth of nested calls that is followed; deeper calls are unknown."""


class UnitDivergence(Struct, frozen=True, eq=False):
    """A divergence in the item number `item` of a unit."""

    item: int
    divergence: Divergence


def _larger(left: Sizes, right: Sizes) -> Sizes:
    if left is None or right is None:
        return None
    return tuple(max(pair) for pair in zip(left, right, strict=True))


def _shape(info: FunctionInfo) -> tuple[object, ...]:
    """Return the facts of a function on which other functions, and their order, depend."""
    return info.name, info.is_kernel, info.sizes, info.called, _widths(info)


def _widths(info: FunctionInfo) -> frozenset[str]:
    """Return the widths of the collective functions that a function calls itself."""
    return frozenset(how.width for _, how in info.collectives.values())


def _paired(
    old: list[FunctionInfo], new: list[FunctionInfo]
) -> tuple[list[tuple[FunctionInfo, FunctionInfo]], list[FunctionInfo], list[FunctionInfo]]:
    """Return pairs of functions with the same name and shape, the added and the removed ones."""
    before = {info.name: info for info in old}
    pairs: list[tuple[FunctionInfo, FunctionInfo]] = []
    added: list[FunctionInfo] = []
    for info in new:
        was = before.get(info.name)
        if was is None or _shape(was) != _shape(info):
            added.append(info)
        else:
            pairs.append((before.pop(info.name), info))
    return pairs, added, list(before.values())


def _reached(
    start: Iterable[FunctionInfo], following: Callable[[FunctionInfo], Iterable[FunctionInfo]]
) -> set[FunctionInfo]:
    """Return some functions and all that are reachable from them by steps."""
    found = set(start)
    worklist = list(found)
    while worklist:
        new = set(following(worklist.pop())) - found
        found |= new
        worklist += new
    return found


def _alike(one: Summary, other: Summary) -> bool:
    """Tell whether two summaries are equal; those with places never are."""
    return one.result == other.result and not one.meetings and not other.meetings


class Uniformity:
    """The divergences of work-items at collective functions, in the order of the unit.

    `before` is the result for an earlier state of the unit, and `change` = (first, removed, added)
    the items that were replaced since.  `renewed` are then the items whose divergences are new,
    None if all may be.  `launches` are the sizes of the groups that kernels are launched with, by
    the kernels' names, as far as they are known from outside the program.
    """

    def __init__(
        self,
        models: Sequence[ItemModel],
        before: Uniformity | None = None,
        change: tuple[int, int, int] = (0, 0, 0),
        *,
        launches: Mapping[str, Sizes] = NO_LAUNCHES,
    ) -> None:
        self._launches = launches
        self.divergences: list[UnitDivergence] = []
        self.renewed: range | None = None
        self._depth = 0
        self._done: dict[tuple[FunctionInfo, str], Summary] = {}
        self._asked: set[str] = set()
        if before is not None and self._followed(models, before, *change):
            return
        self._infos: list[tuple[int, FunctionInfo]] = []
        self._by_name: dict[str, FunctionInfo] = {}
        for index, model in enumerate(models):
            if model.item.problems:
                continue
            for info in functions_in(model):
                self._infos.append((index, info))
                self._by_name[info.name] = info
        self._sizes = self._all_sizes()
        self._reaching = self._all_reaching()
        self._widths = frozenset[str]().union(*map(_widths, self._reaching))
        self._look_at_all()

    def prepare(self, model: ItemModel) -> None:
        """Analyse the functions of an item that will replace those of the same names.

        The results are cached with them, for the state of the unit that has them.
        """
        for info in functions_in(model):
            was = self._by_name.get(info.name)
            if was is None or was not in self._reaching:
                continue
            for width in self._widths:
                if width not in info.reports:
                    info.reports[width] = self._analysed(info, width, self._sizes.get(was))

    def add(self, model: ItemModel) -> bool:
        """Analyse the functions of an item after all others; tell if there was any.

        The results are cached with them, so that the analysis of the unit finds most of its work
        done.
        """
        if model.item.problems:
            return False
        number = len(self._infos)
        found = False
        for info in functions_in(model):
            self._infos.append((number, info))
            self._by_name[info.name] = info
            if info.is_kernel and (size := self._size_of(info)) is not None:
                self._sizes[info] = size
            if info.collectives or self._reaching_callees(info):
                self._reaching.add(info)
                self._widths |= _widths(info)
                for width in self._widths:
                    self._report(info, width)
                found = True
        return found

    def _followed(
        self, models: Sequence[ItemModel], before: Uniformity, first: int, removed: int, added: int
    ) -> bool:
        """Continue from an earlier state, unless the dependences between functions have changed."""
        start = bisect_left(before._infos, first, key=itemgetter(0))
        end = bisect_left(before._infos, first + removed, key=itemgetter(0))
        old = [info for _, info in before._infos[start:end]]
        new = [
            (index, info)
            for index in range(first, first + added)
            if not models[index].item.problems
            for info in functions_in(models[index])
        ]
        if len(before._infos) != len(before._by_name):
            return False  # Several functions have the same name.
        pairs, fresh, lost = _paired(old, [info for _, info in new])
        rest = before._infos[end:]
        if added != removed:
            rest = [(index + added - removed, info) for index, info in rest]
        self._infos = [*before._infos[:start], *new, *rest]
        self._by_name = dict(before._by_name)
        self._sizes = dict(before._sizes)
        self._reaching = set(before._reaching)
        self._widths = before._widths
        self._done = dict(before._done)
        self._asked = set(before._asked)
        summaries = [each for pair in pairs for each in self._replaced(*pair)]
        if not self._exchanged(lost, fresh):
            return False
        if any(self._comes_to_itself(info) for _, info in new):
            return False
        for info, width, was_summary in summaries:
            report = self._report(info, width)
            if _alike(report.summary, was_summary):
                # The same object, so that results that use it stay valid.
                report.summary = self._done[info, width] = was_summary
            elif info.name in self._asked:
                self._look_at_all()
                return True
        known = before.divergences
        self.divergences = known[: bisect_left(known, first, key=_item)]
        for index, info in new:
            self._look_at(index, info)
        shift = added - removed
        self.divergences += (
            UnitDivergence(each.item + shift, each.divergence) if shift else each
            for each in known[bisect_left(known, first + removed, key=_item) :]
        )
        self.renewed = range(first, first + added)
        return True

    def _replaced(
        self, old: FunctionInfo, new: FunctionInfo
    ) -> list[tuple[FunctionInfo, str, Summary]]:
        """Replace an earlier function; return its summaries, by their widths."""
        self._by_name[new.name] = new
        if old in self._sizes:
            self._sizes[new] = self._sizes.pop(old)
        if old in self._reaching:
            self._reaching.remove(old)
            self._reaching.add(new)
        known = [width for width in self._widths if (old, width) in self._done]
        return [(new, width, self._done.pop((old, width))) for width in known]

    def _exchanged(self, lost: list[FunctionInfo], fresh: list[FunctionInfo]) -> bool:
        """Remove and add functions; return False if something depends on one of them."""
        if not lost and not fresh:
            return True
        names = {info.name for info in (*lost, *fresh)}
        for info in lost:
            del self._by_name[info.name]
            self._reaching.discard(info)
            for width in self._widths:
                self._done.pop((info, width), None)
        if not names.isdisjoint(self._by_name) or len(fresh) != len({one.name for one in fresh}):
            return False
        self._by_name.update((info.name, info) for info in fresh)
        if any(not names.isdisjoint(info.called) for _, info in self._infos):
            return False
        if self._sizes or any(map(self._size_of, (*lost, *fresh))):
            return False
        for info in fresh:
            if info.collectives or self._reaching_callees(info):
                self._reaching.add(info)
                if not self._widths.issuperset(_widths(info)):
                    return False
        return True

    def _comes_to_itself(self, info: FunctionInfo) -> bool:
        """Tell whether a function calls itself, directly or indirectly."""
        return info in _reached(self._called(info), self._called)

    def _called(self, info: FunctionInfo) -> Iterator[FunctionInfo]:
        return (self._by_name[name] for name in info.called if name in self._by_name)

    def _size_of(self, info: FunctionInfo) -> Sizes:
        """Return the size that a kernel requires or is launched with, None for other functions."""
        return info.sizes or (self._launches.get(info.name) if info.is_kernel else None)

    def _all_sizes(self) -> dict[FunctionInfo, Sizes]:
        """Return the largest known work-group that reaches each function.

        A function has the groups of the kernels that call it: it is unknown if one of these
        has no known size.
        """
        found: dict[FunctionInfo, Sizes] = {}
        kernels = [info for _, info in self._infos if info.is_kernel]
        sizes = [self._size_of(info) for info in kernels]
        if not any(sizes):
            return found
        for kernel, size in zip(kernels, sizes, strict=True):
            for info in _reached([kernel], self._called_functions):
                found[info] = _larger(found.get(info, size), size)
        return found

    def _called_functions(self, info: FunctionInfo) -> Iterator[FunctionInfo]:
        return (each for each in self._called(info) if not each.is_kernel)

    def _all_reaching(self) -> set[FunctionInfo]:
        """Return the functions that reach a collective function, directly or by a call."""
        kernels = [info for _, info in self._infos if info.is_kernel]
        if kernels and all(self._size_of(info) == SINGLE for info in kernels):
            return set()
        collective = [info for _, info in self._infos if info.collectives]
        if not collective:
            return set()
        callers: dict[str, list[FunctionInfo]] = {}
        for _, info in self._infos:
            for name in info.called:
                callers.setdefault(name, []).append(info)
        return _reached(collective, lambda info: callers.get(info.name, ()))

    def _look_at_all(self) -> None:
        self._done = {}
        self._asked = set()
        self.divergences = []
        for index, info in self._infos:
            self._look_at(index, info)

    def _look_at(self, index: int, info: FunctionInfo) -> None:
        if info in self._reaching:
            for width in (sources.GROUP, sources.SUBGROUP):
                if width in self._widths:
                    report = self._report(info, width)
                    self.divergences += (UnitDivergence(index, each) for each in report.divergences)

    def _report(self, info: FunctionInfo, width: str) -> Report:
        """Return the analysis of a function: the cached one if it is still valid."""
        key = (info, width)
        report = info.reports.get(width)
        if report is not None and self._done.get(key) is report.summary:
            return report
        self._done[key] = _IN_PROGRESS
        self._depth += 1
        if report is None or not self._holds(info, report, width):
            report = self._analysed(info, width, self._sizes.get(info))
        self._depth -= 1
        info.reports[width] = report
        self._asked.update(report.asked)
        self._done[key] = report.summary
        return report

    def _analysed(self, info: FunctionInfo, width: str, sizes: Sizes) -> Report:
        # Most programs have no collective function, and few kernels of one file have.
        from opencl_ls.semantics.flow.uniformity.functions import (  # noqa: PLC0415
            analyse_function,
        )

        callees = self._reaching_callees(info)
        return analyse_function(
            info, width, sizes, lambda name: self._summary(name, width), callees
        )

    def _reaching_callees(self, info: FunctionInfo) -> frozenset[str]:
        return frozenset(name for name in info.called if self._by_name.get(name) in self._reaching)

    def _holds(self, info: FunctionInfo, report: Report, width: str) -> bool:
        if report.reaching != self._reaching_callees(info) or report.sizes != self._sizes.get(info):
            return False
        return all(self._summary(name, width) is was for name, was in report.asked.items())

    def _summary(self, name: str, width: str) -> Summary | None:
        """Return the summary of a function, None if its definition is unknown."""
        info = self._by_name.get(name)
        if info is None:
            return None
        known = self._done.get((info, width))
        if known is None and self._depth > _DEEPEST:
            return None
        return self._report(info, width).summary if known is None else known
