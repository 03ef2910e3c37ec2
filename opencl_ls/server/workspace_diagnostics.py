"""The diagnostics of all files of the workspace, for clients that ask for them.

Open documents are reported in their present state.  The other files are checked in idle times, a
function at a time, and again when something has changed; a client gets the reports that it lacks.
A client that takes partial results gets them as they come, and without changes its answer waits
until there are some, as the protocol suggests.  Any other client gets the present reports at once,
and is asked to pull again when there are more.
"""

from __future__ import annotations

import hashlib
import json
from concurrent.futures import Future
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.disk import KERNEL_ENDINGS, DiskFiles
from opencl_ls.server.analyses import SIZE_LIMIT, size_finding
from opencl_ls.server.documents import Document
from opencl_ls.server.guard import GuardedFiles
from opencl_ls.server.protocol import Prepared
from opencl_ls.server.rendering import Rendering, joined, lone
from opencl_ls.server.scheduler import INDEXING
from opencl_ls.server.uris import uri_of
from opencl_ls.server.workers import Workers, worker_count
from opencl_ls.server.workspace_files import MOST_FILES, listing, real_path
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from opencl_ls.analysis.host import Host
    from opencl_ls.server.client import Client
    from opencl_ls.server.diagnostics import Diagnostics
    from opencl_ls.server.diagnostics_cache import DiagnosticsCache
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.workspace import Workspace

_MANY: Final = 8
"""The number of files with which processes are forked that help to check them."""
_BATCH: Final = 16
"""The number of reports that are sent together as a partial result."""

Answer = Future[Prepared]
Token = int | str


class _Waiting(Struct):
    """A request that waits for changes; `previous` are its client's result ids, by URI."""

    answer: Answer
    previous: dict[str, str]
    token: Token
    batch: list[str]
    has_sent: bool = False


class WorkspaceDiagnostics:
    """Answers one request at a time; an older one that still waits is cancelled."""

    def __init__(
        self,
        client: Client,
        workspace: Workspace,
        diagnostics: Diagnostics,
        cache: DiagnosticsCache,
        scheduler: Scheduler,
        editor: Editor,
    ) -> None:
        self._client = client
        self._workspace = workspace
        self._diagnostics = diagnostics
        self._cache = cache
        self._scheduler = scheduler
        self._editor = editor
        # The JSON text of the diagnostics of each file that is not open, by URI.
        self._texts: dict[str, str] = {}
        self._waiting: _Waiting | None = None
        self._is_requested = self._is_checking = False
        self._has_changed = True

    def report(self, previous: dict[str, str], token: Token | None) -> Answer:
        """Return the future report; `previous` are the result ids that the client has, by URI.

        With a token partial results are sent.
        """
        self.end()
        self._is_requested = True
        self._check_if_changed()
        changed_uris = self._changed_uris(previous)
        answer: Answer = Future()
        if token is None or (changed_uris and not self._is_checking):
            answer.set_result(_items(changed_uris))
            return answer
        self._waiting = _Waiting(answer, previous, token, [])
        self._send(self._waiting, changed_uris)
        return answer

    def changed(self) -> None:
        """Check the files again that are not open: some of them may have changed."""
        self._has_changed = True
        if self._is_requested:
            self._check_if_changed()

    def end(self) -> None:
        """Cancel the request that waits, if one does."""
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            waiting.answer.cancel()

    def _changed_uris(self, previous: dict[str, str]) -> list[str]:
        """Return the reports that a client lacks, and note in `previous` that it has them."""
        opened = filter(self._diagnostics.has, self._workspace.documents)
        documents = {document.uri: document for document in opened}
        changed_uris = [
            report
            for document in documents.values()
            if (report := self._diagnostics.workspace_report(document, previous))
        ]
        for uri, text in self._texts.items():
            if uri not in documents:
                changed_uris += _differing(previous, uri, text)
        if not self._is_checking:
            # Their files no longer exist.
            for uri in [uri for uri in previous if uri not in documents and uri not in self._texts]:
                changed_uris += _differing(previous, uri, "[]")
        return changed_uris

    def _send(self, waiting: _Waiting, changed_uris: list[str], at_least: int = 1) -> None:
        """Send a part of an answer, once it has a number of reports."""
        waiting.batch += changed_uris
        if len(waiting.batch) >= at_least:
            self._editor.progress(waiting.token, _items(waiting.batch))
            waiting.batch, waiting.has_sent = [], True

    def _check_if_changed(self) -> None:
        if self._has_changed and not self._is_checking:
            self._has_changed, self._is_checking = False, True
            self._scheduler.later(self._checking(), INDEXING)

    def _checking(self) -> Iterator[None]:
        """Check all files that are not open; forked processes help from the last file on."""
        before, checked = self._texts, set[str]()
        self._texts = dict(before)
        paths = yield from self._kernels()
        workers = Workers(partial(self._work, paths), worker_count() if len(paths) >= _MANY else 0)
        found: dict[str, str] = {}
        try:
            for path in paths:
                found.update(map(_path_and_text, workers.messages()))
                uri = uri_of(path)
                checked.add(uri)
                if path in found:
                    # Problems of its settings are shown.
                    self._workspace.settings_of(_closed(path, ""))
                    yield
                self._texts[uri] = text = found.get(path) or (yield from self._diagnostics_of(path))
                waiting = self._waiting
                if waiting is not None and self._workspace.documents.at(path) is None:
                    self._send(waiting, _differing(waiting.previous, uri, text), _BATCH)
        finally:
            workers.end()
        self._texts = {uri: text for uri, text in self._texts.items() if uri in checked}
        self._is_checking = False
        waiting = self._waiting
        if waiting is not None:
            self._finish(waiting)
        elif self._texts != before:
            self._editor.refresh_diagnostics()
        self._check_if_changed()

    def _work(self, paths: list[str], part: int, parts: int) -> Iterator[bytes]:
        """Yield the diagnostics of files, in a process that is one of some `parts`."""
        for path in paths[::-1][part::parts]:
            steps = self._diagnostics_of(path)
            while True:
                try:
                    next(steps)
                except StopIteration as end:
                    yield json.dumps((path, end.value)).encode("ascii")
                    break

    def _finish(self, waiting: _Waiting) -> None:
        """Answer a request when all files were checked, if anything changed."""
        waiting.batch += self._changed_uris(waiting.previous)
        if waiting.batch or waiting.has_sent:
            self._waiting = None
            if not waiting.answer.done():
                waiting.answer.set_result(_items(waiting.batch))

    def _kernels(self) -> Generator[None, None, list[str]]:
        """Return the kernels in the workspace's folders that are not open, a folder at a time."""
        files: list[str] = []
        folders = list(self._workspace.configuration.folders())
        while folders and len(files) < MOST_FILES:
            for _ in listing(folders.pop(), folders, files):
                yield
        at = self._workspace.documents.at
        return sorted(path for path in files if path.endswith(KERNEL_ENDINGS) and not at(path))

    def _diagnostics_of(self, path: str) -> Generator[None, None, str]:
        """Return the JSON text of a file's diagnostics, in steps."""
        files = DiskFiles(limit=SIZE_LIMIT)
        # A link out of the workspace is not followed.
        real = real_path(path, self._workspace.configuration.folders())
        text = None if real is None else files.read(real)
        document = _closed(path, text or "")
        if text is None:
            return "[]"
        if len(text) > SIZE_LIMIT:
            return joined(self._client, path, [lone(self._client, size_finding(document))])
        settings = self._workspace.settings_of(document)
        cached = self._cache.load(document, settings)
        yield
        if cached is not None:
            return cached
        from opencl_ls.analysis.host import Host  # noqa: PLC0415 - takes long

        host: Host = Host(GuardedFiles(files, self._workspace.configuration.folders))
        host.open(path, text, settings)
        host.provisional(path)
        yield
        for _ in host.go_on(path):
            yield
        analysis = host.analysis(path)
        rendered = Rendering(self._client, path).render(analysis, document.lines)
        shown = joined(self._client, path, rendered.entries)
        yield
        self._cache.store(document, analysis, shown)
        return shown


def _closed(path: str, text: str) -> Document:
    """Return a file that is not open as a document."""
    return Document(uri_of(path), path, None, LineTable(text))


def _path_and_text(message: bytes) -> tuple[str, str]:
    """Return the path of a file and the JSON text of its diagnostics."""
    path, text = json.loads(message)
    return path, text


def _identifier(text: str) -> str:
    """Return the result id of diagnostics: equal texts have equal ids in every session."""
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:16]


def _differing(previous: dict[str, str], uri: str, text: str) -> list[str]:
    """Return the report of a file unless a client has it, and note that it has."""
    identifier = _identifier(text)
    if previous.get(uri) == identifier:
        return []
    previous[uri] = identifier
    named = f'"uri":{json.dumps(uri)},"version":null,"resultId":"{identifier}"'
    return [f'{{"kind":"full",{named},"items":{text}}}']


def _items(reports: list[str]) -> Prepared:
    return Prepared(f'{{"items":[{",".join(reports)}]}}')
