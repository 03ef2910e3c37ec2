"""The results of one run of `check`, as input of all reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct, field

from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from opencl_ls.analysis.results import TypeCoverage
    from opencl_ls.findings import Finding, Fix, Place, Severity

    Key = tuple[Place, str, str]


class Problem(Struct, frozen=True):
    """A problem of a file that is no finding: it cannot be read, or only in part.

    The exit status reports `fatal` ones.
    """

    path: str
    message: str
    fatal: bool = True


class FileResult(Struct, frozen=True):
    """The results of the check of one file.

    `sources` holds the byte text of the files that the findings name, and of no others, since a
    result travels between processes; `files` names every file that was read, and `missed` the paths
    at which included files were not found.  A file that was not `checked` has a problem that says
    why.  `types` is set on demand.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    problems: tuple[Problem, ...] = ()
    sources: dict[str, str] = field(default_factory=dict)
    files: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    checked: bool = True
    types: TypeCoverage | None = None


class Region(Struct, frozen=True):
    """A place as people count: lines and columns from 1, columns in code points, end exclusive."""

    file: str
    line: int
    col: int
    end_line: int
    end_col: int


class Run:
    """All the results of one run, in the order of the files.

    `known` are those findings that a baseline lists, given by their keys; None without a baseline.
    `findings` are all others.
    """

    def __init__(
        self,
        results: Iterable[FileResult],
        problems: Iterable[Problem] = (),
        known: Collection[Key] | None = None,
    ) -> None:
        self.results = tuple(results)
        # Problems of a configuration file are reported once, not once for each kernel.
        each = (problem for result in self.results for problem in result.problems)
        self.problems = tuple(dict.fromkeys((*problems, *each)))
        found = tuple(_each_once(self.results))
        is_known = known or ()
        self.findings = tuple(each for each in found if key_of(each) not in is_known)
        self.known: tuple[Finding, ...] | None = None
        if known is not None:
            self.known = tuple(each for each in found if key_of(each) in known)
        self._texts: dict[str, str] = {}
        for result in self.results:
            self._texts.update(result.sources)
        self._tables: dict[str, LineTable] = {}

    @property
    def file_count(self) -> int:
        """The number of files that were checked."""
        return sum(result.checked for result in self.results)

    def count(self, severity: Severity) -> int:
        """Return the number of findings of one severity."""
        return sum(finding.severity is severity for finding in self.findings)

    def lines(self, file: str) -> LineTable:
        """Return the line table of a file that a finding names; empty without its text."""
        table = self._tables.get(file)
        if table is None:
            table = self._tables[file] = LineTable(self._texts.get(file, ""))
        return table

    def region(self, place: Place) -> Region:
        """Return a place as people count it."""
        lines = self.lines(place.file)
        line, column = lines.position(place.start)
        end_line, end_column = lines.position(max(place.start, place.end))
        return Region(place.file, line + 1, column + 1, end_line + 1, end_column + 1)


def key_of(finding: Finding) -> Key:
    """Return the identity of a finding within a run."""
    return finding.place, finding.code, finding.message


def offered_fix(finding: Finding) -> Fix | None:
    """Return the fix that is offered for a finding: its first safe one, else its first."""
    return next((fix for fix in finding.fixes if fix.safe), next(iter(finding.fixes), None))


def counted(number: int, word: str) -> str:
    """Return `1 file`, `2 files`."""
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def _each_once(results: Iterable[FileResult]) -> Iterator[Finding]:
    """Yield the findings, those of a header that many files include only once."""
    seen: set[Key] = set()
    for result in results:
        for finding in result.findings:
            key = key_of(finding)
            if key not in seen:
                seen.add(key)
                yield finding
