"""The findings that touch a range of the main file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.findings import shifted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.checking import UnitFindings
    from opencl_ls.findings import Finding, Place


def findings_touching(found: UnitFindings, start: int, end: int) -> Iterator[Finding]:
    """Yield the findings that touch the bytes from `start` to `end` of the main file.

    Settings and suppressions are not applied.
    """
    path = found.path

    def touches(place: Place, base: int) -> bool:
        return place.file == path and place.start + base <= end and place.end + base >= start

    for base, group in found.placed():
        for finding in group.findings:
            if touches(finding.place, base):
                yield shifted(finding, base, path)
    for finding in found.outside_items():
        if touches(finding.place, 0):
            yield finding
