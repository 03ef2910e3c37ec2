"""Code lenses: their places at once, and their texts when the client shows them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from opencl_ls import features
from opencl_ls.server.client import SHOW_REFERENCES
from opencl_ls.server.errors import refuse_stale
from opencl_ls.server.locations import Locations
from opencl_ls.server.protocol import Prepared
from opencl_ls.text import byte_text, display

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.code_lens import Lens, LensContent
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace

_GONE: Final = "the function is not there any more"


def register(server: LanguageServer, client: Client, workspace: Workspace, inbox: Inbox) -> None:
    """Register the handlers of code lenses."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensOptions(resolve_provider=True))
    def code_lens(params: types.CodeLensParams) -> Prepared | None:
        document = workspace.documents.get(params.text_document.uri)
        analysis = None if document is None else workspace.analyses.provisional(document)
        if document is None or analysis is None:
            return None
        return Prepared(_unsaid(document, features.code_lens.lenses(analysis)))

    @server.feature(types.CODE_LENS_RESOLVE)
    def resolve(lens: types.CodeLens) -> types.CodeLens:
        data: Any = lens.data if isinstance(lens.data, dict) else {}
        document = workspace.documents.get(str(data.get("uri", "")))
        if document is None:
            raise _refused()
        refuse_stale(inbox, document)
        analysis = workspace.analyses.complete(document)
        if analysis is None:
            raise _refused()
        name, number = byte_text(str(data.get("name", ""))), data.get("number")
        # A lens of an older version gets the present facts of its function.
        current = features.code_lens.found_again(
            analysis, str(data.get("kind", "")), name, number if isinstance(number, int) else 0
        )
        content = None if current is None else features.code_lens.content_of(analysis, current)
        if current is None or content is None:
            raise _refused()
        lens.command = _command(document, analysis, lens.range.start, content)
        return lens

    def _unsaid(document: Document, listed: list[Lens]) -> str:
        """Return lenses without their texts as JSON: a large file has hundreds."""
        positions = document.lines.positions
        starts = positions([each.start for each in listed], client.encoding)
        ends = positions([each.end for each in listed], client.encoding)
        about = json.dumps({"uri": document.uri, "version": document.version})[:-1]
        parts = [
            f'{{"range":{{"start":{{"line":{line},"character":{column}}},'
            f'"end":{{"line":{end_line},"character":{end_column}}}}},"data":{about},'
            f'"kind":"{each.kind}","name":{json.dumps(display(each.name))},"number":{each.number}}}}}'
            for each, (line, column), (end_line, end_column) in zip(
                listed, starts, ends, strict=True
            )
        ]
        return f"[{','.join(parts)}]"

    def _command(
        document: Document, analysis: Analysis, position: types.Position, content: LensContent
    ) -> types.Command:
        title = display(content.title)
        if not content.places or SHOW_REFERENCES not in client.commands:
            # Clients show only the title of a command without a name.
            return types.Command(title, "")
        locations = Locations(client, workspace, analysis)
        shown = [locations.location(place) for place in content.places]
        return types.Command(title, SHOW_REFERENCES, arguments=[document.uri, position, shown])


def _refused() -> JsonRpcException:
    return JsonRpcException(_GONE, types.LSPErrorCodes.ContentModified.value)
