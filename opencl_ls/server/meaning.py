"""Semantic information for tokens that is computed in idle times, without delaying requests.

A request is answered at once from the present state.  Later all functions are analysed, and the
variables that depend on the work-item are found; if that changes tokens, the client is asked to
request them again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.features.semantic_tokens import runs
from opencl_ls.server.scheduler import MEANING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.semantic_tokens import Run
    from opencl_ls.server.documents import Document
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.workspace import Workspace

_AT_A_TIME: Final = 4
"""The number of items that are analysed, or get their tokens, in one step."""


class _Enough(Exception):
    """Ends a step; the next one continues from there."""


class MeaningOfTokens:
    """Completes the tokens of the requested documents."""

    def __init__(self, workspace: Workspace, scheduler: Scheduler, editor: Editor) -> None:
        self._workspace = workspace
        self._scheduler = scheduler
        self._editor = editor
        # The token of the task that completes the tokens of a document, by its path.
        self._tasks: dict[str, object] = {}

    def answered(self, document: Document, given: list[tuple[int, Run]]) -> None:
        """Note the tokens that a client got for a document's present text; the rest follows."""
        self._tasks[document.path] = task = object()
        sent = [run for _, run in given]
        self._scheduler.later(self._completing(document, task, sent), MEANING)

    def _completing(self, document: Document, task: object, sent: list[Run]) -> Iterator[None]:
        yield from self._steps(document, task, sent)
        if self._tasks.get(document.path) is task:
            del self._tasks[document.path]

    def _steps(self, document: Document, task: object, sent: list[Run]) -> Iterator[None]:
        lines, analyses = document.lines, self._workspace.analyses

        def is_current() -> bool:
            is_same = self._workspace.documents.at(document.path) is document
            newest = self._tasks.get(document.path) is task
            return is_same and newest and document.lines is lines

        if not is_current():
            return
        if analyses.provisional(document) is not None:
            for _ in analyses.go_on(document):
                yield
                if not is_current():
                    return
        analysis = analyses.provisional(document)
        if analysis is not None:
            for _ in analysis.look_at_values():
                yield
                if not is_current():
                    return
            while (found := _some(analysis)) is None:
                yield
                if not is_current():
                    return
            if [run for _, run in found] != sent:
                self._editor.refresh_tokens()


def _some(analysis: Analysis) -> list[tuple[int, Run]] | None:
    """Make some of the missing tokens; return all of them when complete."""
    left = _AT_A_TIME

    def go_on() -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise _Enough

    try:
        return runs(analysis, go_on)
    except _Enough:
        return None
