"""The diagnostics of the open documents: one state for each, pushed or pulled.

A state begins with the cached diagnostics of the same text on the disk, or with a provisional
analysis, and is completed in idle times.  Clients that cannot pull get each update at once; clients
that pull are asked to pull again.  Only `_deliver` distinguishes the two.
"""

from __future__ import annotations

import json
import logging
from enum import IntEnum
from typing import TYPE_CHECKING, Final

from opencl_ls.server.analyses import size_finding
from opencl_ls.server.rendering import (
    Rendered,
    Rendering,
    additional_entries,
    joined,
    lone,
)
from opencl_ls.server.scheduler import CACHING, COMPLETION
from opencl_ls.server.settings_problems import entries, is_settings_file
from opencl_ls.server.uris import uri_of
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.findings import Finding
    from opencl_ls.server.client import Client
    from opencl_ls.server.diagnostics_cache import DiagnosticsCache
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.rendering import Entry
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.text import LineTable

logger = logging.getLogger(__name__)

_SHOWN_AFTER: Final = (32, 256)
"""The number of completed functions after which the diagnostics so far are shown."""
_RULES_AFTER: Final = 64
"""The number of functions after which the rules about the whole unit run on the new ones."""


class Level(IntEnum):
    """How complete a state of diagnostics is."""

    STALE = 0
    CACHED = 1
    PROVISIONAL = 2
    COMPLETE = 3


class DiagnosticsState:
    """The state of one document's diagnostics.

    `text` is their JSON text under `result_id`, made for `lines` and `version` of the document.
    `files` are those that the analysis read, `in_headers` its diagnostics in them.  `saved` are the
    lines when the document was opened or saved: their diagnostics are cached on the disk.  `sent`
    is the last state that the client got: a result id that it pulled, or the version and text that
    were pushed.
    """

    def __init__(self, rendering: Rendering, saved: LineTable) -> None:
        self.rendering = rendering
        self.level = Level.STALE
        self.version: int | None = None
        self.lines: LineTable | None = None
        self.text = ""
        self.result_id = ""
        self.files: frozenset[str] = frozenset()
        self.in_headers: dict[str, tuple[Entry, ...]] = {}
        self.saved = saved
        # The messages of another compiler, and their text.
        self.others: tuple[Finding, ...] = ()
        self.others_of: LineTable | None = None
        self.sent: str | tuple[int | None, str] | None = None
        # The text that was read from the disk cache, or will be written there.
        self.on_disk: str | None = None
        # Whether an included file changed since the last report: the next one has a new id.
        self.includes_changed = False
        # The token of the task that completes this state, if one is running.
        self.task: object | None = None

    def is_of(self, document: Document, level: Level) -> bool:
        """Tell whether this is a state of the document's present text, and of that level."""
        return self.lines is document.lines and self.level >= level

    def expire(self) -> None:
        """Note that something other than the text has changed."""
        self.level = Level.STALE
        self.task = self.on_disk = None


class Diagnostics:
    """Makes the diagnostics of all open documents, and delivers them to the client."""

    def __init__(
        self,
        client: Client,
        workspace: Workspace,
        cache: DiagnosticsCache,
        scheduler: Scheduler,
        editor: Editor,
        inbox: Inbox,
    ) -> None:
        self._client = client
        self._workspace = workspace
        self._cache = cache
        self._scheduler = scheduler
        self._editor = editor
        self._inbox = inbox
        self._states: dict[str, DiagnosticsState] = {}
        # The text of the diagnostics pushed for files that are included and not open.
        self._of_headers: dict[str, str] = {}
        self._result_ids = 0

    # --- events of documents ---------------------------------------------------------------------

    def opened(self, document: Document) -> None:
        """Add a document, or replace it."""
        if not self._workspace.analyses.serves(document):
            self._states.pop(document.path, None)
            self.file_changed(document.path)
            return
        path, before = document.path, self._states.get(document.path)
        state = DiagnosticsState(Rendering(self._client, path), document.lines)
        self._states[path] = state
        if before is not None:
            state.in_headers = before.in_headers
        if self._of_headers.pop(path, None) and self._client.pulls_diagnostics:
            self._editor.publish(uri_of(path), None, "[]")
        self.changed(document, urgent=True)

    def has(self, document: Document) -> bool:
        """Tell whether a document has its own diagnostics: one of another language has none."""
        return document.path in self._states

    def changed(self, document: Document, *, urgent: bool = False) -> None:
        """Renew the diagnostics of a document, and of those that include it."""
        self._renew(document, urgent=urgent)
        self.file_changed(document.path)

    def saved(self, document: Document) -> None:
        """Note that a document's text is on the disk."""
        state = self._states.get(document.path)
        if state is None:
            return
        state.saved, state.on_disk = document.lines, None
        if state.is_of(document, Level.COMPLETE):
            self._keep(document, state)

    def closed(self, document: Document) -> None:
        """Remove a document, and clear its diagnostics."""
        state = self._states.pop(document.path, None)
        if state is None:
            self.file_changed(document.path)
            return
        self._scheduler.dropped(document.path)
        self.hide(document.uri)
        self.file_changed(document.path)
        self._show_headers([*state.in_headers, document.path])

    def hide(self, uri: str) -> None:
        """Clear the diagnostics that were pushed for a document under one of its URIs."""
        if not self._client.pulls_diagnostics:
            self._editor.publish(uri, None, "[]")

    def shown_again(self, document: Document) -> None:
        """Show a document under another of its URIs."""
        if self.has(document):
            self._states[document.path].sent = None
            self._renew(document)

    def add_opinions(self, document: Document, others: tuple[Finding, ...]) -> None:
        """Take the messages of another compiler for a document's present text."""
        state = self._states.get(document.path)
        if state is not None and (state.others or others):
            state.others, state.others_of = others, document.lines
            self.renew([document])

    def file_changed(self, path: str) -> None:
        """Renew the diagnostics of the open documents that include a file."""
        includers = self.includers(path)
        for document in includers:
            state = self._states[document.path]
            state.expire()
            state.includes_changed = True
            self._renew(document)
        if includers:
            self._editor.refresh_diagnostics()

    def reconfigured(self) -> None:
        """Show or hide the diagnostics of host programs: their setting may have changed."""
        for document in self._workspace.documents:
            if self.has(document) and not self._workspace.analyses.serves(document):
                self.closed(document)
            elif not self.has(document) and self._workspace.analyses.serves(document):
                self.opened(document)
                self._editor.refresh_diagnostics()

    def renew_all(self) -> None:
        """Renew the diagnostics of all open documents: files have changed."""
        self.renew(self._workspace.documents)

    def renew(self, documents: Iterable[Document]) -> None:
        """Renew the diagnostics of some open documents: their inputs have changed."""
        for document in filter(self.has, documents):
            self._states[document.path].expire()
            self._renew(document)
        self._editor.refresh_diagnostics()

    def includers(self, path: str) -> list[Document]:
        """Return the other open documents whose units include a file."""
        found = (self._workspace.documents.at(one) for one in self._states if one != path)
        return [one for one in found if one is not None and path in self._states[one.path].files]

    def _renew(self, document: Document, *, urgent: bool = False) -> None:
        if not self._client.pulls_diagnostics and self.has(document):
            self._scheduler.due(document.path, urgent=urgent)

    # --- delivery --------------------------------------------------------------------------------

    def publish(self, path: str) -> None:
        """Push the diagnostics of a document that were due, unless a newer text waits."""
        document = self._workspace.documents.at(path)
        if document is None or self._inbox.supersedes(document.uri):
            return
        try:
            self._deliver(document, self._state_of(document))
        except Exception as error:
            # No request waits; the shown diagnostics stay until the next change.
            logger.exception("the diagnostics of %s failed", document.uri)
            self._editor.log_error(f"diagnostics failed: {type(error).__name__}: {error}")

    def pull(self, document: Document, previous: str | None) -> str:
        """Return the report of a document as JSON text, with related ones that the client lacks.

        `previous` is the result id that the client has.
        """
        related: dict[str, DiagnosticsState] = {}
        if self._client.related_documents:
            for includer in self.includers(document.path):
                other = self._state_of(includer)
                if other.sent != other.result_id:
                    related[includer.uri] = other
        # They may have found errors in this document, so its own state comes last.
        state = self._state_of(document)
        if not self._inbox.cancelled:
            for given in (state, *related.values()):
                given.sent = given.result_id
        # A client that gets "unchanged" may ignore the related documents.
        is_unchanged = previous == state.result_id and not related
        reports = {uri: _report(other) for uri, other in related.items()}
        return _report(state, reports, is_unchanged=is_unchanged)

    def workspace_report(self, document: Document, previous: dict[str, str]) -> str:
        """Return the report of a document for a report of the workspace, "" if the client has it.

        `previous` are the result ids that the client has, by URI; the new one is noted there.
        """
        state = self._state_of(document)
        if previous.get(document.uri) == state.result_id:
            return ""
        previous[document.uri] = state.sent = state.result_id
        named = f'"uri":{json.dumps(document.uri)},"version":{json.dumps(document.version)}'
        return f"{{{named},{_report(state)[1:]}"

    def _deliver(self, document: Document, state: DiagnosticsState) -> None:
        """Deliver a state to the client: only here push and pull differ."""
        if self._client.pulls_diagnostics:
            if state.sent is not None and state.sent != state.result_id:
                self._editor.refresh_diagnostics()
        elif state.sent != (document.version, state.text):
            state.sent = (document.version, state.text)
            self._editor.publish(document.uri, document.version, state.text)

    # --- the making of a state -------------------------------------------------------------------

    def _state_of(self, document: Document) -> DiagnosticsState:
        """Return the state of a document's present text; the rest is completed later."""
        state = self._states[document.path]
        # A client that pulls and cannot be asked to pull again must have all at once.
        at_once = self._client.pulls_diagnostics and not self._client.refreshes_diagnostics
        if not state.is_of(document, Level.COMPLETE if at_once else Level.CACHED):
            state.task = None
            if at_once or not self._take_cached(document, state):
                self._analyse(document, state, completely=at_once)
        if state.level is Level.COMPLETE:
            self._keep(document, state)
        elif state.task is None:
            state.task = token = object()
            self._scheduler.later(self._completing(document, state, token), COMPLETION)
        return state

    def _take_cached(self, document: Document, state: DiagnosticsState) -> bool:
        if document.is_foreign or state.saved is not document.lines:
            return False
        if self._workspace.analyses.has_begun(document):
            return False
        text = self._cache.load(document, self._workspace.settings_of(document))
        if text is None:
            return False
        self._set(document, state, Level.CACHED, text)
        state.on_disk = text
        return True

    def _analyse(
        self, document: Document, state: DiagnosticsState, *, completely: bool = False
    ) -> None:
        analyses = self._workspace.analyses
        analysis = analyses.complete(document) if completely else analyses.provisional(document)
        if document.is_foreign:
            from opencl_ls.server.embedded import diagnostics  # noqa: PLC0415 - off by default

            rendered, state.files = diagnostics(self._client, document, analyses.programs(document))
        elif analysis is None:
            rendered = Rendered(self._unanalysed(document), {})
        else:
            state.files = frozenset(analysis.files)
            rendered = state.rendering.render(analysis, document.lines)
        from_others = self._in_header(document.path)
        entries = rendered.entries
        if analysis is not None and state.others_of is document.lines:
            more = additional_entries(self._client, document.path, analysis, entries, state.others)
            entries = [*entries, *more]
        text = joined(self._client, document.path, entries, from_others)
        provisional = analysis is not None and analysis.lacks_findings
        self._set(document, state, Level.PROVISIONAL if provisional else Level.COMPLETE, text)
        before, state.in_headers = state.in_headers, rendered.in_headers
        if before != state.in_headers:
            self._show_headers(sorted({*before, *state.in_headers}))

    def _unanalysed(self, document: Document) -> list[Entry]:
        """Return the diagnostics of a document that is no kernel, or is too large."""
        if not is_settings_file(document.path):
            return [lone(self._client, size_finding(document))]
        text = display(document.text).replace("\r\n", "\n").replace("\r", "\n")
        problems = self._workspace.configuration.problems_in(document.path, text)
        return entries(problems, text, self._client.encoding)

    def _set(self, document: Document, state: DiagnosticsState, level: Level, text: str) -> None:
        if text != state.text or state.includes_changed or not state.result_id:
            self._result_ids += 1
            state.result_id = str(self._result_ids)
        state.text, state.level, state.includes_changed = text, level, False
        state.lines, state.version = document.lines, document.version

    def _completing(
        self, document: Document, state: DiagnosticsState, token: object
    ) -> Iterator[None]:
        """Complete a state; stops when the text or a file that it includes changes.

        Cached diagnostics stay until all of the document is analysed.
        """
        analyses = self._workspace.analyses

        def is_current() -> bool:
            of_text = state.is_of(document, Level.CACHED) and self._holds(document)
            return of_text and state.task is token

        if not is_current() or not analyses.begin(document):
            return
        is_cached = state.level is Level.CACHED
        # There is a provisional state to continue from.
        analyses.provisional(document)
        for count, _ in enumerate(analyses.go_on(document), 1):
            if count in _SHOWN_AFTER and not is_cached:
                self._analyse(document, state)
                self._deliver(document, state)
            elif count % _RULES_AFTER == 0 and (analysis := analyses.provisional(document)):
                # In small steps, so that little is left at the end.
                analysis.run_rules()
            yield
            if not is_current():
                return
        self._analyse(document, state)
        state.task = None
        self._deliver(document, state)
        self._keep(document, state)
        yield

    def _holds(self, document: Document) -> bool:
        return self._workspace.documents.at(document.path) is document

    # --- the disk cache --------------------------------------------------------------------------

    def _keep(self, document: Document, state: DiagnosticsState) -> None:
        """Write complete diagnostics to the disk cache when idle, if the text is on the disk."""
        if document.is_foreign or not self._cache.is_enabled or state.saved is not document.lines:
            return
        # Messages of a compiler are not stored: it may change.
        if state.others and state.others_of is document.lines:
            return
        if state.text != state.on_disk and not self._in_header(document.path):
            state.on_disk = state.text
            self._scheduler.later(self._keeping(document, state, state.text), CACHING)

    def _keeping(self, document: Document, state: DiagnosticsState, text: str) -> Iterator[None]:
        yield
        analysis = self._present(document, state, text)
        if analysis is not None:
            self._cache.store(document, analysis, text)
            yield
            self._cache.prune()

    def _present(self, document: Document, state: DiagnosticsState, text: str) -> Analysis | None:
        """Return the analysis of a text of diagnostics, if it is still that of the document."""
        if not self._holds(document) or not state.is_of(document, Level.COMPLETE):
            return None
        return self._workspace.analyses.complete(document) if state.text == text else None

    # --- problems in included files --------------------------------------------------------------

    def _in_header(self, path: str) -> list[Entry]:
        """Return the diagnostics of other documents' units in a file."""
        found: list[Entry] = []
        for one, state in self._states.items():
            if one != path and state.level > Level.CACHED:
                found += state.in_headers.get(path, ())
        return found

    def _show_headers(self, paths: Iterable[str]) -> None:
        """Show the problems in included files: in their own report, or pushed if not open."""
        for path in paths:
            document = self._workspace.documents.at(path)
            if document is not None and self.has(document):
                self._states[path].expire()
                self._renew(document)
                if self._states[path].sent is not None:
                    self._editor.refresh_diagnostics()
                continue
            text = joined(self._client, path, (), self._in_header(path))
            if text != self._of_headers.get(path, "[]"):
                self._editor.publish(uri_of(path), None, text)
            self._of_headers[path] = text
            if text == "[]":
                del self._of_headers[path]


NOTHING: Final = '{"kind":"full","items":[]}'
"""The report of a document that is not open."""


def _report(
    state: DiagnosticsState, related: dict[str, str] | None = None, *, is_unchanged: bool = False
) -> str:
    """Return a report as JSON text; `related` are those of other documents by URI."""
    kind = "unchanged" if is_unchanged else "full"
    parts = [f'"kind":"{kind}","resultId":{json.dumps(state.result_id)}']
    if not is_unchanged:
        parts.append(f'"items":{state.text}')
    if related:
        reports = ",".join(f"{json.dumps(uri)}:{report}" for uri, report in related.items())
        parts.append(f'"relatedDocuments":{{{reports}}}')
    return f"{{{','.join(parts)}}}"
