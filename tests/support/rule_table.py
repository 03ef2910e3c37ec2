"""Writes the table of the rules, `linter/rules.json`: `python -m tests.support.rule_table`.

It has a line for each rule, so that changes of different rules merge.
"""

from __future__ import annotations

from msgspec import json

from opencl_ls.linter.listing import TABLE, row_of
from opencl_ls.linter.registry import all_codes


def rule_table() -> str:
    """Return the text of the table, from the rules as they are."""
    lines = (f'"{code}":{json.encode(row_of(code)).decode()}' for code in sorted(all_codes()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    TABLE.write_text(rule_table(), "utf-8")
