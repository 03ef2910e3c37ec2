"""The files of the workspace that are not open: found and scanned for names in idle times.

It reads OpenCL C files inside the workspace's folders, and headers there that such files include by
a relative path.
"""

from __future__ import annotations

import inspect
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.disk import OPENCL_ENDINGS, DiskFiles, is_searched, is_source
from opencl_ls.server.scheduler import INDEXING

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from opencl_ls.features.workspace_index import FileNames, Found, WorkspaceIndex
    from opencl_ls.server.editor import Editor
    from opencl_ls.server.progress import Progress, ProgressBars
    from opencl_ls.server.scheduler import Scheduler
    from opencl_ls.server.workspace import Workspace

LARGEST: Final = 3 << 20
"""The size in bytes above which files are left out."""

MOST_FILES: Final = 20_000
MOST_BYTES: Final = 256 << 20
MOST_ENTRIES: Final = 1_000_000
"""The limits at which the search ends: files, bytes in them, and names in folders."""

_ENTRIES: Final = 500
"""The number of names in a folder that are checked in one step."""


class WorkspaceFiles:
    """The declarations in the files of the workspace, as far as they have been read."""

    def __init__(
        self, workspace: Workspace, scheduler: Scheduler, editor: Editor, bars: ProgressBars
    ) -> None:
        self._workspace = workspace
        self._scheduler = scheduler
        self._editor = editor
        self._bars = bars
        # The files that are being read, the oldest first.
        self._tasks: list[Generator[None, None, None]] = []
        self._index: WorkspaceIndex | None = None
        self._begun = False
        # Whether there are files that are not read: too many of them, or the user stopped it.
        self.is_cut = self._is_stopped = False
        self._entries = 0
        self._bytes = 0
        # Headers that a file includes or included: only these are read again when they change.
        self._headers: set[str] = set()
        self._opened: dict[str, tuple[str, FileNames]] = {}

    @property
    def index(self) -> WorkspaceIndex:
        """The index, which is loaded in idle times: the first diagnostics do not wait for it."""
        if self._index is None:
            from opencl_ls.features.workspace_index import WorkspaceIndex  # noqa: PLC0415 - see above

            self._index = WorkspaceIndex()
        return self._index

    def begin(self) -> None:
        """Read the workspace from now on, after due work; later calls do nothing."""
        if not self._begun:
            self._begun = True
            self._search(self._workspace.configuration.folders())

    def beginning(self) -> Iterator[None]:
        """Begin, as an idle task."""
        self.begin()
        yield

    def reading(self) -> Iterator[tuple[int, int]]:
        """Continue until all files have been read, in steps, for a request that waits for it."""
        self.begin()
        if self._is_stopped:
            self._search(self._workspace.configuration.folders())
        while self._tasks:
            for _ in self._tasks[0]:
                yield 0, 1
            self._forget_finished()

    def _later(self, work: Generator[None, None, None]) -> None:
        """Read in idle times, unless a request does it before."""
        self._forget_finished()
        self._tasks.append(work)
        self._scheduler.later(work, INDEXING)

    def _forget_finished(self) -> None:
        self._tasks = [
            task for task in self._tasks if inspect.getgeneratorstate(task) != inspect.GEN_CLOSED
        ]

    def change_folders(self, added: Iterable[str]) -> None:
        """Update the workspace's folders, which have changed already."""
        if self._begun:
            self.index.keep(self._holds)
            # Files that were counted so far may be gone with their folder.
            self._entries = self._bytes = 0
            self._search(added)

    def changed(self, paths: Iterable[str]) -> None:
        """Process files that were created, changed or deleted on disk."""
        changed = [path for path in paths if self._wants(path)]
        if self._begun and changed:
            self._later(self._renewing(changed))

    def find(self, query: str, limit: int) -> list[Found]:
        """Return the names that match a query; open documents count with their present text."""
        from opencl_ls.features.workspace_index import search  # noqa: PLC0415 - see `index`

        return self._still_there(search(query, self._all_names(), limit))

    def named(self, name: str) -> list[Found]:
        """Return the declarations of exactly this name; open documents count as they are now."""
        from opencl_ls.features.workspace_index import named  # noqa: PLC0415 - see `index`

        return self._still_there(named(name, self._all_names()))

    def not_open(self) -> list[str]:
        """Return the paths of the files that were read and are not open."""
        opened = {document.path for document in self._workspace.documents}
        return sorted(path for path, _ in self.index.besides(opened))

    def _all_names(self) -> list[tuple[str, FileNames]]:
        self._opened = {
            document.path: self._names_of(document.path, document.text)
            for document in self._workspace.documents
        }
        files = [(path, names) for path, (_, names) in self._opened.items()]
        return [*files, *self.index.besides(self._opened)]

    def _still_there(self, found: list[Found]) -> list[Found]:
        """Return the results without those in files that no longer exist."""
        # Editors report files, seldom a whole folder that was removed.
        gone = {
            path for path in {each.path for each in found} - set(self._opened) if not _is_file(path)
        }
        self.changed(gone)
        return [each for each in found if each.path not in gone]

    def _names_of(self, path: str, text: str) -> tuple[str, FileNames]:
        from opencl_ls.features.workspace_index import names_now  # noqa: PLC0415 - see `index`

        known = self._opened.get(path)
        if known is not None and known[0] == text:
            return known
        read = text if len(text) <= LARGEST else ""
        return text, names_now(read, self._workspace.encoding)

    def _search(self, folders: Iterable[str]) -> None:
        self.is_cut = self._is_stopped = False
        for folder in folders:
            self._later(self._searching(folder))

    def _searching(self, folder: str) -> Generator[None, None, None]:
        """Read the files below a folder of the workspace, while it is one."""
        progress = self._bars.own("Indexing")
        yield from self._walked(folder, progress)
        progress.end()

    def _walked(self, folder: str, progress: Progress) -> Iterator[None]:
        waiting = [folder]
        while waiting and folder in self._workspace.configuration.folders():
            files: list[str] = []
            for count in listing(waiting.pop(), waiting, files):
                self._entries += count
                yield
            for path in files:
                if self._is_full:
                    self.is_cut = True
                    self._editor.log(
                        f"{folder} has too many files: after {len(self.index)}, the names in the "
                        "others will not be found"
                    )
                    return
                if path not in self.index:
                    yield from self._reading(path)
                progress.report(len(self.index))
                if progress.is_stopped:
                    self.is_cut = self._is_stopped = True
                    return

    @property
    def _is_full(self) -> bool:
        return (
            len(self.index) >= MOST_FILES
            or self._bytes >= MOST_BYTES
            or self._entries >= MOST_ENTRIES
        )

    def _renewing(self, paths: Iterable[str]) -> Generator[None, None, None]:
        for path in paths:
            yield from self._reading(path)

    def _reading(self, path: str) -> Iterator[None]:
        """Read a file and the headers that it includes; forget one that cannot be read."""
        from opencl_ls.features.workspace_index import read_names  # noqa: PLC0415 - see `index`

        waiting = [path]
        while waiting:
            path = waiting.pop()
            known = path in self.index
            text = self.text(path) if known or not self._is_full else None
            if text is None:
                self.index.drop(path)
            else:
                self._bytes += 0 if known else len(text)
                names, includes = yield from read_names(text, self._workspace.encoding)
                if self._holds(path):
                    self.index.put(path, names)
                    waiting += (
                        header
                        for header in self._included(path, includes)
                        if header not in self.index and header not in waiting
                    )
            yield

    def _included(self, path: str, names: Iterable[str]) -> Iterator[str]:
        disk = DiskFiles()
        for name in names:
            found = disk.resolve(name, True, path, ())
            if found is not None:
                header = found.replace(os.sep, "/")
                self._headers.add(header)
                yield header

    def text(self, path: str) -> str | None:
        """Return the text of a file, unless it or its link's target is outside the workspace."""
        folders = self._workspace.configuration.folders()
        real = real_path(path, folders) if self._wants(path) else None
        return None if real is None else DiskFiles(limit=LARGEST).read(real)

    def _wants(self, path: str) -> bool:
        of_interest = path.lower().endswith(OPENCL_ENDINGS) or path in self._headers
        return of_interest and self._holds(path)

    def _holds(self, path: str) -> bool:
        """Tell whether a path is in a folder of the workspace, and in no hidden one below it."""
        for folder in self._workspace.configuration.folders():
            root = folder.rstrip("/")
            if path.startswith(root + "/") and "/." not in path[len(root) :]:
                return True
        return False


def listing(folder: str, folders: list[str], files: list[str]) -> Iterator[int]:
    """Add the folders and the OpenCL C files in a folder to `folders` and `files`, in steps.

    Each step yields the number of names that it checked.  A folder that cannot be listed is empty.
    """
    count = 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                path = f"{folder.rstrip('/')}/{entry.name}"
                if is_searched(entry):
                    folders.append(path)
                elif is_source(entry, OPENCL_ENDINGS):
                    files.append(path)
                count += 1
                if count == _ENTRIES:
                    yield count
                    count = 0
    except (OSError, ValueError):
        pass
    yield count


def real_path(path: str, folders: Iterable[str]) -> str | None:
    """Return the real path of a path, None if that is in none of some folders."""
    try:
        real = Path(path).resolve()
        roots = [Path(folder).resolve() for folder in folders]
    except (OSError, RuntimeError, ValueError):
        return None
    return str(real) if any(real.is_relative_to(root) for root in roots) else None


def _is_file(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):
        return False
