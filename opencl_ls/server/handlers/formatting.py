"""Formatting of documents, of ranges, and while typing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types

from opencl_ls import features
from opencl_ls.server.clang_format import TYPING_PATIENCE, Style
from opencl_ls.server.convert import to_bounds, to_offset
from opencl_ls.server.formatter import Request

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.formatter import Formatter
    from opencl_ls.server.workspace import Workspace

    Answer = Future[list[types.TextEdit]] | None

_TRIGGERS: Final = ("}", ";", "\n")
_SELECTOR: Final = [types.TextDocumentFilterLanguage(language="opencl")]


def register(
    server: LanguageServer,
    client: Client,
    workspace: Workspace,
    formatter: Formatter,
    editor: Editor,
) -> Callable[[], None]:
    """Register the handlers of formatting; return what offers it when the settings are known.

    For a client with dynamic registration it is registered when there is a clang-format.  All
    others are offered it at once, and get a message with the first request if there is none.
    """
    if not client.registers_formatting:
        _register(server, workspace, formatter)
        return _nothing
    has_offered = False

    def offer() -> None:
        nonlocal has_offered
        if has_offered or not formatter.is_there():
            return
        has_offered = True
        _register(server, workspace, formatter)
        editor.register(_registrations(client))

    return offer


def _register(server: LanguageServer, workspace: Workspace, formatter: Formatter) -> None:
    documents = workspace.documents

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: types.DocumentFormattingParams) -> Answer:
        document = documents.get(params.text_document.uri)
        if document is None or not workspace.analyses.knows(document):
            return None
        wants_end = bool(params.options.insert_final_newline)
        return formatter.format(document, Request(_style(params.options), final_newline=wants_end))

    @server.feature(
        types.TEXT_DOCUMENT_RANGE_FORMATTING,
        types.DocumentRangeFormattingOptions(ranges_support=True),
    )
    def range_formatting(params: types.DocumentRangeFormattingParams) -> Answer:
        return of_ranges(params.text_document.uri, [params.range], params.options)

    @server.feature(types.TEXT_DOCUMENT_RANGES_FORMATTING)
    def ranges_formatting(params: types.DocumentRangesFormattingParams) -> Answer:
        return of_ranges(params.text_document.uri, params.ranges, params.options)

    @server.feature(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        types.DocumentOnTypeFormattingOptions(_TRIGGERS[0], list(_TRIGGERS[1:])),
    )
    def on_type_formatting(params: types.DocumentOnTypeFormattingParams) -> Answer:
        document = documents.get(params.text_document.uri)
        if document is None or not workspace.analyses.knows(document):
            return None
        offset = to_offset(document.lines, params.position, workspace.encoding)
        stretch = features.formatting.typed(document.text, offset, params.ch)
        if stretch is None:
            return None
        request = Request(
            _style(params.options),
            ((stretch.start, stretch.end),),
            stretch,
            patience=TYPING_PATIENCE,
        )
        return formatter.format(document, request)

    def of_ranges(
        uri: str, ranges: Sequence[types.Range], options: types.FormattingOptions
    ) -> Answer:
        document = documents.get(uri)
        if document is None or not ranges or not workspace.analyses.knows(document):
            return None
        stretches = tuple(
            _stretch(document, to_bounds(document.lines, each, workspace.encoding))
            for each in ranges
        )
        return formatter.format(document, Request(_style(options), stretches))


def _stretch(document: Document, bounds: tuple[int, int]) -> tuple[int, int]:
    """Return a range in bytes; one that ends at the start of a line excludes that line."""
    start, end = min(bounds), max(bounds)
    while end > start and document.text[end - 1] in "\r\n":
        end -= 1
    return start, end


def _style(options: types.FormattingOptions) -> Style:
    return Style(options.tab_size, not options.insert_spaces)


def _registrations(client: Client) -> list[types.Registration]:
    wanted = [
        types.Registration(
            "formatting",
            types.TEXT_DOCUMENT_FORMATTING,
            types.DocumentFormattingRegistrationOptions(document_selector=_SELECTOR),
        )
    ]
    if client.formats_ranges:
        options = types.DocumentRangeFormattingRegistrationOptions(
            document_selector=_SELECTOR, ranges_support=True
        )
        method = types.TEXT_DOCUMENT_RANGE_FORMATTING
        wanted.append(types.Registration("range-formatting", method, options))
    if client.formats_on_type:
        typing = types.DocumentOnTypeFormattingRegistrationOptions(
            first_trigger_character=_TRIGGERS[0],
            more_trigger_character=list(_TRIGGERS[1:]),
            document_selector=_SELECTOR,
        )
        method = types.TEXT_DOCUMENT_ON_TYPE_FORMATTING
        wanted.append(types.Registration("on-type-formatting", method, typing))
    return wanted


def _nothing() -> None:
    """Offer nothing: the client knows already."""
