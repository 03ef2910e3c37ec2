"""The symbols of a document, and names anywhere in the workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.symbols import Section, outline, sections
from opencl_ls.server.convert import to_range
from opencl_ls.server.locations import found_range
from opencl_ls.server.outline import SYMBOL_KINDS, OutlineRenderer
from opencl_ls.server.protocol import Prepared
from opencl_ls.server.uris import uri_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.results import Declared
    from opencl_ls.features.workspace_index import Found
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document, Documents
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_files import WorkspaceFiles

_MOST_SYMBOLS = 256
"""The most answers: editors ask again at each character, so more are of no use."""


def register(
    server: LanguageServer, client: Client, workspace: Workspace, workspace_files: WorkspaceFiles
) -> None:
    """Register the handlers of symbols."""
    renderer = OutlineRenderer(client.encoding)

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolOptions("OpenCL"))
    def document_symbol(
        params: types.DocumentSymbolParams,
    ) -> Prepared | list[types.SymbolInformation] | None:
        document = workspace.documents.get(params.text_document.uri)
        analysis = None if document is None else workspace.analyses.provisional(document)
        if document is None or analysis is None:
            return None
        groups = outline(analysis)
        parts = sections(analysis, groups)
        if client.nested_symbols:
            return Prepared(renderer.nested(document, groups, parts))
        return [
            *(_section(each, document, client.encoding) for each in parts),
            *(
                symbol
                for start, group in groups
                for symbol in _flat(group.declared, start, document, client.encoding)
            ),
        ]

    @server.feature(types.WORKSPACE_SYMBOL)
    def workspace_symbol(params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation]:
        workspace_files.begin()
        found = workspace_files.find(params.query, _MOST_SYMBOLS)
        return [_symbol(each, workspace.documents, client.encoding) for each in found]


def _section(section: Section, document: Document, encoding: str) -> types.SymbolInformation:
    span = to_range(document.lines, section.start, section.end, encoding)
    location = types.Location(document.uri, span)
    return types.SymbolInformation(location, display(section.name), _kind("section"))


def _flat(
    declared: Iterable[Declared],
    base: int,
    document: Document,
    encoding: str,
    container: str | None = None,
) -> Iterator[types.SymbolInformation]:
    """Yield symbols without a tree, for clients that know none."""
    for each in declared:
        span = to_range(document.lines, base + each.start, base + each.end, encoding)
        yield types.SymbolInformation(
            name=display(each.name),
            kind=_kind(each.kind),
            location=types.Location(document.uri, span),
            container_name=container or ("kernel" if each.kind == "kernel" else None),
        )
        yield from _flat(each.children, base, document, encoding, display(each.name))


def _symbol(found: Found, documents: Documents, encoding: str) -> types.SymbolInformation:
    document = documents.at(found.path)
    uri = uri_of(found.path) if document is None else document.uri
    return types.SymbolInformation(
        name=found.name,
        kind=_kind(found.kind),
        location=types.Location(uri, found_range(found, encoding)),
        container_name=found.container or ("kernel" if found.kind == "kernel" else None),
    )


def _kind(kind: str) -> types.SymbolKind:
    return types.SymbolKind(SYMBOL_KINDS.get(kind, SYMBOL_KINDS["variable"]))
