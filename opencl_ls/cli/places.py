"""Lines and columns of places, in the texts and JSON of commands that take one file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opencl_ls.cli.report_json import readable_path
from opencl_ls.text import byte_text

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.findings import Place


class Places:
    """Lines and columns of places, which count from 1, columns in code points."""

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis

    def position(self, file: str, offset: int) -> tuple[int, int]:
        """Return line and column of a byte of a file."""
        line, column = self._analysis.lines(file).position(offset)
        return line + 1, column + 1

    def full(self, place: Place) -> str:
        """Return "tile.cl:12:5", as byte text."""
        line, column = self.position(place.file, place.start)
        return f"{byte_text(place.file)}:{line}:{column}"

    def short(self, place: Place) -> str:
        """Return "12:5", or "util.h:12:5" for another file than the main one, as byte text."""
        line, column = self.position(place.file, place.start)
        return f"{self._file(place)}{line}:{column}"

    def line(self, place: Place) -> str:
        """Return "line 12", or "util.h:12", as byte text."""
        line, file = self.position(place.file, place.start)[0], self._file(place)
        return f"{file}{line}" if file else f"line {line}"

    def _file(self, place: Place) -> str:
        return "" if place.file == self._analysis.path else f"{byte_text(place.file)}:"

    def json(self, place: Place) -> dict[str, Any]:
        """Return a place as the JSON report of `check` has it."""
        line, column = self.position(place.file, place.start)
        end_line, end_column = self.position(place.file, place.end)
        return {
            "file": readable_path(place.file),
            "line": line,
            "col": column,
            "end_line": end_line,
            "end_col": end_column,
        }
