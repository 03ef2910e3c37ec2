"""Semantic tokens: those of a document, the difference to the last answer, or a range."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.semantic_tokens import runs
from opencl_ls.server.client import TOKEN_MODIFIERS, TOKEN_TYPES
from opencl_ls.server.convert import to_bounds
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.protocol import Prepared
from opencl_ls.server.tokens import TokenEncoder

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.features.semantic_tokens import Run
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.meaning import MeaningOfTokens
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace


def register(
    server: LanguageServer,
    client: Client,
    workspace: Workspace,
    inbox: Inbox,
    meaning: MeaningOfTokens,
) -> None:
    """Register the handlers of semantic tokens."""
    encoder = TokenEncoder(client.encoding)
    legend = types.SemanticTokensLegend(TOKEN_TYPES, TOKEN_MODIFIERS)

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def full(params: types.SemanticTokensParams) -> Prepared | None:
        document = workspace.documents.get(params.text_document.uri)
        return None if document is None else Prepared(encoder.full(document, _runs(document)))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA)
    def delta(params: types.SemanticTokensDeltaParams) -> Prepared | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        return Prepared(encoder.delta(document, _runs(document), params.previous_result_id))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE)
    def within(params: types.SemanticTokensRangeParams) -> Prepared | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None:
            return None
        start, end = to_bounds(document.lines, params.range, client.encoding)
        return Prepared(encoder.within(document, _runs(document), start, end))

    def _runs(document: Document) -> list[tuple[int, Run]]:
        """Return the tokens of each item; stops when a newer version arrives."""

        def go_on() -> None:
            refuse_stale(inbox, document)

        go_on()
        analysis = workspace.analyses.provisional(document)
        found = [] if analysis is None else runs(analysis, go_on)
        meaning.answered(document, found)
        return found
