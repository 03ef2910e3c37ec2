"""Writes the table of the rules, `linter/rules.json`: `python -m opencl_ls.linter.table`."""

from __future__ import annotations

from msgspec import json

from opencl_ls.linter.listing import TABLE, row_of
from opencl_ls.linter.registry import places


def table() -> bytes:
    """Return the bytes of the table, from the rules as they are."""
    return json.encode({code: row_of(code) for code in places()})


if __name__ == "__main__":
    TABLE.write_bytes(table())
