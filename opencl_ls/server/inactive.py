"""The lines that conditionals exclude, in clangd's notification.

It is sent to clients that announce `textDocument.inactiveRegionsCapabilities`, for each open
document when it was opened and whenever its regions change; LSP itself has nothing of the kind.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final
from weakref import WeakKeyDictionary

from opencl_ls.server.scheduler import MEANING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.findings import Place
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.text import LineTable

METHOD: Final = "textDocument/inactiveRegions"


class InactiveRegions:
    """The regions that the client got last for each open document."""

    def __init__(
        self, client: Client, workspace: Workspace, scheduler: Scheduler, editor: Editor
    ) -> None:
        self._client = client
        self._workspace = workspace
        self._scheduler = scheduler
        self._editor = editor
        # Their regions as JSON text; a document that is opened again is another one.
        self._sent: WeakKeyDictionary[Document, str] = WeakKeyDictionary()
        self._waits = False

    def look(self) -> None:
        """Check the open documents in an idle time: one was opened, or something changed."""
        if self._client.inactive_regions and not self._waits:
            self._waits = True
            self._scheduler.later(self._telling(), MEANING)

    def _telling(self) -> Iterator[None]:
        self._waits = False
        for document in list(self._workspace.documents):
            is_open = self._workspace.documents.at(document.path) is document
            if is_open and not document.is_foreign:
                self._tell(document)
                yield

    def _tell(self, document: Document) -> None:
        analysis = self._workspace.analyses.provisional(document)
        places = () if analysis is None else analysis.inactive_regions()
        ranges = [_range(document.lines, place, self._client.encoding) for place in places]
        regions = json.dumps(ranges, separators=(",", ":"))
        if self._sent.get(document) != regions:
            self._sent[document] = regions
            identifier = json.dumps({"uri": document.uri, "version": document.version})
            self._editor.tell(METHOD, f'{{"textDocument":{identifier},"regions":{regions}}}')


def _range(lines: LineTable, place: Place, encoding: str) -> dict[str, dict[str, int]]:
    """Return the range of whole lines, without the end of the last one."""
    first, last = lines.line_of(place.start), lines.line_of(max(place.start, place.end - 1))
    _, end = lines.position(lines.line_bounds(last)[1], encoding)
    return {
        "start": {"line": first, "character": 0},
        "end": {"line": last, "character": end},
    }
