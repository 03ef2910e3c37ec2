"""Formatting of open documents: a run of clang-format for each request."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from msgspec import Struct
from pygls.exceptions import JsonRpcException

from opencl_ls import features
from opencl_ls.server import clang_format
from opencl_ls.server.clang_format import PATIENCE, ClangFormat, Job, Outcome, Style

if TYPE_CHECKING:
    from opencl_ls.features.formatting import FormattingEdit, Stretch
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.transport import Inbox
    from opencl_ls.server.workspace import Workspace

Answer = Future[list[types.TextEdit]]

_FAILED: Final = types.LSPErrorCodes.RequestFailed.value
_MODIFIED: Final = types.LSPErrorCodes.ContentModified.value


class Request(Struct, frozen=True):
    """The text to format: all, or ranges as (start, end) in bytes.

    `typed` limits edits to the text that was just typed.
    """

    style: Style
    stretches: tuple[tuple[int, int], ...] = ()
    typed: Stretch | None = None
    final_newline: bool = False
    patience: float = PATIENCE


class Formatter:
    """Formats documents; a client gets one message if the program is absent."""

    def __init__(self, workspace: Workspace, editor: Editor, inbox: Inbox) -> None:
        self._workspace = workspace
        self._editor = editor
        self._runner = ClangFormat(inbox.post)
        self._waiting: set[Answer] = set()
        self._reported: set[str] = set()

    def is_there(self) -> bool:
        """Tell whether there is a program, for any of the workspace's folders."""
        configuration = self._workspace.configuration
        paths = ["", *configuration.folders()]
        return any(clang_format.find(configuration.formatter_of(path)) for path in paths)

    def format(self, document: Document, request: Request) -> Answer:
        """Return the future edits; raises JsonRpcException if nothing can be run."""
        program = self._program(document)
        text, lines = document.text, document.lines
        job = Job(
            program,
            document.path if document.path.startswith("/") or document.path[1:2] == ":" else "",
            _bytes(text),
            request.style,
            tuple((start, end - start) for start, end in request.stretches),
            request.patience,
        )
        answer: Answer = Future()

        def then(outcome: Outcome) -> None:
            if answer.done():
                return
            if document.lines is not lines or not self._holds(document):
                answer.set_exception(JsonRpcException("the text has changed", _MODIFIED))
                return
            found = features.formatting.replacements(outcome.answer.decode("latin-1"))
            if outcome.problem or found is None:
                problem = outcome.problem or f"{program} does not answer as clang-format does"
                self._report(problem)
                answer.set_exception(JsonRpcException(problem, _FAILED))
                return
            small = features.formatting.edits(text, found)
            if request.typed is not None:
                small = features.formatting.within(request.typed, small)
            elif request.final_newline:
                small = features.formatting.with_final_newline(text, small)
            answer.set_result(self._converted(document, small))

        run = self._runner.start(job, then)
        self._waiting.add(answer)

        def done(_: Answer) -> None:
            self._waiting.discard(answer)
            if answer.cancelled():
                run.cancel()

        answer.add_done_callback(done)
        return answer

    def end(self) -> None:
        """Cancel the waiting requests: each is answered."""
        for answer in tuple(self._waiting):
            answer.cancel()

    def _program(self, document: Document) -> str:
        configured = self._workspace.configuration.formatter_of(document.path)
        program = clang_format.find(configured)
        if program is None:
            problem = clang_format.absence(configured)
            self._report(problem)
            raise JsonRpcException(problem, _FAILED)
        return program

    def _report(self, problem: str) -> None:
        """Show a problem to the user, once: some editors format at each save."""
        if problem not in self._reported:
            self._reported.add(problem)
            self._editor.warn(f"opencl-ls: {problem}")

    def _holds(self, document: Document) -> bool:
        return self._workspace.documents.at(document.path) is document

    def _converted(self, document: Document, small: list[FormattingEdit]) -> list[types.TextEdit]:
        encoding, positions = self._workspace.encoding, document.lines.positions
        starts = positions([each.start for each in small], encoding)
        ends = positions([each.end for each in small], encoding)
        return [
            types.TextEdit(
                types.Range(types.Position(*start), types.Position(*end)),
                each.text.encode("latin-1").decode("utf-8", "replace"),
            )
            for each, start, end in zip(small, starts, ends, strict=True)
        ]


def _bytes(text: str) -> bytes:
    """Return the bytes of a byte text; raises JsonRpcException if they are not UTF-8."""
    data = text.encode("latin-1")
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = text.count("\n", 0, error.start) + 1
        problem = f"line {line} is not UTF-8, and clang-format reads nothing else"
        raise JsonRpcException(problem, _FAILED) from error
    return data
