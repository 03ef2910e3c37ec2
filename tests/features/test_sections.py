"""Sections of the outline, as data: `sections.md`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from opencl_ls.features.symbols import outline, sections
from opencl_ls.server.documents import Document
from opencl_ls.server.outline import SYMBOL_KINDS, OutlineRenderer
from opencl_ls.text import LineTable
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis

PAGE = Path(__file__).parent / "sections.md"


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_sections(case: Case) -> None:
    """The outline is the tree of the page; sections have their lines."""
    analysis, offset, _ = analysed(case)
    assert answer(case, analysis, offset) == list(case.lines)


def answer(_case: Case, analysis: Analysis, _offset: int) -> list[str]:
    """Return the outline as a tree, line by line."""
    groups = outline(analysis)
    document = Document("file:///main.cl", "main.cl", 1, LineTable(analysis.text))
    text = OutlineRenderer("utf-8").nested(document, groups, sections(analysis, groups))
    return list(_shown(json.loads(text), "", analysis)) or ["nothing"]


def _shown(symbols: list[dict[str, Any]], indent: str, analysis: Analysis) -> Iterator[str]:
    lines = analysis.text.split("\n")
    for each in symbols:
        place, name = each["range"], each["selectionRange"]
        assert (
            _key(place["start"]) <= _key(name["start"]) <= _key(name["end"]) <= _key(place["end"])
        )
        start, end = name["start"], name["end"]
        written = lines[start["line"]][start["character"] : end["character"]]
        assert written.encode("latin-1").decode("utf-8") == each["name"]
        if each["kind"] == SYMBOL_KINDS["section"]:
            first, last = place["start"]["line"] + 1, place["end"]["line"] + 1
            yield f"{indent}[{each['name']}] {first} to {last}"
        else:
            yield f"{indent}{each['name']}"
        yield from _shown(each.get("children", []), indent + "  ", analysis)


def _key(position: dict[str, int]) -> tuple[int, int]:
    return position["line"], position["character"]
