"""The open documents in the analysis.

The host gets every change as an edit.  If it fails at one, it gets the document again, so that an
analysis never runs on another text than the client's.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Final

from opencl_ls.disk import DiskFiles
from opencl_ls.findings import Finding, Place, Severity
from opencl_ls.server.guard import GuardedFiles
from opencl_ls.server.settings_problems import is_settings_file
from opencl_ls.server.workers import Workers, worker_count
from opencl_ls.settings.model import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.host import Host
    from opencl_ls.server.documents import Document, DocumentEdit
    from opencl_ls.server.embedded import EmbeddedPrograms, ServedProgram
    from opencl_ls.settings.model import Settings

logger = logging.getLogger(__name__)

SIZE_LIMIT = 16 << 20
"""The size in bytes above which documents are not analysed."""

_MANY: Final = 64
"""The number of unread functions with which processes are forked that help to analyse them."""


class Analyses:
    """The host, and which documents it knows; `folders` returns those of the workspace.

    The host gets the documents at the first request about any.  `serves_hosts` returns whether the
    programs in the host program at a path are served.
    """

    def __init__(
        self, folders: Callable[[], Iterable[str]], serves_hosts: Callable[[str], bool]
    ) -> None:
        self._host: Host | None = None
        self._embedded: EmbeddedPrograms | None = None
        self._folders = folders
        self._serves_hosts = serves_hosts
        # The analysis of the last question about a program in such a document.
        self._latest: Analysis | None = None
        # The settings of the documents in other languages.
        self._foreign: dict[str, Settings] = {}
        self._paths: set[str] = set()
        # Called whenever the text, the settings or the headers of a document change.
        self.changed: Callable[[], None] = _nothing
        self._waiting: dict[str, tuple[Document, Settings]] = {}
        self._workers: dict[str, Workers] = {}
        # The open documents for which processes were started, or could have been.
        self._helped: set[str] = set()

    @property
    def host(self) -> Host:
        """The analysis host, made when it is first needed, with all documents open in it."""
        if self._host is None:
            from opencl_ls.analysis.host import Host  # noqa: PLC0415 - imported when first needed

            disk = DiskFiles(watching=True, is_open=self._is_open)
            self._host = Host(GuardedFiles(disk, self._folders))
        while self._waiting:
            path = next(iter(self._waiting))
            document, settings = self._waiting.pop(path)
            if document.is_foreign:
                self._host.overlay(path, document.text)
            else:
                self._host.open(path, document.text, settings)
        return self._host

    def open(self, document: Document, settings: Settings) -> None:
        """Add a document, or replace it."""
        self._forget(document.path)
        if document.is_foreign:
            self._foreign[document.path] = settings
        if len(document.text) <= SIZE_LIMIT and not is_settings_file(document.path):
            self._waiting[document.path] = document, settings
            self._paths.add(document.path)
        self.changed()

    def has_begun(self, document: Document) -> bool:
        """Tell whether the host has the document already."""
        return document.path in self._paths and document.path not in self._waiting

    def begin(self, document: Document) -> bool:
        """Pass all documents to the host; return whether this one can be analysed."""
        _ = self.host
        return self.knows(document)

    def edit(self, document: Document, edit: DocumentEdit, settings: Settings) -> None:
        """Apply one edit, which the document already has."""
        if document.path in self._waiting and len(document.text) <= SIZE_LIMIT:
            return
        if document.is_foreign and document.path in self._paths:
            # The kernels that include it get its whole text at the next request.
            self._waiting[document.path] = document, settings
            self.changed()
            return
        if self.knows(document) and len(document.text) <= SIZE_LIMIT:
            try:
                self.host.edit(document.path, edit.start, edit.end, edit.text, document.text)
            except Exception:
                logger.exception("an edit of %s failed; it is read again", document.path)
            else:
                self.changed()
                return
        self.open(document, settings)

    def configure(self, document: Document, settings: Settings) -> None:
        """Analyse a document under other settings from now on."""
        if document.is_foreign:
            self._foreign[document.path] = settings
        if document.path in self._waiting:
            self._waiting[document.path] = document, settings
        elif self.knows(document):
            self.host.configure(document.path, settings)
        self.changed()

    def close(self, path: str) -> None:
        """Remove a document."""
        self._forget(path)
        self.changed()

    def looked_for(self, document: Document) -> bool:
        """Tell whether an include may have meant a document that was not open yet."""
        return self._host is not None and self._host.looked_for(document.path)

    def changed_on_disk(self) -> bool:
        """Update the files that the open documents depend on; return whether any changed."""
        has_changed = self._host is not None and self._host.files_changed()
        if self._embedded is not None and self._embedded.files_changed():
            has_changed = True
        if has_changed:
            self.changed()
        return has_changed

    def knows(self, document: Document) -> bool:
        """Tell whether a document is analysed: it is a kernel, and not too large for it."""
        return document.path in self._paths and not document.is_foreign

    def complete(self, document: Document) -> Analysis | None:
        """Return the analysis of the document's present text; None if it is not analysed."""
        if not self.knows(document):
            return None
        return self.host.analysis(document.path)

    def provisional(self, document: Document) -> Analysis | None:
        """Return a quickly available state, for names and findings; see `Host.provisional`."""
        if not self.knows(document):
            return None
        return self.host.provisional(document.path)

    def around(self, document: Document, offset: int) -> Analysis | None:
        """Return a state in which the name at a byte offset is known; see `Host.around`."""
        if not self.knows(document):
            return None
        return self.host.around(document.path, offset)

    def within(
        self, document: Document, start: int, end: int, go_on: Callable[[], object] | None = None
    ) -> Analysis | None:
        """Return a state in which the items in a range are analysed; see `Host.within`."""
        if not self.knows(document):
            return None
        return self.host.within(document.path, start, end, go_on)

    def serves(self, document: Document) -> bool:
        """Return whether a document is OpenCL C, or may have programs that are served."""
        return not document.is_foreign or self._serves_hosts(document.path)

    def programs(self, document: Document) -> list[ServedProgram]:
        """Return the programs in a document of another language, as far as they are served."""
        if not document.is_foreign or not self.serves(document):
            return []
        if len(document.text) > SIZE_LIMIT:
            return []
        settings = self._foreign.get(document.path, DEFAULT)
        return self._embedded_programs().of(document, settings)

    def program_at(self, document: Document, offset: int) -> ServedProgram | None:
        """Return the program at a byte of a document of another language, if it is served."""
        return next((each for each in self.programs(document) if each.holds(offset)), None)

    def at(self, document: Document, offset: int) -> Analysis | None:
        """Return a state in which the name at a byte offset is known, also in a host program."""
        if not document.is_foreign:
            return self.around(document, offset)
        program = self.program_at(document, offset)
        if program is not None:
            self._latest = program.around(offset)
        return None if program is None else self._latest

    def latest(self, document: Document) -> Analysis | None:
        """Return a quickly available state; in a host program, that of the last question."""
        if not document.is_foreign:
            return self.provisional(document)
        return self._latest if self.serves(document) else None

    def _embedded_programs(self) -> EmbeddedPrograms:
        if self._embedded is None:
            from opencl_ls.server.embedded import (  # noqa: PLC0415 - imported when first needed
                EmbeddedPrograms,
            )

            self._embedded = EmbeddedPrograms(
                GuardedFiles(DiskFiles(watching=True, is_open=self._is_open), self._folders)
            )
        return self._embedded

    def naming(self, document: Document, name: str) -> Analysis | None:
        """Return a state in which all functions with a name are analysed; see `Host.naming`."""
        if not self.knows(document):
            return None
        return self.host.naming(document.path, name)

    def go_on(self, document: Document) -> Iterator[None]:
        """Analyse the rest of the provisional state of a document.

        Forked processes help with a large file that was never seen before.
        """
        if not self.knows(document):
            return
        host, path = self.host, document.path
        workers = self._workers_for(path)
        for _ in host.go_on(path):
            yield
            for message in workers.messages():
                host.take(path, message)
        self._end_workers(path)

    def end(self) -> None:
        """End the processes that help."""
        for path in tuple(self._workers):
            self._end_workers(path)

    def _workers_for(self, path: str) -> Workers:
        """Return the processes that help with a document: those from before an edit, if they can.

        They are none if few of its functions are unread.  They are started once for a document:
        the server copies each page of memory that it writes after a fork, which keys would pay.
        """
        known = self._workers.get(path)
        if known is not None and self.host.is_shared(path):
            return known
        self._end_workers(path)
        is_new = path not in self._helped
        self._helped.add(path)
        count = worker_count() if is_new and self.host.share(path, _MANY) else 0
        made = self._workers[path] = Workers(partial(self.host.work, path), count)
        return made

    def _end_workers(self, path: str) -> None:
        workers = self._workers.pop(path, None)
        if workers is not None:
            workers.end()

    def _is_open(self, path: str) -> bool:
        return self._host is not None and self._host.holds(path)

    def _forget(self, path: str) -> None:
        self._end_workers(path)
        self._helped.discard(path)
        self._foreign.pop(path, None)
        if self._embedded is not None:
            self._embedded.close(path)
        if path in self._paths:
            self._paths.discard(path)
            waiting = self._waiting.pop(path, None)
            # For a foreign document the host may have an older text.
            if waiting is None or (waiting[0].is_foreign and self._host is not None):
                self.host.close(path)


def _nothing() -> None:
    """Do nothing."""


def size_finding(document: Document) -> Finding:
    """Return the one finding about a document that is too large to be analysed."""
    size = len(document.text) / (1 << 20)
    return Finding(
        Place(document.path, 0, 0),
        "file/too-large",
        Severity.WARNING,
        f"this file has {size:.1f} MiB and is not analysed; the limit is {SIZE_LIMIT >> 20} MiB",
    )
