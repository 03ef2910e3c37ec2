"""Refactorings as data: pages of programs with a selection, and what becomes of them.

`$0` is the cursor, `$0` to `$1` the selection.  A block `offers` lists what is offered there, of
the refactoring that the page is named after: titles, those that are disabled with their reasons.
A block `after` is what the first offer makes, `after N` the one with the number N.  What is made
has no other findings than the program had; hints are left aside, another form may be taste.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.cli.fixing import apply_edits
from opencl_ls.features.refactorings import refactorings
from opencl_ls.findings import Severity
from opencl_ls.settings.model import DEFAULT
from opencl_ls.text import display
from tests.support.cases import MemoryFiles
from tests.support.marked import analysed, cases

PAGES = sorted(Path(__file__).parent.glob("*.md"))
CASES = cases(PAGES)


def offered(case):
    analysis, start, end = analysed(case)
    wanted = case.name.partition(":")[0].replace("_", "-")
    found = refactorings(analysis, start, start if end is None else end)
    return analysis, [each for each in found if each.name == wanted]


def codes(analysis):
    found = (each for each in analysis.findings if each.severity < Severity.HINT)
    return Counter((each.code, each.severity) for each in found)


@pytest.mark.parametrize("case", CASES, ids=[each.name for each in CASES])
def test_refactoring(case):
    analysis, offers = offered(case)
    if case.question == "offers":
        titles = [
            f"{each.title} (disabled: {each.disabled})" if each.disabled else each.title
            for each in offers
        ]
        assert (titles or ["nothing"]) == list(case.lines)
        return
    number = int(case.argument or 1)
    able = [each for each in offers if not each.disabled]
    assert len(able) >= number, [each.title for each in offers]
    made = apply_edits(
        analysis.text,
        [
            (edit.place.start, edit.place.end, edit.text)
            for edit in able[number - 1].edits()
            if edit.place.file == analysis.path
        ],
    )
    assert display(made).splitlines() == list(case.lines)
    files = {**case.files, analysis.path: display(made)}
    again = check(analysis.path, MemoryFiles(files), analysis.settings)
    assert codes(again) - codes(analysis) == Counter()


def test_lines_that_end_in_two_characters():
    text = "kernel void k(global int *p) {\r\n\tif (p[1])\r\n\t\tp[0] = p[1] * 2;\r\n}\r\n"
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), DEFAULT)
    start = text.index("p[1] * 2")
    made = {
        each.name: apply_edits(text, [(e.place.start, e.place.end, e.text) for e in each.edits()])
        for each in refactorings(analysis, start, start + len("p[1] * 2"))
        if not each.disabled
    }
    assert made["extract-variable"] == (
        "kernel void k(global int *p) {\r\n\tif (p[1])\r\n\t{\r\n\t\tint value = p[1] * 2;\r\n"
        "\t\tp[0] = value;\r\n\t}\r\n}\r\n"
    )
    assert made["extract-function"] == (
        "int k_part(global int *p) {\r\n\treturn p[1] * 2;\r\n}\r\n\r\n"
        "kernel void k(global int *p) {\r\n\tif (p[1])\r\n\t\tp[0] = k_part(p);\r\n}\r\n"
    )


@pytest.mark.parametrize("text", ["", "(", "\xff", "kernel void k(", "#define A\n", "int a = 1 +;"])
def test_little_or_broken_text_offers_nothing_that_fails(text):
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), DEFAULT)
    for start in (-1, 0, len(text), len(text) + 5):
        for offer in refactorings(analysis, start, start + 1):
            assert offer.disabled or offer.edits()


def test_no_barrier_where_not_all_work_items_come_by():
    text = (
        "kernel void k(global int *out) {\n  local int t[64];\n  int l = get_local_id(0);\n"
        "  if (l < 32) {\n    t[l] = l;\n    out[l] = t[31 - l];\n  }\n}\n"
    )
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), DEFAULT)
    start = text.index("t[l] = l")
    offer = next(
        each for each in refactorings(analysis, start, start) if each.name == "missing-barrier"
    )
    assert offer.edits() == []
