"""The reader of the files in `data/`.

Each file is a JSON object with one entry a line.  So the reader splits the file at the line ends
and decodes an entry when it is first used.  Opening a table of several hundred kilobytes costs
about a millisecond and leaves a few strings, instead of a hundred thousand small objects for the
garbage collector.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import json

_DATA = os.path.join(os.path.dirname(__file__), "data")  # noqa: PTH118, PTH120 - pathlib is slow


_ENTRY = re.compile(r'^"([^"]*)": (.*)$', re.M)
"""The name of an entry, and the entry with the comma that follows all but the last."""


class Table(Mapping[str, Any]):
    """A data file as a mapping from names to entries that are decoded at each access."""

    __slots__ = ("_lines",)

    def __init__(self, text: str) -> None:
        self._lines: dict[str, str] = dict(_ENTRY.findall(text))

    def __getitem__(self, name: str) -> Any:
        return json.decode(self._lines[name].removesuffix(","))

    def all(self) -> dict[str, Any]:
        """Return the whole table, decoded at once."""
        entries = json.decode(f"[{''.join(self._lines.values())}]")
        return dict(zip(self._lines, entries, strict=True))

    def __contains__(self, name: object) -> bool:
        return name in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


@cache
def table(kind: str) -> Table:
    """Return the table of one kind: "functions", "types", "macros" and so on."""
    path = os.path.join(_DATA, f"{kind}.json")  # noqa: PTH118
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        return Table(file.read())
