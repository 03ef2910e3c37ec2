"""Edits between two texts: they make the one of the other, and leave alone what did not change."""

from __future__ import annotations

import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.text import COMMENT_BODY, differences

LINES = st.lists(st.sampled_from(["", "a", "bb", "b{", "}}", "} "]), max_size=12)


def _edited(old: str, new: str) -> str:
    made, kept = "", 0
    for start, old_end, new_end in differences(old, new):
        made += old[kept:start]
        # What the new text has in the place of the edit, counted from where it begins there.
        made += new[len(made) : len(made) + new_end - start]
        kept = old_end
    return made + old[kept:]


@given(LINES, LINES)
def test_the_edits_make_the_new_text(before: list[str], after: list[str]) -> None:
    """Whatever the texts are, the edits turn one into the other, in order and apart."""
    old, new = "\n".join(before), "\n".join(after)
    assert _edited(old, new) == new
    ends = [(start, old_end) for start, old_end, _ in differences(old, new)]
    assert all(first[1] <= second[0] for first, second in pairwise(ends))


def test_lines_between_two_changes_are_none() -> None:
    """A brace that is opened and closed far below changes two lines, and not those between."""
    old = "a = 1;  \nb = 2;\nc = 3;\n}  \n"
    new = "a = 1; {\nb = 2;\nc = 3;\n}} \n"
    assert differences(old, new) == [(7, 8, 8), (23, 25, 25)]


def test_text_beyond_the_end_of_the_other_is_an_edit_of_its_own() -> None:
    """Nothing before it has moved."""
    old = "a = 1; \nb = 2;\n}"
    assert differences(old, "a = 1;{\nb = 2;\n}  // end") == [(6, 7, 7), (16, 16, 24)]
    assert differences(old, "a = 10;\nb = 2;\n}") == [(5, 7, 7)]


@given(st.lists(st.sampled_from(["/", "*", "**", "\n", " a"]), max_size=12))
def test_a_comment_ends_where_it_is_closed(parts: list[str]) -> None:
    """The quick pattern finds the end that a plain search finds, or that of the text."""
    text = "/*" + "".join(parts)
    match = re.match("/" + COMMENT_BODY, text)
    closed = text.find("*/", 2)
    assert match is not None
    assert match.end() == (len(text) if closed < 0 else closed + 2)


def test_a_comment_of_many_stars_ends_where_it_is_closed() -> None:
    """After thousands of them the pattern goes on in another way."""
    for text in ("/*" + "* " * 5000 + "*/", "/*" + "* " * 5000):
        match = re.match("/" + COMMENT_BODY, text + ("x" if text.endswith("/") else ""))
        assert match is not None
        assert match.end() == len(text)
