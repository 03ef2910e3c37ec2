"""From byte offsets to the protocol's ranges, and from its positions back."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import msgspec
from lsprotocol import types

if TYPE_CHECKING:
    from opencl_ls.text import LineTable


def to_range(lines: LineTable, start: int, end: int, encoding: str) -> types.Range:
    """Return the range between two byte offsets."""
    line, column = lines.position(start, encoding)
    end_line, end_column = lines.position(end, encoding)
    return types.Range(types.Position(line, column), types.Position(end_line, end_column))


def to_offset(lines: LineTable, position: types.Position, encoding: str) -> int:
    """Return the byte offset of a position; outside the text, the nearest one inside it."""
    return lines.offset(position.line, position.character, encoding)


def to_bounds(lines: LineTable, span: types.Range, encoding: str) -> tuple[int, int]:
    """Return the byte offsets of a range, as `to_offset` does."""
    return to_offset(lines, span.start, encoding), to_offset(lines, span.end, encoding)


def json_text(value: object) -> str:
    """Return a value as ASCII JSON text; other characters are escaped."""
    try:
        text = msgspec.json.encode(value)
    except UnicodeEncodeError:
        # A lone surrogate, which is sent back unchanged.
        return json.dumps(value, separators=(",", ":"))
    return text.decode("ascii") if text.isascii() else json.dumps(value, separators=(",", ":"))


def quoted(text: str) -> str:
    """Return a JSON string for a pattern: `%` is escaped for the filling of its gaps."""
    return json.dumps(text).replace("%", "%%")
