"""Hovers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.hover import hover_at
from opencl_ls.server.convert import to_offset, to_range
from opencl_ls.server.markup import markdown, plain, with_one_link
from opencl_ls.server.settings_file_answers import settings_hover
from opencl_ls.server.settings_problems import is_settings_file

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.docs.importing.shelf import DiskShelf
    from opencl_ls.server.client import Client
    from opencl_ls.server.local_site import LocalSite
    from opencl_ls.server.workspace import Workspace


def register(
    server: LanguageServer,
    client: Client,
    workspace: Workspace,
    shelf: DiskShelf,
    site: LocalSite,
) -> None:
    """Register the handler of hovers; the links in them lead to `site`."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hover(params: types.HoverParams) -> types.Hover | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        offset = to_offset(document.lines, params.position, client.encoding)
        if is_settings_file(document.path):
            return settings_hover(document, offset, client)
        analysis = workspace.analyses.at(document, offset)
        found = None if analysis is None else hover_at(analysis, offset, shelf)
        if found is None:
            return None
        parts = with_one_link(found.parts) if client.shows_marks else found.parts
        shown = (
            types.MarkupContent(types.MarkupKind.Markdown, markdown(parts, site.address))
            if client.hover_markdown
            else types.MarkupContent(types.MarkupKind.PlainText, plain(parts))
        )
        return types.Hover(shown, to_range(document.lines, found.start, found.end, client.encoding))
