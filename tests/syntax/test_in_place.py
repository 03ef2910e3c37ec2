"""What is inserted into a text replaces blanks, so that its length stays."""

from __future__ import annotations

import pytest

from opencl_ls.syntax.recovery.in_place import inserted, replaced


@pytest.mark.parametrize(
    ("text", "place", "put", "expected"),
    [
        ("f(1 ; x", 3, ")", "f(1); x"),
        ("f(1; x", 3, ")", "f(1);x"),
        ("i++ {\n    x", 3, ")", "i++){\n    x"),
        ("for (\n    x", 5, ";;)", "for (;;)  x"),
        ("a // b\nc", 1, ";)", "a;)   \nc"),
        ("a/* b\n */c", 1, ";", "a;   \n   c"),
        ("a;x", 1, ")", None),
        ("a", 1, ")", None),
    ],
)
def test_inserted(text: str, place: int, put: str, expected: str | None) -> None:
    """Marks after the place move into the blanks after them."""
    assert inserted(text, place, put) == expected
    assert expected is None or len(expected) == len(text)


@pytest.mark.parametrize(
    ("text", "word", "put", "expected"),
    [
        ("  whil (x)", "whil", "while", "  while(x)"),
        ("  swich(x)", "swich", "switch", " switch(x)"),
        ("elsee x", "elsee", "else", "else  x"),
        ("  retrn x", "retrn", "return", " return x"),
        ("\nretrn x", "retrn", "return", None),
        ("a retrn x", "retrn", "return", None),
    ],
)
def test_replaced(text: str, word: str, put: str, expected: str | None) -> None:
    """No word grows together with another one."""
    start = text.index(word)
    assert replaced(text, start, start + len(word), put) == expected
    assert expected is None or len(expected) == len(text)
