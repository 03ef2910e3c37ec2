"""Lines and columns of places for readers: both count from 1, columns in code points."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.findings import Place


class Places:
    """The places of one analysis in words."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def position(self, file: str, offset: int) -> tuple[int, int]:
        """Return line and column of a byte of a file."""
        line, column = self._analysis.lines(file).position(offset)
        return line + 1, column + 1

    def short(self, place: Place) -> str:
        """Return "12:5", or "util.h:12:5" for another file than the main one."""
        line, column = self.position(place.file, place.start)
        file = "" if place.file == self._analysis.path else f"{place.file}:"
        return f"{file}{line}:{column}"

    def full(self, place: Place) -> str:
        """Return "a.cl:12:5"."""
        line, column = self.position(place.file, place.start)
        return f"{place.file}:{line}:{column}"

    def line(self, place: Place) -> int:
        """Return the line."""
        return self.position(place.file, place.start)[0]
