"""The second opinion in an editor: the messages of a compiler for the open documents.

It is off until the user's own settings name a compiler.  One process runs at a time, beside the
session: at once for a document that was saved, and for others after a pause in typing.  A run is
stopped when its text has changed, and its messages are shown while the text is the one that it got.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.compilers.programs import absence, find_compiler
from opencl_ls.compilers.running import Runner

if TYPE_CHECKING:
    from opencl_ls.compilers.programs import Compiler
    from opencl_ls.compilers.running import Outcome, Run
    from opencl_ls.server.diagnostics import Diagnostics
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.settings.model import Settings
    from opencl_ls.text import LineTable

PAUSE: Final = 1.0
"""The time without a change after which a document is compiled, in seconds."""


class _Request(Struct, frozen=True):
    """A request to a compiler: a text with its settings."""

    lines: LineTable
    settings: Settings
    choice: str

    def is_of(self, other: _Request) -> bool:
        """Tell whether it is for the same text and settings."""
        same = self.lines is other.lines and self.choice == other.choice
        return same and self.settings == other.settings


class SecondOpinions:
    """Runs compilers, and adds their messages to the diagnostics of the documents."""

    def __init__(
        self,
        workspace: Workspace,
        diagnostics: Diagnostics,
        scheduler: Scheduler,
        editor: Editor,
        inbox: Inbox,
    ) -> None:
        self._workspace = workspace
        self._diagnostics = diagnostics
        self._scheduler = scheduler
        self._editor = editor
        self._runner = Runner(inbox.post)
        self._requests: dict[str, _Request] = {}
        self._run: Run | None = None
        self._running_for = ""
        self._reported: set[str] = set()
        self._changed_at = 0.0
        self._looks = False

    def opened(self) -> None:
        """Serve the documents from now on, if a compiler is named for any of them."""
        if not self._looks and any(map(self._choice, self._workspace.documents)):
            self._looks = True
            self._scheduler.every(PAUSE / 2, self._look)

    def changed(self, document: Document) -> None:
        """Stop the run for an outdated text."""
        self._changed_at = self._scheduler.clock()
        if document.path == self._running_for:
            self._stop()

    def saved(self, document: Document) -> None:
        """Compile a document at once, and then those that include it."""
        self.opened()
        for includer in self._diagnostics.includers(document.path):
            self._requests.pop(includer.path, None)
        if self._is_due(document):
            self._stop()
            self._ask(document)

    def closed(self, document: Document) -> None:
        """Remove a document."""
        self._requests.pop(document.path, None)
        if document.path == self._running_for:
            self._stop()

    def reconfigured(self) -> None:
        """Update the settings: another compiler, or none."""
        self._reported.clear()
        for document in self._workspace.documents:
            if not self._choice(document) and self._requests.pop(document.path, None) is not None:
                self._diagnostics.add_opinions(document, ())
        self.opened()

    def end(self) -> None:
        """Stop the run."""
        self._runner.end()

    def _choice(self, document: Document) -> str:
        if not self._diagnostics.has(document) or not self._workspace.analyses.knows(document):
            return ""
        return self._workspace.configuration.compiler_of(document.path)

    def _look(self) -> None:
        """Compile one document that is due, when nothing has changed for a while."""
        is_quiet = self._scheduler.clock() - self._changed_at >= PAUSE
        if self._run is None and is_quiet:
            due = next(filter(self._is_due, self._workspace.documents), None)
            if due is not None:
                self._ask(due)

    def _is_due(self, document: Document) -> bool:
        before = self._requests.get(document.path)
        if not self._choice(document):
            return False
        return before is None or not before.is_of(self._now(document))

    def _now(self, document: Document) -> _Request:
        settings = self._workspace.settings_of(document)
        return _Request(document.lines, settings, self._choice(document))

    def _ask(self, document: Document) -> None:
        from opencl_ls.compilers.commands import Program, command  # noqa: PLC0415 - when asked for

        request = self._requests[document.path] = self._now(document)
        compiler = find_compiler(request.choice)
        if compiler is None:
            self._report(f"opencl.compiler: {absence(request.choice)}")
            return
        path = document.path if os.path.isabs(document.path) else ""  # noqa: PTH117 - no Path made
        program = Program(path, document.text.encode("latin-1"), request.settings)

        def then(outcome: Outcome) -> None:
            self._run = None
            self._running_for = ""
            if self._requests.get(document.path) is request and document.lines is request.lines:
                self._heard(document, compiler, outcome)

        self._running_for = document.path
        self._run = self._runner.start(command(compiler, program), then)

    def _stop(self) -> None:
        """Stop the run; its document is due again."""
        if self._run is not None:
            self._run.cancel()
            self._requests.pop(self._running_for, None)
            self._run = None
            self._running_for = ""

    def _heard(self, document: Document, compiler: Compiler, outcome: Outcome) -> None:
        from opencl_ls.compilers.opinions import Files, opinion  # noqa: PLC0415 - when asked for

        analysis = self._workspace.analyses.provisional(document)
        if analysis is None:
            return
        names = {os.path.realpath(each): each for each in analysis.files}
        files = Files(document.path, lambda name: names.get(os.path.realpath(name)), analysis.lines)
        given = opinion(compiler.kind, outcome, files)
        if given.problem:
            self._report(f"opencl.compiler: {given.problem}")
        self._diagnostics.add_opinions(document, given.findings)

    def _report(self, problem: str) -> None:
        """Show a problem to the user, once."""
        if problem not in self._reported:
            self._reported.add(problem)
            self._editor.warn(f"opencl-ls: {problem}")
