"""The request for links: to included files and to the pages of rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.document_links import DocumentLink, document_links
from opencl_ls.reference.rule_files import rule_url
from opencl_ls.server.convert import to_range
from opencl_ls.server.uris import uri_of

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.workspace import Workspace


def register(server: LanguageServer, client: Client, workspace: Workspace) -> None:
    """Register the handler of document links."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_LINK)
    def document_link(params: types.DocumentLinkParams) -> list[types.DocumentLink] | None:
        document = workspace.documents.get(params.text_document.uri)
        analysis = None if document is None else workspace.analyses.provisional(document)
        if document is None or analysis is None:
            return None
        return [_link(document, each) for each in document_links(analysis)]

    def _link(document: Document, link: DocumentLink) -> types.DocumentLink:
        if link.code:
            target = rule_url(link.code)
        else:
            opened = workspace.documents.at(link.path)
            target = uri_of(link.path) if opened is None else opened.uri
        tooltip = link.tooltip if client.link_tooltips else None
        span = to_range(document.lines, link.start, link.end, client.encoding)
        return types.DocumentLink(span, target, tooltip)
