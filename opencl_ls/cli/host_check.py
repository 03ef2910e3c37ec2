"""The host programs of `check --host`, and their differences from the kernels of each file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.paths import STANDARD_INPUT, collect
from opencl_ls.cli.sources import UnreadableError, read_source
from opencl_ls.host_programs.comparison.differences import compare
from opencl_ls.host_programs.comparison.host_text import HostText, kernel_names
from opencl_ls.host_programs.languages import SUFFIXES
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.findings import Finding

LANGUAGES: Final = ("c", "cpp", "python")
"""The languages whose calls are compared, by their names in `host_programs.languages`."""


class HostPrograms:
    """The host programs of a run; raises UsageError if one cannot be read."""

    def __init__(self, options: CheckOptions) -> None:
        self._hosts = [_read(path) for path in options.hosts]
        self._ambiguous = _in_several(options.paths)

    def __call__(self, analysis: Analysis) -> tuple[Finding, ...]:
        """Return the differences that a user sees: settings and comments may silence some."""
        shown = []
        for host in self._hosts:
            lines = LineTable(host.source)
            for finding in compare(analysis, [host], self._ambiguous):
                severity = analysis.severity_of(finding)
                line = lines.line_of(finding.place.start)
                if severity is not None and not host.suppressions.silence(finding.code, line):
                    shown.append(finding._replace(severity=severity))
        return tuple(shown)

    @property
    def sources(self) -> dict[str, str]:
        """The byte texts of the host programs by their paths."""
        return {host.path: host.source for host in self._hosts}


def _read(path: str) -> HostText:
    language = SUFFIXES.get(Path(path).suffix.lower())
    if language is None or language.name not in LANGUAGES:
        raise UsageError(f"--host {path}: a host program in C, C++ or Python is wanted")
    try:
        return HostText(path, read_source(path).text, language)
    except UnreadableError as error:
        raise UsageError(f"--host {path}: {error}") from None


def _in_several(paths: tuple[str, ...]) -> frozenset[str]:
    """Return the names of kernels that more than one of the checked files has."""
    named: Counter[str] = Counter()
    for path in collect(paths):
        if path != STANDARD_INPUT:
            try:
                text = read_source(path).text
            except UnreadableError:
                continue
            named.update(set(kernel_names(text)))
    return frozenset(name for name, count in named.items() if count > 1)
