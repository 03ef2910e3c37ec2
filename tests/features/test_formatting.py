"""Formatting: stretches that were typed, and the edits that an answer of clang-format becomes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.features.formatting import (
    TRIGGERS,
    Stretch,
    edits,
    replacements,
    typed,
    with_final_newline,
    within,
)
from opencl_ls.features.formatting import (
    FormattingEdit as Edit,
)
from opencl_ls.server import clang_format
from opencl_ls.server.clang_format import Job, Style
from opencl_ls.text import byte_text, display
from tests.support.marked import Case, cases, unmarked

PAGE = Path(__file__).parent / "formatting.md"


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_page(case: Case, newline: str) -> None:
    text, marks = unmarked(case.code.removesuffix("\n").replace("\n", newline))
    character = "\n" if case.argument == "newline" else case.argument
    stretch = typed(text, marks[0], character)
    found = ["nothing"]
    if stretch is not None:
        found = [
            f"stretch: {shown(text[stretch.start : stretch.end])}",
            f"edits in: {shown(text[stretch.first : stretch.last])}",
        ]
    assert found == list(case.lines)


def shown(text: str) -> str:
    return display(text).replace("\r", "").replace("\n", "\\n")


def answer(*replaced: str, more: str = "incomplete_format='false'") -> str:
    lines = "\n".join(f"<replacement {one}</replacement>" for one in replaced)
    head = f"<?xml version='1.0'?>\n<replacements xml:space='preserve' {more}>"
    return f"{head}\n{lines}\n</replacements>\n"


@pytest.mark.parametrize(
    ("text", "replaced", "expected"),
    [
        ("int   a;", ["offset='3' length='3'> "], [Edit(4, 6, "")]),
        ("int a;", [], []),
        ("a;b;", ["offset='2' length='0'>&#10;"], [Edit(2, 2, "\n")]),
        # The first line loses its blanks, the second gets others, and the line's end stays.
        ("a;  \n\tb;", ["offset='2' length='4'>&#10;  "], [Edit(2, 4, ""), Edit(5, 6, "  ")]),
        ("a; \r\n\tb;", ["offset='2' length='4'>&#13;&#10;  "], [Edit(2, 3, ""), Edit(5, 6, "  ")]),
        ("a;\n\n\n\nb;", ["offset='2' length='4'>&#10;&#10;"], [Edit(4, 6, "")]),
        ("a;\r\n\r\n\r\nb;", ["offset='2' length='6'>&#13;&#10;&#13;&#10;"], [Edit(6, 8, "")]),
        ("a&<\nb", ["offset='0' length='5'>b&#10;a&amp;&lt;"], [Edit(0, 5, "b\na&<")]),
        # Two letters with the same first byte are not taken apart.
        ("// ä", ["offset='3' length='2'>\u00c3\u00b6"], [Edit(3, 5, byte_text("ö"))]),
        ("int a;", ["offset='3' length='99'>"], []),
        ("int a;", ["offset='1' length='0'>&#99999;"], [Edit(1, 1, "&#99999;")]),
    ],
)  # fmt: skip
def test_an_answer_becomes_edits(text: str, replaced: list[str], expected: list[Edit]) -> None:
    found = replacements(answer(*replaced))
    assert found is not None
    assert edits(byte_text(text), found) == expected


@pytest.mark.parametrize("text", ["", "int a;\n", "<replacements", "<?xml version='1.0'?>"])
def test_an_answer_of_another_form(text: str) -> None:
    assert replacements(text) is None


def test_an_incomplete_answer_counts() -> None:
    output = answer("offset='3' length='3'> ", more="incomplete_format='true' line='2'")
    assert replacements(output) == [Edit(3, 6, " ")]


def test_edits_after_what_was_typed_are_dropped() -> None:
    stretch = Stretch(4, 10, 2, 10)
    kept = [Edit(2, 4, " "), Edit(5, 6, ""), Edit(9, 10, "")]
    dropped = [Edit(1, 3, ""), Edit(9, 12, "\n"), Edit(10, 10, "\n"), Edit(12, 13, "")]
    assert within(stretch, [*kept, *dropped]) == kept


@pytest.mark.parametrize(
    ("text", "small", "expected"),
    [
        ("a", [], "a\n"),
        ("a\n", [], "a\n"),
        ("", [], ""),
        ("a\r\nb", [], "a\r\nb\r\n"),
        ("a ", [Edit(1, 2, "")], "a\n"),
        ("a  b", [Edit(1, 3, " ")], "a b\n"),
    ],
)
def test_a_line_end_at_the_end(text: str, small: list[Edit], expected: str) -> None:
    assert applied(text, with_final_newline(text, small)) == expected


@given(st.text("/*\"'\\\n\r#;{}()[]ax ä", max_size=40), st.integers(-1, 45))
def test_no_text_makes_it_raise(text: str, offset: int) -> None:
    held = byte_text(text)
    for character in (*TRIGGERS, "x", ""):
        stretch = typed(held, offset, character)
        if stretch is not None:
            assert 0 <= stretch.first <= stretch.start < stretch.end <= stretch.last <= len(held)


def test_a_long_text_takes_no_long_time() -> None:
    """A step back for each character would take hours."""
    for part in ("/*", '"', "\\\n", "#", "# \\\n", "(", "{", "/", "# /"):
        assert typed(part * 100_000 + ";", 0, ";") is None
        typed(part * 100_000 + ";", len(part) * 100_000 + 1, ";")


KERNEL = """\
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#include "z.h"
#include "a.h"
__kernel   void  k ( __global  float   *restrict  a , local int*c, read_only image2d_t img ){
float4 v=(float4)(1,2,3,4);int x=(int)-1;
  void (^blk)(int)=^(int i){ a[i]=0; };
  // größer\x20
 for(int i=0;i<10;i++)a[i]=(float2)(1.0f,2.0f).x;
}
kernel __attribute__((reqd_work_group_size(16,16,1))) void m(global int*a){*a=1;}
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_the_edits_make_what_clang_format_makes(tmp_path: Path, newline: str) -> None:
    program = clang_format.find("")
    if program is None:
        pytest.skip("clang-format is not installed")
    text = byte_text(KERNEL.replace("\n", newline))
    job = Job(program, str(tmp_path / "a.cl"), text.encode("latin-1"), Style(4))
    command = clang_format.arguments(job, job.path)
    output = subprocess.run(command, input=job.text, capture_output=True, check=True).stdout
    command.remove("--output-replacements-xml")
    wanted = subprocess.run(command, input=job.text, capture_output=True, check=True).stdout
    found = replacements(output.decode("latin-1"))
    assert found is not None
    small = edits(text, found)
    made = applied(text, small)
    assert made.encode("latin-1") == wanted
    assert "".join(made.split()) == "".join(text.split()), "blanks alone are others"
    assert len(small) > 20
    assert sum(each.end - each.start for each in small) < len(text) / 5
    assert made.count("\r\n") == (made.count("\n") if newline == "\r\n" else 0)


def applied(text: str, small: list[Edit]) -> str:
    for each in reversed(small):
        text = text[: each.start] + each.text + text[each.end :]
    return text


@pytest.mark.parametrize(
    ("text", "wanted", "expected"),
    [
        # One of few lines that end in two characters, where most end in one.
        ("a {\r\n\tb;\n", Edit(3, 6, "\n    "), [Edit(3, 6, "\n    ")]),
        ("a; \r\nb;\n", Edit(2, 4, ""), [Edit(2, 5, "\n")]),
        ("a;\r\n\nb;\n", Edit(3, 5, "\n"), [Edit(4, 5, "")]),
        ("a \r\n\tb\r\n", Edit(1, 5, "\r\n  "), [Edit(1, 2, ""), Edit(4, 5, "  ")]),
    ],
)
def test_no_line_end_is_taken_apart(text: str, wanted: Edit, expected: list[Edit]) -> None:
    """No position of the protocol is within a line's end."""
    found = edits(text, [wanted])
    made, whole = text, text[: wanted.start] + wanted.text + text[wanted.end :]
    for edit in reversed(found):
        assert "\r\n" not in (
            text[edit.start - 1 : edit.start + 1],
            text[edit.end - 1 : edit.end + 1],
        )
        made = made[: edit.start] + edit.text + made[edit.end :]
    assert made == whole
    assert found == expected
