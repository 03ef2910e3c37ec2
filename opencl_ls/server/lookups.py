"""Requests about one place in a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.hover import Hover, hover_at
from opencl_ls.features.hover.content import plain_words
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.text import readable

if TYPE_CHECKING:
    from opencl_ls.server.state import Server


def hover(server: Server, params: types.HoverParams) -> types.Hover | None:
    """Say what the name at a position is."""
    document = server.document(params.text_document)
    snapshot = server.analysed.snapshot(document) if document is not None else None
    if document is None or snapshot is None:
        return None
    encoding = server.client.encoding
    offset = to_offset(document.lines, params.position, encoding)
    found = hover_at(snapshot, offset, server.shelf)
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
