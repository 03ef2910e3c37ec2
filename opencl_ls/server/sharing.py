"""The programs of the workspace that share a symbol with a given one.

Those that may name it, by what their files mention and include, are analysed one by one, in steps.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from opencl_ls import features
from opencl_ls.disk import DiskFiles
from opencl_ls.server.guard import GuardedFiles
from opencl_ls.server.survey import Step, Survey

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.host import Host
    from opencl_ls.analysis.query_results import Symbol
    from opencl_ls.features.references import Shared, Unit
    from opencl_ls.findings import TextEdit
    from opencl_ls.server.workspace import Workspace
    from opencl_ls.server.workspace_files import WorkspaceFiles
    from opencl_ls.text import LineTable

MOST_UNITS: Final = 500
"""The largest number of programs that are analysed for one request: some minutes of idle time."""
MOST_READERS: Final = 100
"""The number of programs that are verified among those that only read an edited file.

None of the files that only they read mentions the edited names, so the result for some of them is
valid for the others.
"""
_LOOKS: Final = 100
"""The number of programs that are checked in one step."""
_CACHED: Final = 64
_CACHED_BYTES: Final = 2 << 20
"""The largest number of analyses of closed files that are kept, and of bytes of their texts.

Requests repeat: for other names of one file, and for references before a rename.
"""


class Sharing:
    """Finds and analyses programs."""

    def __init__(self, workspace: Workspace, workspace_files: WorkspaceFiles) -> None:
        self._workspace = workspace
        self._survey = Survey(workspace, workspace_files)
        self._sources = _Opened(workspace)
        self._host: Host | None = None
        self._cache: OrderedDict[str, _CachedAnalysis] = OrderedDict()

    def are_possible(self, symbol: Symbol) -> bool:
        """Tell whether another file of the session can name a symbol."""
        return (
            self._has_others()
            and bool(symbol.declarations)
            and features.references.is_shared(symbol)
        )

    def _has_others(self) -> bool:
        workspace = self._workspace
        return bool(workspace.configuration.folders()) or len(workspace.documents) > 1

    def are_current(self, lines: Mapping[str, LineTable]) -> bool:
        """Tell whether files are unchanged since they were analysed."""
        return all(self._survey.text(file) == table.text for file, table in lines.items())

    def units(
        self,
        analysis: Analysis,
        offset: int,
        *,
        for_rename: bool = False,
        report: Callable[[Unit], None] | None = None,
    ) -> Generator[Step, None, Shared | None]:
        """Return the units in which the symbol at a byte is named, that of the byte first.

        None if there is no symbol.  For a rename, names of a function that other programs read
        count as well, and places where the name likely means the symbol.  `report` gets each unit
        as soon as it certainly counts.
        """
        report = report or _ignore
        found = analysis.references(offset, all_definitions=for_rename)
        if found is None:
            return None
        first = features.references.unit_of(analysis, found, for_rename=for_rename)
        units: list[Unit] = [first]
        rivals: list[Unit] = []
        report(first)
        if not (for_rename and self._has_others()) and not self.are_possible(found.symbol):
            return features.references.Shared((first,))
        yield from self._survey.renewed()
        symbol, visited = found.symbol, {analysis.path}
        while True:
            programs = [each for each in self._naming(symbol) if each not in visited]
            declared = set(symbol.declarations)
            for number, path in enumerate(programs[:MOST_UNITS]):
                visited.add(path)
                other = yield from self._analysed(path, number, len(programs))
                if other is None:
                    continue
                unit = features.references.unit_like(other, symbol, for_rename=for_rename)
                if unit is None:
                    rivals += filter(None, [features.references.rival_of(other, symbol)])
                else:
                    units.append(unit)
                    declared.update(unit.declarations)
                    if not unit.is_linked:
                        report(unit)
            is_cut = self._survey.is_cut or len(programs) > MOST_UNITS
            new_files = {each.file for each in declared} - {
                each.file for each in symbol.declarations
            }
            symbol = replace(symbol, declarations=tuple(sorted(declared)))
            if is_cut or not new_files:
                break
            named = {unit.path for unit in units}
            visited = {
                path for path in visited if path in named or not self._survey.reads(path, new_files)
            }
        sure, unclear = features.references.joined(units, rivals)
        for unit in sure:
            if unit.is_linked:
                report(unit)
        # A function's local names are used only in files that are read with it.
        return features.references.Shared(
            sure, unclear, is_cut and features.references.is_shared(symbol)
        )

    def readers(
        self, edits: Sequence[TextEdit], words: Sequence[str], first: str
    ) -> Generator[Step, None, tuple[str, ...] | None]:
        """Return the programs that read a file of some edits, `first` before the others.

        None if there are too many that contain one of the `words`.
        """
        if not self._has_others():
            return (first,)
        yield from self._survey.renewed()
        files = {edit.place.file for edit in edits}
        holding, others = [first], list[str]()
        for number, path in enumerate(self._survey.programs()):
            if path != first and self._survey.reads(path, files):
                own = self._survey.files_of(path) - files
                holds = (
                    path in files
                    or self._survey.holds(path, (*words, features.mentions.PASTE))
                    or any(self._survey.holds(each, words) for each in own)
                )
                (holding if holds else others).append(path)
            if number % _LOOKS == _LOOKS - 1:
                yield 0, 0
        if len(holding) > MOST_UNITS:
            return None
        return (*holding, *others[: max(0, MOST_READERS - len(holding))])

    def _naming(self, symbol: Symbol) -> Iterator[str]:
        """Yield the programs that may name a symbol."""
        files = {place.file for place in symbol.declarations}
        anywhere = features.references.is_linked(symbol)
        for path in self._survey.programs():
            if anywhere or self._survey.reads(path, files):
                if self._survey.mentions(path, (symbol.name,)):
                    yield path

    def analysed(self, path: str) -> Generator[Step, None, Analysis | None]:
        """Return the complete analysis of a program, in steps."""
        return (yield from self._analysed(path, 0, 0))

    def _analysed(self, path: str, done: int, total: int) -> Generator[Step, None, Analysis | None]:
        document = self._workspace.documents.at(path)
        if document is not None:
            analyses = self._workspace.analyses
            if analyses.provisional(document) is not None:
                for _ in analyses.go_on(document):
                    yield done, total
            return analyses.complete(document)
        cached = self._cache.pop(path, None)
        if cached is None or not self._is_current(cached):
            cached = yield from self._made(path, done, total)
        self._cache[path] = cached
        size = sum(len(each.analysis.text) for each in self._cache.values())
        while len(self._cache) > 1 and (len(self._cache) > _CACHED or size > _CACHED_BYTES):
            size -= len(self._cache.popitem(last=False)[1].analysis.text)
        yield done, total
        return cached.analysis

    def _made(self, path: str, done: int, total: int) -> Generator[Step, None, _CachedAnalysis]:
        # A first step is done when its request comes, perhaps during another search; all others run
        # search by search, so that no two have a file open.
        yield done, total
        if self._host is None:
            from opencl_ls.analysis.host import Host  # noqa: PLC0415 - takes long

            folders = self._workspace.configuration.folders
            self._host = Host(GuardedFiles(self._sources, folders))
        host = self._host
        host.files_changed()
        document = self._survey.document(path)
        host.open(path, document.text, self._workspace.settings_of(document))
        try:
            host.provisional(path)
            yield done, total
            for _ in host.go_on(path):
                yield done, total
            analysis = host.analysis(path)
        finally:
            host.close(path)
        return _CachedAnalysis(analysis, document.text, self._headers_of(analysis))

    def _headers_of(self, analysis: Analysis) -> dict[str, str | None]:
        return {file: self._sources.read(file) for file in analysis.files if file != analysis.path}

    def _is_current(self, cached: _CachedAnalysis) -> bool:
        """Tell whether the files that an analysis read are unchanged, and the settings."""
        document = self._survey.document(cached.analysis.path)
        return (
            document.text == cached.text
            and self._workspace.settings_of(document) == cached.analysis.settings
            and self._headers_of(cached.analysis) == cached.headers
        )


def _ignore(unit: Unit) -> None:
    """Ignore a unit that no client waits for."""


class _CachedAnalysis(NamedTuple):
    """An analysis, and the texts of the files that it read."""

    analysis: Analysis
    text: str
    headers: dict[str, str | None]


class _Opened:
    """The disk, below the texts that the client has open."""

    def __init__(self, workspace: Workspace) -> None:
        self._documents = workspace.documents
        self._disk = DiskFiles(
            watching=True, is_open=lambda path: self._documents.at(path) is not None
        )

    def resolve(self, name: str, quoted: bool, includer: str, paths: Sequence[str]) -> str | None:
        """See SourceProvider."""
        return self._disk.resolve(name, quoted, includer, paths)

    def read(self, path: str) -> str | None:
        """See SourceProvider."""
        document = self._documents.at(path)
        return self._disk.read(path) if document is None else document.text
