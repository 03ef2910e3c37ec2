"""Plain JSON in the protocol's shapes, for what an editor asks as soon as it opens a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from opencl_ls.server.errors import INVALID_PARAMS, RequestError
from opencl_ls.server.transport import named_document

if TYPE_CHECKING:
    from opencl_ls.server.documents import Document
    from opencl_ls.server.state import Server
    from opencl_ls.text import LineTable


def document_of(server: Server, params: object) -> Document | None:
    """Return the document that a request names; None where it is not open.

    Raises RequestError where it names none.
    """
    uri = named_document(params)
    if not isinstance(uri, str):
        raise RequestError(INVALID_PARAMS, "invalid params: no document is named")
    return server.documents.get(uri)


def position_of(value: object) -> tuple[int, int] | None:
    """Return a position's line and column, from 0; None for what is no position."""
    if not isinstance(value, dict):
        return None
    line, column = _whole(value.get("line")), _whole(value.get("character"))
    return None if line is None or column is None else (line, column)


def _whole(number: object) -> int | None:
    # JSON has one kind of numbers, and languages that have one as well may write 1.0.
    if isinstance(number, float) and number.is_integer():
        return int(number)
    return number if isinstance(number, int) else None


def bounds_of(params: object, lines: LineTable, encoding: str) -> tuple[int, int]:
    """Return the byte offsets of the range that a request names.

    Positions outside the text mean the nearest ones inside it.  Raises RequestError where it names
    no range.
    """
    span = params.get("range") if isinstance(params, dict) else None
    span = span if isinstance(span, dict) else {}
    start, end = position_of(span.get("start")), position_of(span.get("end"))
    if start is None or end is None:
        raise RequestError(INVALID_PARAMS, "invalid params: no range is named")
    return lines.offset(*start, encoding), lines.offset(*end, encoding)


def to_range(lines: LineTable, start: int, end: int, encoding: str) -> dict[str, Any]:
    """Return the range between two byte offsets."""
    line, column = lines.position(start, encoding)
    end_line, end_column = lines.position(end, encoding)
    return {
        "start": {"line": line, "character": column},
        "end": {"line": end_line, "character": end_column},
    }


def quoted(text: str) -> str:
    """Return a JSON string for a pattern: `%` stands for itself when its gaps are filled in."""
    return json.dumps(text).replace("%", "%%")


def written(value: object) -> str:
    """Return the JSON text of a result."""
    return json.dumps(value, separators=(",", ":"))
