"""The search among the names of a workspace."""

from __future__ import annotations

import pytest

from opencl_ls.features.workspace_index import WorkspaceIndex, names_now, search
from opencl_ls.text import UTF8, UTF16, byte_text


def index_of(**files):
    index = WorkspaceIndex()
    for path, text in files.items():
        index.put(path, names_now(text, UTF16))
    return index


def found(query, text, limit=100):
    return [each.name for each in search(query, index_of(a=text).besides(()), limit)]


VARIABLES = "int blur, blur_x, BlurRow, gauss_blur, box_linear_row, b, lurb, unblurred;"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("blur", ["blur", "blur_x", "BlurRow", "unblurred", "gauss_blur"]),
        ("BLUR", ["blur", "blur_x", "BlurRow", "unblurred", "gauss_blur"]),
        ("blr", ["blur", "blur_x", "BlurRow", "unblurred", "gauss_blur", "box_linear_row"]),
        ("blurrow", ["BlurRow"]),
        ("row", ["BlurRow", "box_linear_row"]),
        (" b x ", ["blur_x", "box_linear_row"]),
        ("b*", []),
        ("[b", []),
        ("^", []),
        ("rulb", []),
    ],
)
def test_search(query, expected):
    assert found(query, VARIABLES) == expected


def test_an_empty_query_finds_all_and_a_limit_the_best():
    assert len(found("", VARIABLES)) == 8
    assert found("blur", VARIABLES, limit=2) == ["blur", "blur_x"]


def test_places_count_in_the_encoding_of_the_client():
    text = byte_text("\n/* \U0001f600 */ int x; // y\n#define M 1\n")
    for encoding, column in ((UTF16, 13), (UTF8, 15)):
        files = [("a", names_now(text, encoding))]
        assert [(each.kind, each.line, each.column) for each in search("x", files, 9)] == [
            ("variable", 1, column)
        ]
        assert [(each.kind, each.line, each.column) for each in search("m", files, 9)] == [
            ("macro", 2, 8)
        ]


def test_names_that_are_not_ascii():
    [each] = search("ü", [("a", names_now(byte_text("int gr\u00fcn;"), UTF16))], 9)
    assert each.name == "gr\u00fcn"


def test_files_are_replaced_dropped_and_left_out():
    index = index_of(a="int one;", b="int two;", c="int three;")
    index.put("a", names_now("int four;", UTF16))
    index.drop("b")
    index.drop("unknown")
    assert [each.name for each in search("", index.besides(["c"]), 9)] == ["four"]
    index.keep(lambda path: path == "c")
    assert [path for path, _ in index.besides(())] == ["c"]
    assert len(index) == 1
    assert "a" not in index


def test_names_are_shared():
    index = index_of(a="int gl" + "obal_name;", b="int glo" + "bal_name;")
    (_, first), (_, second) = index.besides(())
    assert first.names[0] is second.names[0]
