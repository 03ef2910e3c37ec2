"""Which findings a user sees: settings, suppression comments, and a stretch of the main file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.findings import shifted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.unit import AnalysedUnit
    from opencl_ls.findings import Finding, Place


def unit_findings(unit: AnalysedUnit) -> tuple[Finding, ...]:
    """Return the findings outside of items: the preprocessor's, and those about whole files."""
    found = unit.unit_findings
    return (*found.preprocessor, *found.in_files())


def findings_touching(unit: AnalysedUnit, start: int, end: int) -> Iterator[Finding]:
    """Yield the findings that touch the bytes from `start` to `end` of the main file.

    They come as they are before settings and suppressions.
    """
    path = unit.unit.path

    def touches(place: Place, base: int) -> bool:
        return place.file == path and place.start + base <= end and place.end + base >= start

    for base, group in unit.unit_findings.groups():
        for finding in group.findings:
            if touches(finding.place, base):
                yield shifted(finding, base, path)
    for finding in unit_findings(unit):
        if touches(finding.place, 0):
            yield finding
