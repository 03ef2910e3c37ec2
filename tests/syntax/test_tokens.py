"""The tokens by which slips are found are read line by line and are those of the whole text."""

import random

import pytest

from opencl_ls.syntax.tokens import (
    Token,
    _tokens_of_whole,
    tokens_of,
    tokens_of_line,
)

_PIECES = ["/*", "*/", "//", '"', "'", "\n", "\n", " ", "\t", "\\", "\\\n", "x", "^^", "1.0e+5f"]
_PIECES += ["\r\n", "(", "}", "f", "_a9", "\xc2\xa0", "\xe9", "/", "*"]


@pytest.mark.parametrize("seed", range(4))
def test_tokens(seed: int) -> None:
    """Comments that stay open, strings and splices included."""
    choice = random.Random(seed)
    by_lines = 0
    for _ in range(500):
        text = "".join(choice.choice(_PIECES) for _ in range(choice.randrange(30)))
        if "\xc2\xa0" in text:
            continue
        assert tokens_of(text) == _tokens_of_whole(text)
        by_lines += "\\\n" not in text and "\n" in text
    assert by_lines > 50


def test_a_token_that_begins_its_line_is_fresh() -> None:
    """A comment in front of it changes nothing."""
    assert tokens_of("a b\n /* c */ d") == [
        Token("word", "a", 0, 1, True),
        Token("word", "b", 2, 3, False),
        Token("word", "d", 13, 14, True),
    ]


def test_nothing_of_a_long_line_is_kept():
    """Each key that is typed in a line of a megabyte would keep another."""
    assert tokens_of_line("int a;", False)[0] is tokens_of_line("int a;", False)[0]
    long = "int a;" * 1000
    assert tokens_of_line(long, False) == tokens_of_line(long, False)
    assert tokens_of_line(long, False)[0] is not tokens_of_line(long, False)[0]
