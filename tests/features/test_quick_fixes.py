"""What can be done about a finding: the cases of quick_fixes.md, and what an edit leaves."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.cli.fixing import apply_edits
from opencl_ls.features.quick_fixes import quick_fixes, safe_fixes
from opencl_ls.settings.model import DEFAULT
from tests.features.test_outline import NoFiles

PATH = "/w/a.cl"
CASE = re.compile(r"^## ([^\n]+)\n\n```opencl\n(.*?)```\n(.*?)(?=^## |\Z)", re.S | re.M)
FIX = re.compile(r"^(\S[^\n]*)\n\n```opencl\n(.*?)```$", re.S | re.M)
CASES = CASE.findall(Path(__file__).with_name("quick_fixes.md").read_text("utf-8"))


def opened(text):
    host = Host(NoFiles())
    host.open(PATH, text, DEFAULT)
    return host


def offered(host, start, end):
    """Return the title of each fix, with a star where it is preferred, and what it makes."""
    analysis = host.provisional(PATH)
    found = []
    for each in quick_fixes(analysis, analysis.lines(PATH), start, end):
        edits = [(edit.place.start, edit.place.end, edit.text) for edit in each.fix.edits]
        title = f"{each.fix.title} *" if each.preferred else each.fix.title
        found.append((title, apply_edits(analysis.text, edits)))
    return found


@pytest.mark.parametrize(
    ("text", "fixes"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_at_a_place(text, fixes):
    place = text.index("$")
    assert offered(opened(text.replace("$", "")), place, place) == FIX.findall(fixes)


def test_an_edit_in_front_moves_a_fix():
    text = "kernel void k(global float4 *p) {\n  p[0] = (1, 2, 3, 4);\n}\n"
    host = opened(text)
    before = offered(host, 0, len(text))
    assert before
    host.edit(PATH, 0, 0, "int above;\n")
    after = offered(host, 0, len(text) + len("int above;\n"))
    above = "// opencl-ls: allow-file(vector/missing-cast)\n"
    assert after == [
        (title, f"{above}int above;\n{made.removeprefix(above)}")
        if title.endswith("in this file")
        else (title, f"int above;\n{made}")
        for title, made in before
    ]


def test_all_safe_fixes_are_made_together():
    text = "static kernel void k(void) { }\nstatic kernel void l(void) { int x = (1; }\n"
    edits = safe_fixes(opened(text).analysis(PATH))
    made = apply_edits(text, [(edit.place.start, edit.place.end, edit.text) for edit in edits])
    assert made == "kernel void k(void) { }\nkernel void l(void) { int x = (1; }\n"
