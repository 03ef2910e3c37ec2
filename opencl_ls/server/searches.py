"""Requests whose answer takes a while: their work is done in steps, after all messages."""

from __future__ import annotations

import logging
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInternalError

from opencl_ls.server.errors import modified

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from opencl_ls.server.documents import Documents
    from opencl_ls.server.progress import Progress
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.text import LineTable

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

SEARCHING: Final = 2
"""The rank of work that a request waits for."""


class Searches:
    """The running requests."""

    def __init__(self, scheduler: Scheduler, documents: Documents) -> None:
        self._scheduler = scheduler
        self._documents = documents
        self._waiting: set[Future[Any]] = set()

    def answer(
        self,
        work: Generator[tuple[int, int], None, Result],
        progress: Progress,
    ) -> Future[Result]:
        """Return the future result of work about the open documents.

        The work is done in steps of some milliseconds, of which each yields how many files are
        done, and of how many.  It ends in an error if a document is changed, opened or closed
        meanwhile, or the user cancels it.  Work that takes a single step is done at once.
        """
        future: Future[Result] = Future()
        texts = _texts(self._documents)
        try:
            next(work)
        except StopIteration as ended:
            future.set_result(ended.value)
            return future
        self._waiting.add(future)
        future.add_done_callback(self._waiting.discard)
        steps = _steps(future, self._documents, texts, work, progress)
        self._scheduler.later(steps, SEARCHING)
        return future

    def end(self) -> None:
        """Cancel all waiting requests: each is answered before a session ends."""
        for each in tuple(self._waiting):
            each.cancel()


def _steps(
    future: Future[Result],
    documents: Documents,
    texts: list[LineTable],
    work: Generator[tuple[int, int], None, Result],
    progress: Progress,
) -> Iterator[None]:
    try:
        while not future.cancelled():
            if _texts(documents) != texts:
                raise modified()
            if progress.is_stopped:
                code = types.LSPErrorCodes.ServerCancelled.value
                raise JsonRpcException("stopped by the user", code)
            progress.report(*next(work))
            yield
    except StopIteration as ended:
        _finish(future, ended.value)
    except JsonRpcException as error:
        _fail(future, error)
    except Exception as error:
        logger.exception("a search failed")
        _fail(future, JsonRpcInternalError(f"{type(error).__name__}: {error}"))
    finally:
        work.close()
        progress.end()


def _texts(documents: Documents) -> list[LineTable]:
    """Return an object that differs after each change of a text."""
    return [document.lines for document in documents]


def _finish(future: Future[Result], result: Result) -> None:
    if not future.done():
        future.set_result(result)


def _fail(future: Future[Any], error: Exception) -> None:
    if not future.done():
        future.set_exception(error)
