"""Completion, and the documentation of items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lsprotocol import types
from msgspec.structs import replace

from opencl_ls import features
from opencl_ls.server.completions import CompletionRenderer
from opencl_ls.server.convert import to_offset
from opencl_ls.server.markup import markdown, plain
from opencl_ls.server.protocol import Prepared
from opencl_ls.server.settings_file_answers import settings_list
from opencl_ls.server.settings_problems import is_settings_file
from opencl_ls.text import byte_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.workspace import Workspace

    Listing = Callable[[str], Iterable[tuple[str, bool]]]

_OPTIONS: Final = types.CompletionOptions(
    trigger_characters=[".", ">", "#", "<", '"', "/", " "],
    resolve_provider=True,
    completion_item=types.ServerCompletionItemOptions(label_details_support=True),
)


def register(
    server: LanguageServer,
    client: Client,
    workspace: Workspace,
    listing_for: Callable[[Workspace, Document], Listing],
) -> None:
    """Register the handlers; `listing_for` returns what lists folders for a document's includes."""
    renderer = CompletionRenderer(client)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, _OPTIONS)
    def completion(params: types.CompletionParams) -> Prepared | types.CompletionList | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        offset = to_offset(document.lines, params.position, client.encoding)
        if is_settings_file(document.path):
            return settings_list(document, offset, client)
        analysis = workspace.analyses.at(document, offset)
        if analysis is None:
            return None
        listing = listing_for(workspace, document)
        found = features.completion.complete(analysis, offset, listing, _trigger(params.context))
        program = workspace.analyses.program_at(document, offset)
        if program is not None:
            fitting = (each for each in found.items if program.may_insert(each, document.text))
            found = replace(found, items=tuple(fitting))
        if not found.items and not found.is_incomplete:
            return None
        return Prepared(renderer.render(document, offset, found))

    @server.feature(types.COMPLETION_ITEM_RESOLVE)
    def resolve(item: types.CompletionItem) -> types.CompletionItem:
        data = item.data if isinstance(item.data, dict) else {}
        uri, reference = data.get("uri"), data.get("reference")
        document = workspace.documents.get(uri) if isinstance(uri, str) else None
        analysis = None if document is None else workspace.analyses.latest(document)
        if analysis is None or not isinstance(reference, str):
            return item
        name = reference or byte_text(item.label)
        parts = features.completion.documentation(analysis, name, is_builtin=bool(reference))
        if parts and client.completion.markdown:
            item.documentation = types.MarkupContent(types.MarkupKind.Markdown, markdown(parts))
        elif parts:
            item.documentation = plain(parts)
        return item


def _trigger(context: types.CompletionContext | None) -> str:
    """Return the trigger character of a list, "" if it was requested explicitly."""
    if context is None or context.trigger_kind != types.CompletionTriggerKind.TriggerCharacter:
        return ""
    return context.trigger_character or ""
