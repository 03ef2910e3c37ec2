"""Source excerpts: the lines of a place, with carets exactly under it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.cli.terminal import printable
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.cli.terminal import Painter
    from opencl_ls.text import LineTable

_TAB: Final = 4
# Generated kernels have lines of many kilobytes; only a part around the place is shown.
_LONG_LINE: Final = 240
_BEFORE_PLACE: Final = 60
_WINDOW: Final = 160
# The middle of a place with more lines than this is left out.
_MOST_LINES: Final = 6
_HEAD_LINES: Final = 4


def excerpt(lines: LineTable, start: int, end: int, style: str, paint: Painter) -> list[str]:
    """Return the lines that show the bytes from `start` to `end`, without line endings."""
    text = lines.text
    # A place inside of a character would split it.
    start = _character_start(text, max(0, min(start, len(text))))
    end = _character_start(text, max(start, min(end, len(text))))
    first = lines.line_of(start)
    last = lines.line_of(end)
    if last > first and end == lines.line_bounds(last)[0]:
        # The place ends with a line's ending; the next line is no part of it.
        last -= 1
    gutter = len(str(last + 1))
    result = [paint("dim", f"{'':{gutter}} |")]
    shown = range(first, last + 1)
    for number in shown:
        if len(shown) > _MOST_LINES and first + _HEAD_LINES <= number < last:
            if number == first + _HEAD_LINES:
                result.append(paint("dim", "..."))
            continue
        content, mark = _marked_line(lines, number, start, end)
        result.append(paint("dim", f"{number + 1:{gutter}} |") + (f" {content}" if content else ""))
        if mark.strip():
            indent = mark[: len(mark) - len(mark.lstrip())]
            marks = paint(style, mark.lstrip())
            result.append(paint("dim", f"{'':{gutter}} |") + f" {indent}{marks}")
    return result


def _marked_line(lines: LineTable, number: int, start: int, end: int) -> tuple[str, str]:
    """Return a line as it is shown, and the line of carets below it."""
    text = lines.text
    line_start, line_end = lines.line_bounds(number)
    if start >= line_start:
        # A place in a line's ending is shown after the line's last character.
        mark_start = min(start, line_end)
        mark_end = min(end, line_end)
    else:
        indent = len(text[line_start:line_end]) - len(text[line_start:line_end].lstrip())
        mark_start = line_start + indent
        mark_end = max(mark_start, min(end, line_end))
        if mark_start == mark_end:
            return _shown(text[line_start:line_end], 0)[0], ""
    left, right = "", ""
    if line_end - line_start > _LONG_LINE:
        window_start = _character_start(text, max(line_start, mark_start - _BEFORE_PLACE))
        window_end = _character_start(text, min(line_end, window_start + _WINDOW))
        left = "…" if window_start > line_start else ""
        right = "…" if window_end < line_end else ""
        line_start, line_end = window_start, window_end
        mark_end = max(mark_start, min(mark_end, line_end))
    before, width = _shown(text[line_start:mark_start], len(left))
    marked, marked_end = _shown(text[mark_start:mark_end], width)
    after, _ = _shown(text[mark_end:line_end], marked_end)
    carets = " " * width + "^" * max(1, marked_end - width)
    return f"{left}{before}{marked}{after}{right}".rstrip(), carets


def _shown(piece: str, column: int) -> tuple[str, int]:
    """Return a byte text as the terminal shows it from `column` on, and the column after it."""
    if piece.isascii() and piece.isprintable():
        return piece, column + len(piece)
    result: list[str] = []
    for character in display(piece):
        if character == "\t":
            blanks = _TAB - column % _TAB
            result.append(" " * blanks)
            column += blanks
        else:
            result.append(printable(character))
            column += _width(character)
    return "".join(result), column


def _width(character: str) -> int:
    """Return the number of terminal columns that a character takes."""
    if character.isascii():
        return 1
    from unicodedata import category, east_asian_width  # noqa: PLC0415 (rarely needed)

    if category(character) in {"Mn", "Me"} or character in "\u200b\u200c\u200d\ufeff":
        return 0
    return 2 if east_asian_width(character) in {"W", "F"} else 1


def _character_start(text: str, offset: int) -> int:
    """Return `offset`, or the start of the UTF-8 sequence that it is in."""
    while 0 < offset < len(text) and "\x80" <= text[offset] < "\xc0":
        offset -= 1
    return offset
