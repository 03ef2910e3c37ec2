"""The document store: an edit gives the text and the lines that reading the new text would give."""

from __future__ import annotations

import random

import pytest
from lsprotocol import types

from opencl_ls.server.documents import Document, apply_range, apply_whole, difference
from opencl_ls.server.leniency import converter
from opencl_ls.server.uris import path_of, uri_of
from opencl_ls.text import LineTable, byte_text

PIECES = ["a", "\n", "\r", "\r\n", "\u00e9", "\U0001d11e", "int x;", " ", "\n\n"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_random_edits_keep_text_and_lines(encoding):
    chance = random.Random(encoding)
    document = Document("file:///a", "/a", 0, LineTable(""))
    for _ in range(3000):
        text = "".join(chance.choices(PIECES, k=chance.randrange(6)))
        start = (chance.randrange(8), chance.randrange(9))
        end = (chance.randrange(8), chance.randrange(9))
        before = document.text
        edit = apply_range(document, start, end, text, encoding)

        assert document.text == before[: edit.start] + byte_text(text) + before[edit.end :]
        assert document.lines.starts == LineTable(document.text).starts
        offsets = range(len(document.text) + 1)
        one_by_one = [document.lines.position(offset, encoding) for offset in offsets]
        assert document.lines.positions(offsets, encoding) == one_by_one
        if encoding != "utf-8":
            # Only a position in bytes can cut a character in two.
            document.text.encode("latin-1").decode("utf-8")
        if len(document.text) > 200:
            apply_whole(document, "")


def test_a_whole_text_becomes_the_smallest_edit():
    document = Document("file:///a", "/a", 0, LineTable("one\ntwo\nthree\n"))

    edit = apply_whole(document, "one\n2\nthree\n")

    assert (edit.start, edit.end, edit.text) == (4, 7, "2")
    assert document.text == "one\n2\nthree\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [("", ""), ("", "a"), ("a", ""), ("aa", "aaa"), ("aaa", "aa"), ("abab", "ab"), ("ab", "ba")],
)
def test_differences(old, new):
    edit = difference(old, new)

    assert old[: edit.start] + edit.text + old[edit.end :] == new


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/a.cl", "/home/a.cl"),
        ("file://localhost/home/a.cl", "/home/a.cl"),
        ("file:///home/x/../a%20b.cl", "/home/a b.cl"),
        ("file:///C:/a.cl", "c:/a.cl"),
        ("file:///c%3A/a.cl", "c:/a.cl"),
        ("file://server/share/a.cl", "//server/share/a.cl"),
        ("untitled:Untitled-1", "untitled:Untitled-1"),
        ("file:///C:/x y.cl", "c:/x y.cl"),
        ("file:///c%3A/x%20y.cl", "c:/x y.cl"),
        ("file://SERVER/share/a.cl", "//server/share/a.cl"),
        ("file:///w/c%23/a%3F.cl", "/w/c#/a?.cl"),
        # Some clients escape too little: the rest is a part of the name all the same.
        ("file:///w/c#/a?.cl", "/w/c#/a?.cl"),
        ("file:///w/100%.cl", "/w/100%.cl"),
        ("file:///w/100%25.cl", "/w/100%.cl"),
        ("file:///w/%0A%22'.cl", "/w/\n\"'.cl"),
        ("file:///w/%FF.cl", "/w/\udcff.cl"),
        ("file:///w/\ud800.cl", "/w/\udced\udca0\udc80.cl"),
        ("file:/w/a.cl", "/w/a.cl"),
        ("FILE:///w/a.cl", "/w/a.cl"),
        ("file:", "/"),
    ],
)
def test_paths_of_uris(uri, path):
    assert path_of(uri) == path
    assert path_of(uri_of(path)) == path


CONVERTER = converter()
MOST = (1 << 31) - 1


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        (1, 2, (1, 2)),
        (1.0, 2.0, (1, 2)),
        (-1, 2**60, (0, 0)),
        (3, -1, (3, 0)),
        (7, 2**60, (7, MOST)),
        (1e300, 0, (MOST, 0)),
    ],
)
def test_positions_are_whole_numbers_however_they_are_written(line, column, expected):
    found = CONVERTER.structure({"line": line, "character": column}, types.Position)
    assert (found.line, found.character) == expected


@pytest.mark.parametrize(
    "position",
    [
        *({"line": line, "character": 0} for line in (0.5, "1", None, True, [])),
        *({"line": 0, "character": one} for one in (float("inf"), float("nan"))),
        {"line": 0},
        [0, 0],
        None,
    ],
    ids=str,
)
def test_nothing_else_is_a_position(position):
    with pytest.raises((TypeError, KeyError, ValueError)):
        CONVERTER.structure(position, types.Position)


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("C:\\w\\x y.cl", "file:///c%3A/w/x%20y.cl"),
        ("\\\\host\\share\\x.cl", "file://host/share/x.cl"),
        ("//host/share/x.cl", "file://host/share/x.cl"),
        ("/w/c#/a?%.cl", "file:///w/c%23/a%3F%25.cl"),
        ("/w/\udcff.cl", "file:///w/%FF.cl"),
        ("\x00\ud800", "file:///%00%ED%A0%80"),
    ],
)
def test_uris_of_paths(path, uri):
    """Also of those that Windows gives to includes."""
    assert uri_of(path) == uri
