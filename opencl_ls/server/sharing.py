"""The units of the workspace, beside the one that was asked about, that may name a symbol.

A question reads the texts of the workspace's files, one in a step, which shows what each includes
and whether it holds the name at all.  Only programs that hold it, and can mean the same by it, are
analysed.  So nothing has to be kept that could be out of date, and a session in which nobody asks
pays nothing.
"""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.disk import KERNEL_ENDINGS, DiskFiles
from opencl_ls.features.references import Unit, is_linked, is_shared
from opencl_ls.server.documents import Document
from opencl_ls.server.guard import GuardedFiles
from opencl_ls.server.uris import uri_of
from opencl_ls.server.workspace_files import LARGEST, MOST_BYTES, real_path
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.host import Host
    from opencl_ls.analysis.query_results import Symbol
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_files import WorkspaceFiles

MOST_UNITS: Final = 500
"""So many programs are analysed for one question at most: some minutes of idle time."""

_INCLUDED: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:["<]([^">\n]*)[">])?', re.M)
_ANYTHING: Final = "?"
"""What a file includes by a macro's name may be any file."""


class _File(Struct, frozen=True):
    """What one text shows: whether it holds the name, and the last parts of what it includes."""

    holds_name: bool
    includes: frozenset[str]


class Sharing:
    """Finds the programs that share a symbol with the one that was asked about."""

    def __init__(self, workspace: Workspace, workspace_files: WorkspaceFiles) -> None:
        self._workspace = workspace
        self._files = workspace_files
        self.is_cut = False

    def are_possible(self, symbol: Symbol) -> bool:
        """Tell whether another file of the session can name a symbol."""
        workspace = self._workspace
        has_others = bool(workspace.configuration.folders()) or len(workspace.documents) > 1
        return has_others and bool(symbol.declarations) and is_shared(symbol)

    def units(
        self, analysis: Analysis, offset: int, *, include_declarations: bool = True
    ) -> Generator[tuple[int, int], None, list[Unit]]:
        """Return the units in which the symbol at a byte is named, that of the byte first.

        The work is done in steps; each tells how many files are done, and of how many.
        """
        found = analysis.references(offset, include_declarations=include_declarations)
        units = [] if found is None else [Unit(analysis, found)]
        if found is None or not self.are_possible(found.symbol):
            return units
        yield from self._files.reading()
        for done, total, each in self._of(found.symbol, analysis.path):
            yield done, total
            if each is None:
                continue
            named = each.references_to(found.symbol, include_declarations=include_declarations)
            if named is not None:
                units.append(Unit(each, named))
        return units

    def _of(self, symbol: Symbol, path: str) -> Iterator[tuple[int, int, Analysis | None]]:
        """Yield the analyses of other programs than `path` that may name a symbol, in steps.

        Each step says how many files are done, and of how many; most of them bring no analysis.
        `is_cut` tells afterwards whether there were too many files.
        """
        self.is_cut = False
        files: dict[str, _File] = {}
        read = 0
        paths = self._paths()
        for number, file in enumerate(paths):
            text = self._text(file)
            read += len(text)
            if read > MOST_BYTES:
                self.is_cut = True
                break
            files[file] = _shown(text, symbol.name)
            yield number, len(paths), None
        candidates = list(_candidates(files, symbol, path))
        self.is_cut = self.is_cut or len(candidates) > MOST_UNITS
        host: Host | None = None
        for number, candidate in enumerate(candidates[:MOST_UNITS]):
            document = self._workspace.documents.at(candidate)
            if document is not None:
                yield number, len(candidates), self._workspace.analyses.complete(document)
                continue
            host = host or self._host()
            for analysis in self._analysed(host, candidate):
                yield number, len(candidates), analysis

    def _paths(self) -> list[str]:
        opened = [document.path for document in self._workspace.documents]
        return sorted({*opened, *self._files.index})

    def _text(self, path: str) -> str:
        document = self._workspace.documents.at(path)
        if document is not None:
            return document.text
        real = real_path(path, self._workspace.configuration.folders())
        return (None if real is None else DiskFiles(limit=LARGEST).read(real)) or ""

    def _host(self) -> Host:
        from opencl_ls.analysis.host import Host  # noqa: PLC0415 - takes long

        folders = self._workspace.configuration.folders
        return Host(GuardedFiles(_Opened(self._workspace), folders))

    def _analysed(self, host: Host, path: str) -> Iterator[Analysis | None]:
        """Yield the analysis of a file that is not open, in steps."""
        text = self._text(path)
        document = Document(uri_of(path), path, None, LineTable(text))
        host.open(path, text, self._workspace.settings_of(document))
        host.provisional(path)
        yield None
        for _ in host.go_on(path):
            yield None
        analysis = host.analysis(path)
        host.close(path)
        yield analysis


class _Opened:
    """The disk behind the texts that the client has open."""

    def __init__(self, workspace: Workspace) -> None:
        self._documents = workspace.documents
        self._disk = DiskFiles(is_open=lambda path: self._documents.at(path) is not None)

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """See SourceProvider."""
        return self._disk.resolve(name, quoted, includer, paths)

    def read(self, path: str) -> str | None:
        """See SourceProvider."""
        document = self._documents.at(path)
        return self._disk.read(path) if document is None else document.text


def _shown(text: str, name: str) -> _File:
    includes = {match[1] or _ANYTHING for match in _INCLUDED.finditer(text)}
    return _File(name in text, frozenset(posixpath.basename(each) for each in includes))


def _candidates(files: dict[str, _File], symbol: Symbol, path: str) -> Iterator[str]:
    """Yield the programs that may name a symbol: kernels, and headers that none includes.

    Two files with one name count as one: what they are shows in the analysis.
    """
    declaring = {posixpath.basename(place.file) for place in symbol.declarations}
    by_name: dict[str, list[str]] = {}
    for file in files:
        by_name.setdefault(posixpath.basename(file), []).append(file)
    reached = {file: _reached(file, files, by_name) for file in files}
    included = {name for file, names in reached.items() if _is_kernel(file) for name in names} - {
        posixpath.basename(file) for file in files if _is_kernel(file)
    }
    for file, names in reached.items():
        own = {posixpath.basename(file), *names}
        if file == path or (posixpath.basename(file) in included and not _is_kernel(file)):
            continue
        holds = any(files[each].holds_name for name in own for each in by_name.get(name, ()))
        may_share = is_linked(symbol) or _ANYTHING in own or not declaring.isdisjoint(own)
        if holds and may_share:
            yield file


def _reached(file: str, files: dict[str, _File], by_name: dict[str, list[str]]) -> set[str]:
    """Return the names of the files that one includes, directly or not."""
    found: set[str] = set()
    waiting: list[Iterable[str]] = [files[file].includes]
    while waiting:
        for name in waiting.pop():
            if name not in found:
                found.add(name)
                waiting += (files[each].includes for each in by_name.get(name, ()))
    return found


def _is_kernel(path: str) -> bool:
    return path.lower().endswith(KERNEL_ENDINGS)
