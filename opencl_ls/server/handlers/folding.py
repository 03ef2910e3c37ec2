"""The request for folding ranges."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from opencl_ls.features.folding import Fold, folds

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.client import Client
    from opencl_ls.server.workspace import Workspace


def register(server: LanguageServer, client: Client, workspace: Workspace) -> None:
    """Register the handler of folding ranges."""

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding_range(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        document = workspace.documents.get(params.text_document.uri)
        if document is None or not workspace.analyses.knows(document):
            return None
        found, positions = folds(document.text), document.lines.positions
        starts = positions([fold.start for fold in found], client.encoding)
        ends = positions([fold.end for fold in found], client.encoding)
        ranges = [_folding(*each, client) for each in zip(found, starts, ends, strict=True)]
        return _largest([each for each in ranges if each.end_line > each.start_line], client)


def _largest(ranges: list[types.FoldingRange], client: Client) -> list[types.FoldingRange]:
    """Return as many ranges as the client takes, the largest, in their order."""
    if client.fold_limit is None or len(ranges) <= client.fold_limit:
        return ranges
    largest = sorted(ranges, key=lambda each: each.start_line - each.end_line)
    return sorted(largest[: client.fold_limit], key=lambda each: each.start_line)


def _folding(
    fold: Fold, start: tuple[int, int], end: tuple[int, int], client: Client
) -> types.FoldingRange:
    # Our kinds have the names of the protocol's.
    folding = types.FoldingRange(start[0], end[0], kind=fold.kind or None)
    if client.folds_whole_lines:
        # The line with the closing brace stays visible.
        folding.end_line = max(0, end[0] - 1) if fold.closed else end[0]
    else:
        folding.start_character, folding.end_character = start[1], end[1]
    return folding
