"""One session's server: pygls with our protocol, and the parts that its handlers get."""

from __future__ import annotations

import functools
import logging
import traceback
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError, JsonRpcRequestCancelled
from pygls.lsp.server import LanguageServer

from opencl_ls import __version__
from opencl_ls.docs.importing.shelf import DiskShelf
from opencl_ls.server import handlers
from opencl_ls.server.build_options import BuildOptions
from opencl_ls.server.client import read_client
from opencl_ls.server.diagnostics import Diagnostics
from opencl_ls.server.diagnostics_cache import DiagnosticsCache
from opencl_ls.server.editor import Editor
from opencl_ls.server.files import Files
from opencl_ls.server.formatter import Formatter
from opencl_ls.server.inactive import InactiveRegions
from opencl_ls.server.leniency import converter
from opencl_ls.server.listing import listing_for
from opencl_ls.server.loading import loading
from opencl_ls.server.local_site import LocalSite
from opencl_ls.server.meaning import MeaningOfTokens
from opencl_ls.server.other_units import OtherUnits
from opencl_ls.server.pages import Pages
from opencl_ls.server.progress import ProgressBars
from opencl_ls.server.protocol import Protocol
from opencl_ls.server.scheduler import INDEXING, LOADING, Scheduler
from opencl_ls.server.searches import Searches
from opencl_ls.server.second_opinions import SecondOpinions
from opencl_ls.server.sharing import Sharing
from opencl_ls.server.status import Status
from opencl_ls.server.workspace import Workspace
from opencl_ls.server.workspace_diagnostics import WorkspaceDiagnostics
from opencl_ls.server.workspace_files import WorkspaceFiles

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.server.client import Client
    from opencl_ls.server.outbox import Outbox
    from opencl_ls.server.transport import Inbox

logger = logging.getLogger(__name__)


class Parts(NamedTuple):
    """The parts of a session, beside its scheduler."""

    client: Client
    workspace: Workspace
    diagnostics: Diagnostics
    files: Files
    workspace_files: WorkspaceFiles
    workspace_diagnostics: WorkspaceDiagnostics
    sharing: Sharing


class Server(LanguageServer):
    """The server of one session; its parts are made when the client's capabilities are known.

    Handlers get the parts that they need, and not the server; tests and benchmarks use all of them.
    `is_begun` tells whether the client was greeted.
    """

    protocol: Protocol
    parts: Parts

    def __init__(self, inbox: Inbox, outbox: Outbox) -> None:
        super().__init__(
            "opencl-ls", __version__, protocol_cls=Protocol, converter_factory=converter
        )
        self.inbox = inbox
        self.is_begun = False
        self.scheduler = Scheduler(inbox)
        self.protocol.set_writer(outbox)
        self.protocol.is_cancelled = lambda: inbox.cancelled
        self.feature(types.INITIALIZE)(self._initialize)

    def _initialize(self, params: types.InitializeParams) -> None:
        """Make the parts of the handlers, and register the handlers for this client."""
        encoding = types.PositionEncodingKind(self.workspace.position_encoding).value
        client = read_client(params, encoding, self.protocol.written)
        scheduler, editor = self.scheduler, Editor(self, client)
        workspace = Workspace(client.encoding, editor.warn, editor.inform)
        workspace.configuration.begin(params)
        cache = DiagnosticsCache(client, workspace)
        diagnostics = Diagnostics(client, workspace, cache, scheduler, editor, self.inbox)
        scheduler.publish = diagnostics.publish
        reports = WorkspaceDiagnostics(client, workspace, diagnostics, cache, scheduler, editor)
        status = Status(client, scheduler, editor)
        files = Files(client, workspace, diagnostics, reports, scheduler, editor, status)
        bars, searches = ProgressBars(self, client), Searches(scheduler, workspace.documents)
        named = WorkspaceFiles(workspace, scheduler, editor, bars)
        inactive = InactiveRegions(client, workspace, scheduler, editor)
        if client.inactive_regions:
            self.protocol.announced = {"inactiveRegionsProvider": True}
        workspace.analyses.changed = inactive.look
        formatter = Formatter(workspace, editor, self.inbox)
        opinions = SecondOpinions(workspace, diagnostics, scheduler, editor, self.inbox)
        options = BuildOptions(client, workspace, scheduler, editor)
        handlers.lifecycle.register(self, workspace, reports, searches, formatter, opinions)
        handlers.synchronization.register(
            self, workspace, diagnostics, reports, files, named, editor, opinions, options
        )
        offer = handlers.formatting.register(self, client, workspace, formatter, editor)
        handlers.settings.register(
            self, client, workspace, diagnostics, files, named, scheduler, editor, offer, opinions
        )
        handlers.configurations.register(self, workspace, files, options, searches, bars)
        handlers.diagnostics.register(
            self, client, workspace.documents, diagnostics, files, reports, self.inbox
        )
        site = LocalSite(client, scheduler, DiskShelf())
        handlers.hover.register(self, client, workspace, DiskShelf(), site)
        handlers.completion.register(self, client, workspace, listing_for)
        handlers.symbols.register(self, client, workspace, named)
        sharing = Sharing(workspace, named)
        handlers.references.register(
            self, client, workspace, sharing, searches, bars, self.inbox, editor
        )
        handlers.rename.register(self, client, workspace, sharing, searches, bars, self.inbox)
        pages = Pages(client, DiskShelf())
        handlers.definition.register(self, client, workspace, named, pages)
        handlers.document_links.register(self, client, workspace)
        handlers.selection_ranges.register(self, client, workspace)
        handlers.call_hierarchy.register(self, client, workspace, OtherUnits(workspace, named))
        handlers.signature_help.register(self, client, workspace)
        handlers.tokens.register(
            self, client, workspace, self.inbox, MeaningOfTokens(workspace, scheduler, editor)
        )
        handlers.folding.register(self, client, workspace)
        handlers.code_actions.register(self, client, workspace, self.inbox)
        handlers.inlay_hints.register(self, client, workspace, self.inbox)
        handlers.code_lens.register(self, client, workspace, self.inbox)
        handlers.commands.register(self, client, workspace, DiskShelf())
        scheduler.later(loading(workspace.configuration.usual), LOADING)
        scheduler.later(named.beginning(), INDEXING)
        self.is_begun = True
        self.parts = Parts(client, workspace, diagnostics, files, named, reports, sharing)

    def feature(self, feature_name: str, options: Any = None) -> Callable[[Any], Any]:
        """Register a handler as pygls does; what it raises is logged, and answers the request."""
        register = super().feature(feature_name, options)

        def decorated(handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
            register(self._guarded(feature_name, handler))
            return handler

        return decorated

    def _guarded(self, method: str, handler: Callable[[Any], Any]) -> Callable[[Any], Any]:
        @functools.wraps(handler)
        def run(params: Any) -> Any:
            try:
                result = handler(params)
            except JsonRpcException:
                raise
            except Exception as error:
                logger.exception("%s failed", method)
                where = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{where.name}:{where.lineno}"
                text = f"{method} failed: {type(error).__name__}: {error} ({place})"
                logged = types.LogMessageParams(types.MessageType.Error, text)
                self.window_log_message(logged)
                raise JsonRpcInternalError(text) from error
            if self.inbox.cancelled:
                if isinstance(result, Future):
                    result.cancel()
                raise JsonRpcRequestCancelled("cancelled")
            return result

        return run

    def report_server_error(self, error: Exception, source: Any) -> None:  # noqa: ARG002 - pygls's
        """Log an error, except those of handlers, which `_guarded` has logged already."""
        if not isinstance(error, JsonRpcException):
            logger.error("pygls: %s: %s", type(error).__name__, error)
