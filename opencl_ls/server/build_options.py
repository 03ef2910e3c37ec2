"""Build options in host programs: offered once where a kernel has undefined names, and written.

The workspace is read in idle times, when a kernel with undefined names is opened, or on request; a
key never waits for it.  The configuration file is changed by the editor, as an edit to undo.
"""

from __future__ import annotations

import hashlib
import posixpath
from contextlib import suppress
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from opencl_ls.cache_folder import cache_folder
from opencl_ls.disk import DiskFiles, files_below
from opencl_ls.server.actions import file_edit
from opencl_ls.server.guard import GuardedFiles
from opencl_ls.server.scheduler import INDEXING
from opencl_ls.settings.files import OWN_FILE, PROJECT_FILE, PROJECT_TABLE
from opencl_ls.settings.model import merge_targets
from opencl_ls.text import display

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator
    from pathlib import Path

    from lsprotocol import types

    from opencl_ls.host_programs.detection import Project
    from opencl_ls.host_programs.proposals import Outcome, Proposal
    from opencl_ls.server.client import Client
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.settings.model import TargetSettings

WRITE: Final = "Add to the configuration"
NEVER: Final = "Not in this workspace"
"""The answers to the offer."""

_LONGEST: Final = 1 << 18
"""The largest host program that is read in an idle time, in bytes: reading it is one step."""
_NAMES: Final = 500
"""The number of file names that are read in one step."""
_OFFERED: Final = "offered"
"""The folder with a file for each workspace whose user wants no offer."""


class BuildOptions:
    """Finds build options for the open kernels of a client."""

    def __init__(
        self, client: Client, workspace: Workspace, scheduler: Scheduler, editor: Editor
    ) -> None:
        self._client = client
        self._workspace = workspace
        self._scheduler = scheduler
        self._editor = editor
        # The workspace folders whose user was asked, in this session or before.
        self._asked: set[str] = set()

    def opened(self, document: Document) -> None:
        """Look at a document in idle times, if the user may be asked about its workspace."""
        if self._client.asks_questions and self._client.applies_edits and self._may_ask(document):
            self._scheduler.later(self._offering(document), INDEXING)

    def finding(self, document: Document) -> Generator[tuple[int, int], None, Proposal | None]:
        """Return a proposal for a document, None if there is none; in steps, as `Searches` has."""
        from opencl_ls.host_programs.proposals import choosing, proposals  # noqa: PLC0415 - seldom

        project: Project | None = None
        for read in self._reading(document):
            project = read
            yield 0, 0
        root = self._root(document)
        if project is None or not document.path.startswith(f"{root}/"):
            return None
        checker = _Checker(self._workspace, document, root)
        steps = choosing(project, document.path[len(root) + 1 :], checker)
        while True:
            try:
                next(steps)
            except StopIteration as end:
                found = [end.value] if end.value is not None else []
                return next(iter(proposals(project, found)), None)
            yield 0, 0

    def edit(self, document: Document, proposal: Proposal) -> types.WorkspaceEdit | str:
        """Return the edit that adds a proposal to a document's configuration file.

        It is a text, the reason, if that cannot be.
        """
        from opencl_ls.features.configuration_changes import ConfigurationFile  # noqa: PLC0415
        from opencl_ls.host_programs.configuration_text import with_proposals  # noqa: PLC0415

        path, text = self._workspace.configuration.file_of(document)
        name = posixpath.basename(path)
        if name not in (OWN_FILE, PROJECT_FILE):
            return f"{name or 'no file'} has the settings here, and it has no configurations"
        if text is None and not (self._client.creates_files and self._client.versioned_edits):
            return f"the editor makes no files: make an empty {OWN_FILE} first"
        opened = self._workspace.documents.at(path)
        before = display(opened.text) if opened is not None else text or ""
        folder = posixpath.relpath(self._root(document), posixpath.dirname(path))
        table = PROJECT_TABLE if name == PROJECT_FILE else ()
        after, problems = with_proposals(before, [proposal], "" if folder == "." else folder, table)
        if after == before:
            return "; ".join(problems)
        file = ConfigurationFile(path, before if opened is not None else text)
        change = _difference(before, after)
        return file_edit(self._client, self._workspace.documents, file, change)

    def write(self, document: Document, proposal: Proposal | None) -> str:
        """Let the editor add a proposal to the configuration file; return why it cannot, or ""."""
        if proposal is None:
            return "no build options for this kernel were found"
        made = self.edit(document, proposal)
        if isinstance(made, str):
            return made
        self._editor.apply("Add build options of the host", made)
        return ""

    def _offering(self, document: Document) -> Iterator[None]:
        """Ask the user once, if host programs have options that settle names of a document."""
        from opencl_ls.host_programs.proposals import outcome  # noqa: PLC0415 - seldom

        root = self._root(document)
        analysis = self._workspace.analyses.complete(document)
        missing = outcome(analysis.findings).missing if analysis is not None else frozenset()
        if not missing or not self._may_ask(document):
            return
        work = self.finding(document)
        while True:
            try:
                next(work)
            except StopIteration as end:
                proposal: Proposal | None = end.value
                break
            yield
            if self._workspace.documents.at(document.path) is not document:
                return
        settled = 0
        if proposal is not None:
            ((before, after),) = proposal.outcomes
            settled = len(before.missing) - len(after.missing)
        if proposal is None or not settled or not self._may_ask(document):
            return
        self._asked.add(root)
        self._ask(document, proposal, settled)

    def _ask(self, document: Document, proposal: Proposal, settled: int) -> None:
        first = proposal.options[0]
        many = f"{settled} undefined name{'s' if settled > 1 else ''}"
        text = (
            f"opencl-ls: the host program {first.file}:{first.line} defines {many} of "
            f"{posixpath.basename(document.path)}. Add its build options to the configuration?"
        )

        def answered(title: str) -> None:
            if title == WRITE:
                problem = self.write(document, proposal)
                if problem:
                    self._editor.warn(f"opencl-ls: {problem}")
            elif title == NEVER:
                self._remember(self._root(document))

        self._editor.question(text, (WRITE, NEVER), answered)

    def _reading(self, document: Document) -> Iterator[Project | None]:
        """Read the files of a document's workspace in steps; the last one has them all."""
        from opencl_ls.host_programs.detection import (  # noqa: PLC0415 - seldom
            MOST_FILES,
            Project,
            is_wanted,
        )

        root = self._root(document)
        if not root:
            return
        paths: list[str] = []
        for number, path in enumerate(islice(files_below(root), 10 * MOST_FILES)):
            if is_wanted(path) and len(paths) < MOST_FILES:
                paths.append(path)
            if number % _NAMES == 0:
                yield None
        files = DiskFiles(limit=_LONGEST)
        kernel = document.path[len(root) + 1 :]

        def read(path: str) -> str | None:
            return document.text if path == kernel else files.read(f"{root}/{path}")

        project = Project(paths if kernel in paths else [*paths, kernel], read)
        for _ in project.steps():
            yield None
        yield project

    def _root(self, document: Document) -> str:
        return self._workspace.configuration.folder_of(document.path).rstrip("/")

    def _may_ask(self, document: Document) -> bool:
        root = self._root(document)
        if not root or root in self._asked:
            return False
        if not self._workspace.configuration.offers_build_options(document.path):
            return False
        mark = _mark(root)
        if mark is not None and mark.exists():
            self._asked.add(root)
            return False
        return True

    def _remember(self, root: str) -> None:
        mark = _mark(root)
        if mark is not None:
            # Without a folder to write in, the user is asked again in the next session.
            with suppress(OSError):
                mark.parent.mkdir(parents=True, exist_ok=True)
                mark.touch()


class _Checker:
    """Checks the text of one document under its settings, and more of them."""

    def __init__(self, workspace: Workspace, document: Document, root: str) -> None:
        from opencl_ls.analysis.host import Host  # noqa: PLC0415 - as in `analyses`

        self._host = Host(GuardedFiles(DiskFiles(), workspace.configuration.folders))
        self._document = document
        self._root = root
        self._settings = workspace.configuration.settings_of(document).target

    def __call__(
        self,
        kernel: str,  # noqa: ARG002 - it is the document's
        target: TargetSettings | None,
    ) -> Generator[None, None, Outcome | None]:
        from opencl_ls.host_programs.proposals import checking  # noqa: PLC0415 - seldom

        now = self._settings
        if target is not None:
            folders = tuple(posixpath.join(self._root, each) for each in target.include_paths)
            now = merge_targets(now, replace(target, include_paths=folders))
        return (yield from checking(self._host, self._document.path, self._document.text, now))


def _mark(root: str) -> Path | None:
    """Return the file that says that the user of a folder wants no offer."""
    folder = cache_folder()
    name = hashlib.sha256(root.encode("utf-8", "surrogatepass")).hexdigest()[:32]
    return None if folder is None else folder / _OFFERED / name


def _difference(before: str, after: str) -> tuple[int, int, str]:
    """Return the edit of a text that makes another one of it, in characters of the first."""
    start = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b),
        min(len(before), len(after)),
    )
    most = min(len(before), len(after)) - start
    end = next((n for n in range(most) if before[-1 - n] != after[-1 - n]), most)
    return start, len(before) - end, after[start : len(after) - end]


def described(proposal: Proposal | None, file: str) -> dict[str, Any]:
    """Return a proposal as an answer of a command."""
    from opencl_ls.host_programs.configuration_text import configuration_lines  # noqa: PLC0415

    if proposal is None:
        return {"name": None, "lines": [], "sources": [], "file": file}
    return {
        "name": proposal.name,
        "lines": configuration_lines(proposal),
        "sources": list(dict.fromkeys(f"{one.file}:{one.line}" for one in proposal.options)),
        "file": file,
    }
