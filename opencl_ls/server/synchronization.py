"""Opening, changing and closing documents.

These messages are read from plain JSON: a position that lsprotocol would refuse (4294967295 for
"the end" is sent by real clients) must move an edit to the end of the text, not lose the edit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opencl_ls.server import documents as store
from opencl_ls.server import push, settings_sync
from opencl_ls.server.errors import WARNING
from opencl_ls.server.plain import position_of

if TYPE_CHECKING:
    from opencl_ls.server.documents import Document, Edit
    from opencl_ls.server.state import Server

_FEW = 50


class UnreadableError(Exception):
    """A message about a document's text that does not say what the text is."""


def did_open(server: Server, params: dict[str, Any]) -> None:
    """Take a document from the client; its text on disk no longer counts."""
    item = _object(params, "textDocument")
    uri, text = item.get("uri"), item.get("text")
    if not isinstance(uri, str) or not isinstance(text, str):
        raise UnreadableError("didOpen without a URI or a text")
    before = server.documents.get(uri)
    if before is not None:
        server.log(f"{uri} was opened twice", WARNING)
        if before.uri != uri:
            # One file has one document: what is found in it is shown under the newest of its names.
            _clear(server, before, before.uri)
    settings_sync.look_again(server)
    document = server.documents.open(uri, _version(item), text)
    server.analysed.open(document, server.configuration.settings_of(server, document))
    server.kept.opened(document)
    _changed(server, document, urgent=True)
    if server.analysed.looked_for(document):
        server.reports.renew(server)


def did_change(server: Server, params: dict[str, Any]) -> None:
    """Apply changes in the order in which they are given.

    The order alone makes the text: a version that goes backwards is passed on and not judged.
    """
    document = _open_document(server, params)
    if document is None:
        return
    document.version = _version(_object(params, "textDocument"))
    settings = server.configuration.settings_of(server, document)
    changes = params.get("contentChanges")
    if not isinstance(changes, list):
        changes = []
    before = document.text
    try:
        for change in changes:
            edit = _applied(document, change, server.client.encoding)
            if len(changes) <= _FEW:
                server.analysed.edit(document, edit, settings)
    except UnreadableError:
        # From here on nobody knows the text: better no answers about it than wrong ones.
        _drop(server, document)
        raise
    if len(changes) > _FEW:
        # Ten thousand places renamed at once are one edit to the analysis.
        server.analysed.edit(document, store.difference(before, document.text), settings)
    _changed(server, document)


def did_save(server: Server, params: dict[str, Any]) -> None:
    """Keep what is found in a text that will be met again."""
    settings_sync.look_again(server)
    document = server.documents.get(str(_object(params, "textDocument").get("uri")))
    if document is not None:
        server.kept.saved(document)


def did_close(server: Server, params: dict[str, Any]) -> None:
    """Give a document back to the disk, and clear what was shown about it."""
    document = _open_document(server, params)
    if document is None:
        return
    uri, shown_under = str(_object(params, "textDocument").get("uri")), document.uri
    if not server.documents.is_left(document, uri):
        _drop(server, document)
    elif shown_under == uri:
        _clear(server, document, uri)
        _changed(server, document)


def _open_document(server: Server, params: dict[str, Any]) -> Document | None:
    uri = _object(params, "textDocument").get("uri")
    document = server.documents.get(uri) if isinstance(uri, str) else None
    if document is None:
        server.log(f"{uri} is not open", WARNING)
    return document


def _drop(server: Server, document: Document) -> None:
    server.documents.close(document)
    server.background.dropped(document.path)
    server.memories.forget(document.path)
    server.kept.closed(document)
    _clear(server, document, document.uri)
    server.analysed.close(document.path)
    # Editors without watchers never tell what was saved.
    server.workspace_files.changed([document.path])
    server.reports.touched(server, document.path)


def _clear(server: Server, document: Document, uri: str) -> None:
    """Take away what is shown about a document under one of its URIs."""
    server.reports.forget(document.path)
    if not server.client.pulls_diagnostics:
        push.send(server, uri, None, "[]")


def _applied(document: Document, change: object, encoding: str) -> Edit:
    text = change.get("text") if isinstance(change, dict) else None
    if not isinstance(change, dict) or not isinstance(text, str):
        raise UnreadableError("a change without a text")
    span = change.get("range")
    if span is None:
        return store.apply_whole(document, text)
    if not isinstance(span, dict):
        raise UnreadableError("a change whose range is no range")
    start, end = position_of(span.get("start")), position_of(span.get("end"))
    if start is None or end is None:
        raise UnreadableError("a position without a line or a character")
    return store.apply_range(document, start, end, text, encoding)


def _changed(server: Server, document: Document, *, urgent: bool = False) -> None:
    server.background.due(document.path, urgent=urgent)
    server.reports.touched(server, document.path)


def _object(params: object, name: str) -> dict[str, Any]:
    value = params.get(name) if isinstance(params, dict) else None
    return value if isinstance(value, dict) else {}


def _version(item: dict[str, Any]) -> int | None:
    version = item.get("version")
    return version if isinstance(version, int) else None
