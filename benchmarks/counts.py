"""What an edit makes the analysis do, counted and not timed: the same on every machine.

The counts are those of this process, which does what the server does, but for the messages.
"""

from __future__ import annotations

import sys
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lsprotocol import types

import opencl_ls
from benchmarks.client import CAPABILITIES
from opencl_ls.analysis.host import Host
from opencl_ls.analysis.places import PieceMap
from opencl_ls.disk import DiskFiles
from opencl_ls.linter.kernel_analyses import KernelAnalyses
from opencl_ls.server import rendering
from opencl_ls.server.client import read_client
from opencl_ls.server.documents import Documents, apply_range
from opencl_ls.server.leniency import converter
from opencl_ls.server.rendering import Rendering, joined
from opencl_ls.settings.model import DEFAULT
from opencl_ls.text import UTF16

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType, FrameType

    from benchmarks.edits import Edit
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.settings.model import Settings

PACKAGE = Path(opencl_ls.__file__).parent


@dataclass(frozen=True)
class Counts:
    """What was done for one edit, in one document and those that include it.

    `items` are the functions and declarations that were analysed, `rules` the rules about the
    whole unit that ran again, `bytes` those of the source that were lexed again, `directives` those
    that were executed again, `mapped` the places of findings that were looked up in the source
    map, `written` the diagnostics whose text was made anew, `kernels` those that were analysed for
    races, and `steps` the lines of Python that ran (0 where they are not counted).
    """

    items: int
    rules: int
    bytes: int
    directives: int
    mapped: int
    written: int
    kernels: int = 0
    steps: int = 0

    def most(self, other: Counts) -> Counts:
        """Return the larger one of each count."""
        pairs = ((getattr(self, each.name), getattr(other, each.name)) for each in fields(self))
        return Counts(*map(max, pairs))


NOTHING = Counts(0, 0, 0, 0, 0, 0)


class Session:
    """Open documents, and the count of what each change to them makes the server do.

    A change takes the way that it takes in the server, but for the messages: the document, the
    analysis, and the text of the diagnostics.
    """

    def __init__(self, settings: Settings = DEFAULT) -> None:
        self._host = Host(DiskFiles())
        self._settings = settings
        hello = {"capabilities": CAPABILITIES, "processId": None, "rootUri": None}
        self._client = read_client(converter().structure(hello, types.InitializeParams), UTF16)
        self._documents = Documents()
        self._renderings: dict[str, Rendering] = {}
        self._last: dict[str, Analysis] = {}
        self.where: Counter[str] = Counter()
        """The lines that ran at the last edit, by functions, where they were counted."""

    def open(self, path: Path, text: str, *, steps: bool = False) -> Counts:
        """Open a document and return what that cost; `steps` asks to count these too."""

        def change() -> None:
            document = self._documents.open(path.as_uri(), 1, text)
            self._renderings[document.path] = Rendering(self._client, document.path)
            self._host.open(document.path, document.text, self._settings)

        return self._counted(change, steps)

    def edit(self, path: Path, edit: Edit, *, steps: bool = False) -> Counts:
        """Edit a document and return what that cost; `steps` asks to count these too."""

        def change() -> None:
            document = self._documents.at(str(path))
            assert document is not None
            made = apply_range(document, edit.start, edit.end, edit.text, self._client.encoding)
            self._host.edit(document.path, made.start, made.end, made.text, document.text)

        return self._counted(change, steps)

    def analysis(self, path: Path) -> Analysis:
        """Return the present state of a document."""
        return self._last[str(path)]

    def _counted(self, change: Callable[[], None], steps: bool) -> Counts:
        self._host.computed.clear()
        after: dict[str, Analysis] = {}
        with (
            _calls(PieceMap, "place") as mapped,
            _calls(rendering._Renderer, "pattern") as written,
            _calls(KernelAnalyses, "analysed") as kernels,
            lines_run(steps) as lines,
        ):
            change()
            for document in self._documents:
                analysis = after[document.path] = self._host.analysis(document.path)
                if analysis is not self._last.get(document.path):
                    shown = self._renderings[document.path].render(analysis, document.lines)
                    joined(self._client, document.path, shown.entries)
        self.where = Counter()
        for code, count in lines.items():
            self.where[_name(code)] += count
        rules = read = directives = 0
        for path, analysis in after.items():
            before = self._last.get(path)
            if analysis is before:
                continue
            rules += len(analysis._check(analysis._unit).results.rerun)
            unit = analysis._unit.unit
            # What was taken over is the same object as before.
            chunks = {id(chunk) for chunk in before._unit.unit.chunks} if before else set()
            read += sum(len(chunk.text) for chunk in unit.chunks if id(chunk) not in chunks)
            known = {id(step) for step in before._unit.unit.steps} if before else set()
            directives += sum(
                step.chunk.is_directive for step in unit.steps if id(step) not in known
            )
        self._last = after
        items = len(self._host.computed)
        counts = (items, rules, read, directives, mapped[0], written[0], kernels[0])
        return Counts(*counts, lines.total())


@contextmanager
def _calls(owner: type, name: str) -> Iterator[list[int]]:
    """Count the calls of a method."""
    count = [0]
    original = getattr(owner, name)

    def counting(*arguments: Any) -> Any:
        count[0] += 1
        return original(*arguments)

    setattr(owner, name, counting)
    try:
        yield count
    finally:
        setattr(owner, name, original)


@contextmanager
def lines_run(wanted: bool = True) -> Iterator[Counter[CodeType]]:
    """Count the lines of Python that run: a loop over the whole file shows, however short it is.

    The counter is filled at the end, and is empty where they are not `wanted`.
    """
    counted: Counter[CodeType] = Counter()
    if not wanted:
        yield counted
        return
    # A code object takes long to hash, so each has its own tracer, found by identity.
    tracers: dict[int, _Tracer] = {}

    def enter(frame: FrameType, _event: str, _argument: Any) -> Any:
        code = frame.f_code
        tracer = tracers.get(id(code))
        if tracer is None:
            tracer = tracers[id(code)] = _Tracer(code)
        return tracer.trace

    before = sys.gettrace()
    sys.settrace(enter)
    try:
        yield counted
    finally:
        sys.settrace(before)
        for tracer in tracers.values():
            counted[tracer.code] += tracer.lines


class _Tracer:
    """Counts the lines that run in the frames of one code object."""

    def __init__(self, code: CodeType) -> None:
        self.code = code
        self.lines = 0
        self.trace = self._trace
        """The method, bound once and not at each line."""

    def _trace(self, _frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            self.lines += 1
        return self.trace


def _name(code: CodeType) -> str:
    path = Path(code.co_filename)
    place = path.relative_to(PACKAGE) if path.is_relative_to(PACKAGE) else path.name
    return f"{place} {code.co_qualname}"
