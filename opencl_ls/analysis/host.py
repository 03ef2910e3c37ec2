"""The host: takes changes of documents in one place and hands out immutable snapshots."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from opencl_ls.analysis.memo import ItemMemo
from opencl_ls.analysis.unit import UnitResult, analyse_unit
from opencl_ls.findings import Finding
from opencl_ls.rules.filtering import Suppressions, with_settings
from opencl_ls.settings.model import Settings, make_target
from opencl_ls.text import LineTable


class Snapshot:
    """One state of a program: the main file's text and all that is known about it."""

    def __init__(
        self, path: str, text: str, settings: Settings, files: Any, memo: ItemMemo
    ) -> None:
        self.path = path
        self.text = text
        self.settings = settings
        self.target = make_target(settings.target)
        self._files = files
        self._memo = memo
        self._lines: dict[str, LineTable] = {}

    def lines(self, file: str) -> LineTable:
        """Return the line table of a file of the unit."""
        table = self._lines.get(file)
        if table is None:
            text = self.text if file == self.path else self._files.read(file) or ""
            table = self._lines[file] = LineTable(text)
        return table

    @cached_property
    def unit(self) -> UnitResult:
        """The analysed unit."""
        return analyse_unit(self.path, self.text, self._memo, self.target)

    @cached_property
    def files(self) -> tuple[str, ...]:
        """The files that the unit read, the main file first."""
        return (self.path,)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """The findings, the main file's first, by place; settings and suppressions applied."""
        kept = with_settings(self.unit.findings(), self.settings.rules)
        suppressions: dict[str, Suppressions] = {}
        visible: list[Finding] = []
        for finding in kept:
            file = finding.place.file
            lines = self.lines(file)
            known = suppressions.get(file)
            if known is None:
                known = suppressions[file] = Suppressions(lines.text, lines.starts)
            if not known.silence(finding.code, lines.line_of(finding.place.start)):
                visible.append(finding)
        order = {file: index for index, file in enumerate(self.files)}
        visible.sort(
            key=lambda f: (order.get(f.place.file, len(order)), f.place.start, f.place.end, f.code)
        )
        return tuple(visible)


class Host:
    """Holds the open documents and the memos that their snapshots share."""

    def __init__(self, files: Any) -> None:
        self._files = files
        self._memo = ItemMemo()
        self._documents: dict[str, tuple[str, Settings]] = {}

    @property
    def computed(self) -> list[str]:
        """The texts of the items analysed since this list was last cleared."""
        return self._memo.computed

    def open(self, path: str, text: str, settings: Settings) -> None:
        """Take a document's byte text; an open document goes before the disk."""
        self._documents[path] = (text, settings)

    def edit(self, path: str, start: int, end: int, replacement: str) -> None:
        """Replace the bytes from `start` to `end` of an open document."""
        text, settings = self._documents[path]
        self._documents[path] = (text[:start] + replacement + text[end:], settings)

    def configure(self, path: str, settings: Settings) -> None:
        """Give a document other settings."""
        self._documents[path] = (self._documents[path][0], settings)

    def close(self, path: str) -> None:
        """Forget a document."""
        self._documents.pop(path, None)

    def snapshot(self, path: str) -> Snapshot:
        """Return the present state of an open document; raises KeyError for another path."""
        text, settings = self._documents[path]
        return Snapshot(path, text, settings, self._files, self._memo)


_shared_memo = ItemMemo()


def check(path: str, files: Any, settings: Settings) -> Snapshot:
    """Analyse a file by itself; its memos are shared with every other file checked before it."""
    return Snapshot(path, files.read(path) or "", settings, files, _shared_memo)
