"""Inlay hints, and their resolution when a client shows one in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from opencl_ls import features
from opencl_ls.server.convert import to_bounds, to_offset
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.hints import HintRenderer, edits_of, plain
from opencl_ls.server.protocol import Prepared
from opencl_ls.text import display

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.features.inlay_hints import Hint, HintGroup
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace


def register(server: LanguageServer, client: Client, workspace: Workspace, inbox: Inbox) -> None:
    """Register the handlers of inlay hints."""
    renderer = HintRenderer(client)
    options = types.InlayHintOptions(resolve_provider=True)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT, options)
    def inlay_hint(params: types.InlayHintParams) -> Prepared | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        start, end = to_bounds(document.lines, params.range, client.encoding)
        hints = _hints(workspace, inbox, document, start, end)
        return Prepared(renderer.within(document, hints, start, end))

    @server.feature(types.INLAY_HINT_RESOLVE)
    def resolve(hint: types.InlayHint) -> types.InlayHint:
        found = _hint_of(client, workspace, inbox, hint)
        if found is None:
            return hint
        document, base, current = found
        if current.tooltip:
            hint.tooltip = display(plain(current.tooltip))
        if current.edits:
            edits = edits_of(document, base, current, client.encoding)
            hint.text_edits = [_text_edit(each) for each in edits]
        return hint


def _hints(
    workspace: Workspace, inbox: Inbox, document: Document, start: int, end: int
) -> list[tuple[int, HintGroup]]:
    """Return the hints of the items in a range; stops when a newer version arrives."""

    def go_on() -> None:
        refuse_stale(inbox, document)

    go_on()
    analysis = workspace.analyses.within(document, start, end, go_on)
    return [] if analysis is None else features.inlay_hints.inlay_hints(analysis, start, end, go_on)


def _hint_of(
    client: Client, workspace: Workspace, inbox: Inbox, hint: types.InlayHint
) -> tuple[Document, int, Hint] | None:
    """Return the hint of the present text for one that was sent, None for another text."""
    document = workspace.documents.get(str(_field(hint.data, "uri")))
    if document is None or document.version != _field(hint.data, "version"):
        return None
    at = to_offset(document.lines, hint.position, client.encoding)
    for base, group in _hints(workspace, inbox, document, at, at):
        for current in group.hints:
            if base + current.at == at and display(current.label) == hint.label:
                return document, base, current
    return None


def _field(data: object, name: str) -> Any:
    return data.get(name) if isinstance(data, dict) else None


def _text_edit(edit: dict[str, Any]) -> types.TextEdit:
    span = edit["range"]
    start, end = types.Position(**span["start"]), types.Position(**span["end"])
    return types.TextEdit(types.Range(start, end), edit["newText"])
