"""Sections as lines of plain text and of Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.text import readable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.features.explanation.sections import Section


def text_lines(section: Section) -> Iterator[str]:
    """Yield a table in columns, as ordinary text."""
    listed = (section.columns, *section.rows)
    rows = [[readable(cell.replace("`", "")) for cell in row] for row in listed]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def markdown_lines(section: Section) -> Iterator[str]:
    """Yield a table in Markdown."""
    yield f"| {' | '.join(section.columns)} |"
    yield f"|{'---|' * len(section.columns)}"
    for row in section.rows:
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
