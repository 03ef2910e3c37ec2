"""Kernels explained (see `tests.support.marked`): the text, and the other formats."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.explanation import Explanations, explain
from opencl_ls.features.explanation.data import explanation_data
from opencl_ls.features.explanation.places import Places
from opencl_ls.settings.options import from_build_options
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases

PAGE = Path(__file__).with_name("explanation.md")
TEXT = """\
/* a comment of
   two lines: <b> & */
kernel void k(global float *p, int n) {
    int i = get_global_id(0);
    /* one
       more */
    for (int j = 0; j < n && i < 4; ++j) p[i] = 1.0f;
    for (int j = 0; j < n; ++j) p[3 * i] += 1.0f;
}
"""


def explained(text: str) -> Explanations:
    """Return the explanations of the kernels of a program."""
    settings, _ = from_build_options("-cl-std=CL1.2")
    analysis = check("a.cl", MemoryFiles({"a.cl": text}), settings)
    found = explain(analysis, [each.name for each in analysis.kernel_interfaces()])
    assert found is not None
    return found


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_text(case: Case) -> None:
    """The text is exactly what the case shows."""
    analysis, _, _ = analysed(case)
    sizes = [int(each) for each in case.argument.split(",") if each]
    first, second, third = (*sizes, 1, 1, 1)[:3]
    names = [each.name for each in analysis.kernel_interfaces()]
    found = explain(analysis, names, (first, second, third) if sizes else None)
    assert found is not None
    assert found.text().rstrip().splitlines() == list(case.lines)


def test_a_file_without_a_kernel_has_none() -> None:
    settings, _ = from_build_options("")
    analysis = check("a.cl", MemoryFiles({"a.cl": "int f(void) { return 1; }"}), settings)
    assert explain(analysis, ["f", "g"]) is None


def test_a_syntax_error_is_said() -> None:
    found = explained("kernel void k(global int *p) { p[0] = ; }")
    assert [each.reason for each in found.kernels[0].not_counted] == ["it has a syntax error"]


def test_columns_count_characters() -> None:
    lines = (
        explained("kernel void k(global int *größe, int n) { größe[0] = n; }").text().splitlines()
    )
    assert "    global int *größe  written  größe[0]" in lines
    assert "    int n              used" in lines


def test_data_is_plain_json() -> None:
    found = explained(TEXT)
    data = explanation_data(found.kernels[0], Places(found.analysis))
    assert json.loads(json.dumps(data)) == data
    assert data["place"] == {"file": "a.cl", "line": 3, "col": 13, "end_line": 3, "end_col": 14}
    last = data["accesses"][-1]
    assert (last["element"], last["is_write"], last["size"]) == ("p[3 * get_global_id(0)]", True, 4)
    assert last["times"] == {
        "words": "n",
        "products": [{"counts": ["n"], "least": 1, "most": 1}],
    }
    assert last["pattern"]["stride"] == 12
    assert data["bytes"][0]["written"]["words"] == "4 x n + 4 x rounds1"


def test_markdown_has_a_table_for_each_section() -> None:
    lines = explained(TEXT).markdown().splitlines()
    assert lines[:5] == [
        "# Kernels of a.cl",
        "",
        "## k",
        "",
        "A work-item of kernel 'k', in groups of any size.",
    ]
    start = lines.index("### Memory traffic")
    assert lines[start + 2 : start + 5] == [
        "| Space | Read | Written |",
        "|---|---|---|",
        "| global | 4 B x n | 4 B x n + 4 B x rounds1 |",
    ]


def test_html_needs_no_other_file_and_is_escaped() -> None:
    page = explained(TEXT).html()
    assert not re.search(r"https?:|<script|<link|<img|src=|@import|url\(", page)
    assert "prefers-color-scheme: dark" in page
    assert '<html lang="en">' in page
    assert "j &lt; n &amp;&amp; i &lt; 4" in page
    assert "<caption>Memory traffic</caption>" in page
    # A comment of two lines is one in both, and each line has its own number.
    assert page.count('<span class="comment">') == 2
    assert '<tr id="kernel-k-51-7"><th scope="row">7</th>' in page
    assert '<a href="#kernel-k-51-7">7:' in page
    assert "stride 3: 32 neighbours touch 12 sectors of 32 B, 4 would do" in page


def test_html_opens_and_closes_its_elements() -> None:
    page = explained(TEXT).html()
    for name in ("table", "tr", "td", "th", "section", "pre", "code", "ul", "li", "span", "div"):
        assert len(re.findall(rf"<{name}[ >]", page)) == page.count(f"</{name}>"), name
