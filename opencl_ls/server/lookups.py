"""What the user asks: what stands at a place, and where a name is in the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.hover import Hover, hover_at
from opencl_ls.features.hover.content import plain_words
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.server.outline import SYMBOL_KINDS
from opencl_ls.server.uris import uri_of
from opencl_ls.text import readable

if TYPE_CHECKING:
    from opencl_ls.features.workspace_index import Found
    from opencl_ls.server.state import Server

_MOST_SYMBOLS = 256
"""More answers to one query nobody reads; editors ask again at each character."""


def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Say what the name at a position is."""
    document = server.document(params.text_document)
    if document is None:
        return None
    encoding = server.client.encoding
    offset = to_offset(document.lines, params.position, encoding)
    analysis = server.analysed.around(document, offset)
    if analysis is None:
        return None
    found = hover_at(analysis, offset, server.shelf)
    if found is None:
        return None
    return types.Hover(
        contents=_markdown(found) if server.client.hover_markdown else _plain(found),
        range=to_range(document.lines, found.start, found.end, encoding),
    )


def _markdown(found: Hover) -> types.MarkupContent:
    shown: list[str] = []
    detailed = False
    for part in found.parts:
        if part.detail and not detailed:
            shown.append("---")
            detailed = True
        text = readable(part.text)
        shown.append(f"```opencl\n{text}\n```" if part.code else text)
    return types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(shown))


def _plain(found: Hover) -> types.MarkupContent:
    texts = [part.text if part.code else plain_words(part.text) for part in found.parts]
    return types.MarkupContent(types.MarkupKind.PlainText, "\n\n".join(map(readable, texts)))


def workspace_symbol(
    server: Server, params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    """Return the names that a query means, among open documents and the files read so far."""
    server.workspace_files.begin()
    return [
        _symbol(found, server) for found in server.workspace_files.find(params.query, _MOST_SYMBOLS)
    ]


def _symbol(found: Found, server: Server) -> types.SymbolInformation:
    document = server.documents.at(found.path)
    end = found.column + len(found.name)
    return types.SymbolInformation(
        name=found.name,
        kind=types.SymbolKind(SYMBOL_KINDS[found.kind]),
        location=types.Location(
            uri_of(found.path) if document is None else document.uri,
            types.Range(types.Position(found.line, found.column), types.Position(found.line, end)),
        ),
        container_name="kernel" if found.kind == "kernel" else None,
    )
