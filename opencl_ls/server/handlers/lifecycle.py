"""The end of a session; pygls does the rest, and `session` what comes before `initialize`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

if TYPE_CHECKING:
    from pygls.lsp.server import LanguageServer

    from opencl_ls.server.formatter import Formatter
    from opencl_ls.server.searches import Searches
    from opencl_ls.server.second_opinions import SecondOpinions
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_diagnostics import WorkspaceDiagnostics


def register(
    server: LanguageServer,
    workspace: Workspace,
    workspace_diagnostics: WorkspaceDiagnostics,
    searches: Searches,
    formatter: Formatter,
    opinions: SecondOpinions,
) -> None:
    """Register the handler of the end."""

    @server.feature(types.SHUTDOWN)
    def shutdown(_: None) -> None:
        # Each request is answered, those that wait for changes as well.
        workspace_diagnostics.end()
        searches.end()
        formatter.end()
        opinions.end()
        workspace.analyses.end()
