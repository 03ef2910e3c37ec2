"""What an edit makes the analysis do, counted and not timed: the same on every machine.

The counts are those of this process: the host is given the edits that a server would get.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import opencl_ls
from opencl_ls.analysis import Host
from opencl_ls.analysis.places import PieceMap
from opencl_ls.disk import DiskFiles
from opencl_ls.settings.model import DEFAULT
from opencl_ls.text import LineTable, byte_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import CodeType, FrameType

    from benchmarks.edits import Edit
    from opencl_ls.analysis import Snapshot
    from opencl_ls.settings.model import Settings

PACKAGE = Path(opencl_ls.__file__).parent


@dataclass(frozen=True)
class Counts:
    """What was done for one edit, in one document and those that include it.

    `items` are the functions and declarations that were analysed, `rules` the rules about the
    whole unit that ran again, `bytes` those of the source that were lexed again, `directives` those
    that were carried out again, `mapped` the places of findings that were looked up in the source
    map, and `steps` the lines of Python that ran in the analysis (0 where nobody asked for them).
    """

    items: int
    rules: int
    bytes: int
    directives: int
    mapped: int
    steps: int = 0

    def most(self, other: Counts) -> Counts:
        """Return the larger one of each count."""
        pairs = ((getattr(self, each.name), getattr(other, each.name)) for each in fields(self))
        return Counts(*map(max, pairs))


NOTHING = Counts(0, 0, 0, 0, 0)


class Session:
    """Open documents, and the count of what each change to them makes the analysis do."""

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._host = Host(DiskFiles())
        self._settings = settings
        self._texts: dict[str, str] = {}
        self._last: dict[str, Snapshot] = {}
        self.where: Counter[str] = Counter()
        """The lines that ran at the last edit, by functions, where they were counted."""

    def open(self, path: Path, text: str) -> Counts:
        """Open a document and return what that cost."""
        name = str(path)
        self._texts[name] = byte_text(text)
        return self._counted(lambda: self._host.open(name, self._texts[name], self._settings))

    def edit(self, path: Path, edit: Edit, *, steps: bool = False) -> Counts:
        """Edit a document and return what that cost; `steps` asks to count these too."""
        name = str(path)
        text = self._texts[name]
        lines = LineTable(text)
        start, end = lines.offset(*edit.start), lines.offset(*edit.end)
        new = byte_text(edit.text)
        self._texts[name] = text[:start] + new + text[end:]
        return self._counted(lambda: self._host.edit(name, start, end, new), steps)

    def snapshot(self, path: Path) -> Snapshot:
        """Return the present state of a document."""
        return self._last[str(path)]

    def _counted(self, change: Any, steps: bool = False) -> Counts:
        self._host.computed.clear()
        with _places() as places, _lines(steps) as lines:
            change()
            after = {name: self._host.snapshot(name) for name in self._texts}
            for snapshot in after.values():
                _ = snapshot.findings
        rules = read = directives = 0
        for name, snapshot in after.items():
            before = self._last.get(name)
            if snapshot is before:
                continue
            rules += len(snapshot.unit.unit_findings.results.rerun)
            unit = snapshot.unit.unit
            chunks = {id(chunk) for chunk in before.unit.unit.chunks} if before else set()
            read += sum(len(chunk.text) for chunk in unit.chunks if id(chunk) not in chunks)
            known = {id(step) for step in before.unit.unit.steps} if before else set()
            directives += sum(
                step.chunk.is_directive for step in unit.steps if id(step) not in known
            )
        self._last = after
        self.where = Counter()
        for code, count in lines.items():
            self.where[_name(code)] += count
        counted = len(self._host.computed)
        return Counts(counted, rules, read, directives, places[0], lines.total())


@contextmanager
def _places() -> Iterator[list[int]]:
    """Count the places that are looked up in the source map."""
    count = [0]
    original = PieceMap.place

    def counting(self: PieceMap, *arguments: Any) -> Any:
        count[0] += 1
        return original(self, *arguments)

    PieceMap.place = counting  # type: ignore[assignment, method-assign]
    try:
        yield count
    finally:
        PieceMap.place = original  # type: ignore[method-assign]


@contextmanager
def _lines(wanted: bool) -> Iterator[Counter[CodeType]]:
    """Count the lines of Python that run: a loop over the whole file shows, however short it is."""
    counted: Counter[CodeType] = Counter()
    if not wanted:
        yield counted
        return

    def trace(frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            counted[frame.f_code] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield counted
    finally:
        sys.settrace(before)


def _name(code: CodeType) -> str:
    path = Path(code.co_filename)
    place = path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else path.name
    return f"{place} {code.co_qualname}"
