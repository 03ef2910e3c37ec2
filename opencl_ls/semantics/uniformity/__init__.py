"""Uniformity: which values, and which paths, differ between the work-items of a group.

`analyse` looks at the functions of a unit that come to a function that all work-items of a group
must meet - a barrier, an async copy, a work-group function - and says where they provably do not.
What an item came to is kept with the item, for as long as the functions that it calls are the same:
a keystroke in another function costs nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, cast

from opencl_ls.semantics.uniformity import sources
from opencl_ls.semantics.uniformity.arithmetic import SINGLE, Sizes
from opencl_ls.semantics.uniformity.definitions import FunctionInfo, functions_of
from opencl_ls.semantics.uniformity.functions import (
    Divergence,
    Meeting,
    Report,
    Summary,
    analyse_function,
)
from opencl_ls.semantics.uniformity.values import UNKNOWN, Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.semantics.model import ItemModel

__all__ = ["Divergence", "Meeting", "Reason", "UnitDivergence", "analyse"]

_IN_PROGRESS: Final = Summary(UNKNOWN, ())
_DEEPEST: Final = 200
"""How many calls within calls are followed; behind that nothing is known."""


@dataclass(frozen=True, slots=True, eq=False)
class UnitDivergence:
    """A divergence in the item number `item` of a unit."""

    item: int
    divergence: Divergence


def analyse(models: Sequence[ItemModel]) -> list[UnitDivergence]:
    """Return where the work-items of a group do not meet as they must, in the order of the unit."""
    unit = _Unit(models)
    return unit.divergences() if unit.reaching else []


def _functions(model: ItemModel) -> list[FunctionInfo]:
    """Return the functions of an item, which are kept with it."""
    known = model.derived.get(__name__)
    if known is None:
        known = model.derived[__name__] = functions_of(model)
    return cast("list[FunctionInfo]", known)


def _larger(left: Sizes, right: Sizes) -> Sizes:
    if left is None or right is None:
        return None
    return tuple(max(pair) for pair in zip(left, right, strict=True))


class _Unit:
    def __init__(self, models: Sequence[ItemModel]) -> None:
        self.infos: list[tuple[int, FunctionInfo]] = []
        self.by_name: dict[str, FunctionInfo] = {}
        self.done: dict[tuple[int, str], Summary] = {}
        self.reports: dict[tuple[int, str], Report] = {}
        self.depth = 0
        for index, model in enumerate(models):
            if model.item.problems:
                continue
            for info in _functions(model):
                self.infos.append((index, info))
                self.by_name[info.name] = info
        self.sizes = self._sizes()
        self.reaching = self._reaching()

    def _sizes(self) -> dict[FunctionInfo, Sizes]:
        """Return the largest work-group that comes to each function, where it is required.

        A function has the groups of the kernels that call it: where one of these leaves its size
        open, nothing is known.
        """
        found: dict[FunctionInfo, Sizes] = {}
        kernels = [info for _, info in self.infos if info.is_kernel]
        if all(info.sizes is None for info in kernels):
            return found
        for kernel in kernels:
            seen = {kernel}
            waiting = [kernel]
            while waiting:
                info = waiting.pop()
                found[info] = _larger(found.get(info, kernel.sizes), kernel.sizes)
                called = {self.by_name.get(name) for name in info.called}
                new = {each for each in called if each is not None and not each.is_kernel} - seen
                seen |= new
                waiting.extend(new)
        return found

    def _reaching(self) -> set[FunctionInfo]:
        """Return the functions that come to a collective function, by themselves or by a call."""
        kernels = [info for _, info in self.infos if info.is_kernel]
        if kernels and all(info.sizes == SINGLE for info in kernels):
            return set()
        found = {info for _, info in self.infos if info.collectives}
        if not found:
            return found
        callers: dict[str, list[FunctionInfo]] = {}
        for _, info in self.infos:
            for name in info.called:
                callers.setdefault(name, []).append(info)
        waiting = list(found)
        while waiting:
            for caller in callers.get(waiting.pop().name, ()):
                if caller not in found:
                    found.add(caller)
                    waiting.append(caller)
        return found

    def divergences(self) -> list[UnitDivergence]:
        widths = {how.width for info in self.reaching for _, how in info.collectives.values()}
        found: list[UnitDivergence] = []
        for index, info in self.infos:
            if info in self.reaching:
                for width in (sources.GROUP, sources.SUBGROUP):
                    if width in widths:
                        report = self.report(info, width)
                        found.extend(UnitDivergence(index, each) for each in report.divergences)
        return found

    def report(self, info: FunctionInfo, width: str) -> Report:
        """Return the analysis of a function: the one kept with it where it still holds."""
        key = (id(info), width)
        if key in self.reports:
            return self.reports[key]
        self.done[key] = _IN_PROGRESS
        self.depth += 1
        report = info.reports.get(width)
        if report is None or not self._holds(info, report, width):
            report = analyse_function(
                info,
                width,
                self.sizes.get(info),
                lambda name: self.summary(name, width),
                self._reaching_callees(info),
            )
        self.depth -= 1
        info.reports[width] = self.reports[key] = report
        self.done[key] = report.summary
        return report

    def _reaching_callees(self, info: FunctionInfo) -> frozenset[str]:
        return frozenset(name for name in info.called if self.by_name.get(name) in self.reaching)

    def _holds(self, info: FunctionInfo, report: Report, width: str) -> bool:
        if report.reaching != self._reaching_callees(info) or report.sizes != self.sizes.get(info):
            return False
        return all(self.summary(name, width) is was for name, was in report.asked.items())

    def summary(self, name: str, width: str) -> Summary | None:
        """Return the summary of a function, None where its definition is not known."""
        info = self.by_name.get(name)
        if info is None:
            return None
        known = self.done.get((id(info), width))
        if known is None and self.depth > _DEEPEST:
            return None
        return self.report(info, width).summary if known is None else known
