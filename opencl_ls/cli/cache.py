"""The cached results of `check` for the next run."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from opencl_ls.cli.model import FileResult
from opencl_ls.disk_cache import DiskCache
from opencl_ls.findings import Finding, Fix, Place, Related, Severity, TextEdit

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.disk import DiskFiles
    from opencl_ls.settings.model import Settings


class Cache:
    """The results below one folder; `disk` looks up includes."""

    def __init__(self, folder: Path, disk: DiskFiles) -> None:
        self._disk_cache = DiskCache(folder, "check", disk)
        self._disk = disk
        self.prune = self._disk_cache.prune

    def load(self, name: str, text: str, settings: Settings) -> FileResult | None:
        """Return the findings in a file of this name, text and settings, if they are valid."""
        entry = self._disk_cache.load(name, text, settings)
        if entry is not None:
            with suppress(ValueError, KeyError, TypeError, AttributeError):
                findings = tuple(_finding(each) for each in entry.data["findings"])
                sources = {
                    file: text if file == name else self._disk.read(file) or ""
                    for file in entry.data["sources"]
                }
                missed = tuple(entry.data["missed"])
                return FileResult(name, findings, (), sources, (name, *entry.files), missed)
        return None

    def store(
        self,
        name: str,
        text: str,
        settings: Settings,
        analyses: Sequence[Analysis],
        result: FileResult,
    ) -> None:
        """Store the findings in a file, which all of its analyses have."""
        findings = [tuple(finding) for finding in result.findings]
        data = {
            "sources": list(result.sources),
            "findings": findings,
            "missed": list(result.missed),
        }
        self._disk_cache.store(name, text, settings, analyses, data)


def _finding(entry: list[Any]) -> Finding:
    place, code, severity, message, related, fixes, unnecessary, deprecated = entry
    return Finding(
        Place(*place),
        code,
        Severity(severity),
        message,
        tuple(Related(Place(*where), words) for where, words in related),
        tuple(
            Fix(title, tuple(TextEdit(Place(*where), text) for where, text in edits), safe)
            for title, edits, safe in fixes
        ),
        unnecessary,
        deprecated,
    )
