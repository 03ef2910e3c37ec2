"""An index of the words in files of the workspace, and of their includes.

Each request checks whether files have changed since they were read, and reads the changed ones, in
steps.  It keeps only hashes of the words of a text and the names in its `#include`s.  Those are
compared by their last part, whatever the search paths are: the analysis shows which files a program
really reads.
"""

from __future__ import annotations

import os
import posixpath
from typing import TYPE_CHECKING, Final

from opencl_ls import features
from opencl_ls.disk import KERNEL_ENDINGS, DiskFiles
from opencl_ls.server.documents import Document
from opencl_ls.server.guard import is_inside
from opencl_ls.server.uris import uri_of
from opencl_ls.server.workspace_files import real_path
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from opencl_ls.features.mentions import Mentions
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_files import WorkspaceFiles
    from opencl_ls.settings.model import Settings

Step = tuple[int, int]
"""How many files are done, and of how many."""

_LOOKS: Final = 100
"""The number of unchanged files that are checked in one step."""
_ANYTHING: Final = ""
"""An include by a macro, which may be any file."""


class Survey:
    """The files of one workspace."""

    def __init__(self, workspace: Workspace, workspace_files: WorkspaceFiles) -> None:
        self._workspace = workspace
        self._files = workspace_files
        # The words of a file, with the stamp that tells whether it has changed since.
        self._mentions: dict[str, tuple[object, Mentions]] = {}
        # Headers that are only found by the search paths of the settings.
        self._headers: set[str] = set()
        self._reached: dict[str, frozenset[str]] = {}
        self._by_name: dict[str, list[str]] = {}

    @property
    def is_cut(self) -> bool:
        """Whether files are left out."""
        return self._files.is_cut

    def renewed(self) -> Generator[Step, None, None]:
        """Update the index, in steps."""
        yield from self._files.reading()
        waiting = sorted({*self._opened(), *self._files.index, *self._headers})
        seen = set(waiting)
        found: dict[str, tuple[object, Mentions]] = {}
        for number, path in enumerate(waiting):
            stamp = self._stamp(path)
            if stamp is None:
                continue
            cached = self._mentions.get(path)
            if cached is None or cached[0] != stamp:
                mentions = yield from self._read(path, number, len(waiting))
                cached = stamp, mentions
                for header in self._found_by_settings(path, mentions):
                    self._headers.add(header)
                    if header not in seen:
                        seen.add(header)
                        waiting.append(header)
            elif number % _LOOKS == _LOOKS - 1:
                yield number, len(waiting)
            found[path] = cached
        self._headers &= found.keys()
        self._mentions = found
        self._reached = {}
        self._by_name = {}
        for path in found:
            self._by_name.setdefault(posixpath.basename(path), []).append(path)

    def programs(self) -> Iterator[str]:
        """Yield the files that are programs: kernels, open documents, headers without includers."""
        opened = self._opened()
        included = {
            name for path in self._mentions if _is_kernel(path) for name in self.reached_by(path)
        }
        for path in self._mentions:
            if _is_kernel(path) or path in opened or posixpath.basename(path) not in included:
                yield path

    def reads(self, path: str, files: Iterable[str]) -> bool:
        """Tell whether a program may read one of some files, itself included."""
        reached = self.reached_by(path)
        return _ANYTHING in reached or any(
            file == path or posixpath.basename(file) in reached for file in files
        )

    def mentions(self, path: str, words: Iterable[str]) -> bool:
        """Tell whether a program, or a file that it may read, may hold one of some words."""
        words = tuple(words)
        return any(self.holds(file, words) for file in self.files_of(path))

    def files_of(self, path: str) -> set[str]:
        """Return the files that a program may read, itself included."""
        return {path}.union(*(self._by_name.get(name, ()) for name in self.reached_by(path)))

    def holds(self, path: str, words: Iterable[str]) -> bool:
        """Tell whether a file may hold one of some words."""
        cached = self._mentions.get(path)
        return cached is not None and any(cached[1].holds(word) for word in words)

    def reached_by(self, path: str) -> frozenset[str]:
        """Return the last parts of the names of all files that a program may include."""
        cached = self._reached.get(path)
        if cached is None:
            found = {posixpath.basename(name) for name in self._settings(path).target.includes}
            waiting = [path, *(file for name in found for file in self._by_name.get(name, ()))]
            while waiting:
                file = waiting.pop()
                for each in self._mentions[file][1].includes if file in self._mentions else ():
                    name = posixpath.basename(each.name)
                    if name not in found:
                        found.add(name)
                        waiting += self._by_name.get(name, ())
            cached = self._reached[path] = frozenset(found)
        return cached

    def text(self, path: str) -> str:
        """Return the byte text of a file, "" for one outside of the workspace that is not open."""
        document = self._workspace.documents.at(path)
        if document is not None:
            return document.text
        real = real_path(path, self._workspace.configuration.folders())
        return (None if real is None else DiskFiles().read(real)) or ""

    def document(self, path: str) -> Document:
        """Return a file as a document; one that is not open has no version."""
        cached = self._workspace.documents.at(path)
        return cached or Document(uri_of(path), path, None, LineTable(self.text(path)))

    def _opened(self) -> set[str]:
        return {document.path for document in self._workspace.documents}

    def _settings(self, path: str) -> Settings:
        return self._workspace.settings_of(
            self._workspace.documents.at(path) or Document(uri_of(path), path, None, LineTable(""))
        )

    def _stamp(self, path: str) -> object:
        """Return a stamp that differs once a file has changed; None for no file."""
        document = self._workspace.documents.at(path)
        if document is not None:
            return document.lines
        try:
            status = os.stat(path)  # noqa: PTH116 - of thousands of files, at each question
        except (OSError, ValueError):
            return None
        return status.st_mtime_ns, status.st_size

    def _read(self, path: str, number: int, total: int) -> Generator[Step, None, Mentions]:
        work = features.mentions.read_mentions(self.text(path))
        while True:
            try:
                next(work)
            except StopIteration as ended:
                mentions: Mentions = ended.value
                yield number, total
                return mentions
            yield number, total

    def _found_by_settings(self, path: str, mentions: Mentions) -> Iterator[str]:
        """Yield the headers in the workspace that are on the settings' search paths."""
        paths = self._settings(path).target.include_paths
        folders = self._workspace.configuration.folders()
        disk = DiskFiles()
        for each in mentions.includes if paths else ():
            found = disk.resolve(each.name, each.quoted, path, paths) if each.name else None
            if found is not None and is_inside(found, folders):
                yield found


def _is_kernel(path: str) -> bool:
    return path.lower().endswith(KERNEL_ENDINGS)
