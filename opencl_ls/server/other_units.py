"""The units of a workspace that may call or define a function.

These are all open documents, and the files that are not open and mention its name.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.disk import DiskFiles
from opencl_ls.server.documents import Document
from opencl_ls.server.guard import GuardedFiles
from opencl_ls.server.uris import path_of, uri_of
from opencl_ls.text import LineTable, display

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import CallNode
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_files import WorkspaceFiles

_MOST_UNITS: Final = 40
"""The largest number of files that are not open and are analysed for one answer."""


class OtherUnit(Struct, frozen=True):
    """A file with its complete analysis; a document that is not open has no version."""

    document: Document
    analysis: Analysis


class OtherUnits:
    """The units of a workspace; those of files that are not open are kept for the next request."""

    def __init__(self, workspace: Workspace, workspace_files: WorkspaceFiles) -> None:
        self._workspace = workspace
        self._files = workspace_files
        self._closed: dict[str, OtherUnit] = {}

    def at(self, uri: str) -> OtherUnit | None:
        """Return the unit of a file, open or not; None for one that cannot be read."""
        document = self._workspace.documents.get(uri)
        if document is None:
            return self._not_open(path_of(uri))
        analysis = self._workspace.analyses.complete(document)
        return None if analysis is None else OtherUnit(document, analysis)

    def with_name(self, name: str, first: str) -> Iterator[OtherUnit]:
        """Yield the units that mention a name, starting with that of the URI `first`."""
        word = re.compile(rf"(?<![\w$]){re.escape(name)}(?![\w$])", re.ASCII)
        uris = [document.uri for document in self._workspace.documents if document.uri != first]
        for uri in (first, *uris):
            unit = self.at(uri)
            if unit is not None and _mentions(unit.analysis, word):
                yield unit
        self._files.begin()
        left = _MOST_UNITS
        for path in self._files.not_open():
            text = self._files.text(path) if path != path_of(first) else None
            if text is None or not word.search(text):
                continue
            unit = self._not_open(path)
            left -= 1
            if unit is not None:
                yield unit
            if not left:
                return

    def defining(self, name: str) -> Iterator[tuple[OtherUnit, CallNode]]:
        """Yield the functions of a name that workspace files define with external linkage."""
        self._files.begin()
        found = self._files.named(display(name))
        paths = {each.path: None for each in found if each.is_definition}
        for path in list(paths)[:_MOST_UNITS]:
            unit = self.at(uri_of(path))
            if unit is None:
                continue
            for node in unit.analysis.call_graph().nodes:
                if node.name == name and node.is_defined and not node.is_static:
                    yield unit, node

    def _not_open(self, path: str) -> OtherUnit | None:
        from opencl_ls.analysis.host import Host  # noqa: PLC0415 - takes long

        text = self._files.text(path)
        unit = self._closed.pop(path, None)
        if text is None:
            return None
        if unit is None or unit.document.text != text:
            document = Document(uri_of(path), path, None, LineTable(text))
            files = GuardedFiles(DiskFiles(), self._workspace.configuration.folders)
            host = Host(files)
            host.open(path, text, self._workspace.settings_of(document))
            unit = OtherUnit(document, host.analysis(path))
        self._closed[path] = unit
        while len(self._closed) > _MOST_UNITS:
            del self._closed[next(iter(self._closed))]
        return unit


def _mentions(analysis: Analysis, word: re.Pattern[str]) -> bool:
    return any(word.search(analysis.lines(file).text) for file in analysis.files)
