"""The words and includes that are kept of a text."""

from __future__ import annotations

from opencl_ls.features.mentions import PASTE, Include, Mentions, read_mentions
from opencl_ls.text import byte_text


def mentions(text: str) -> tuple[Mentions, int]:
    """Return what a text mentions, and after how many pauses."""
    work, pauses = read_mentions(byte_text(text)), 0
    while True:
        try:
            next(work)
            pauses += 1
        except StopIteration as end:
            return end.value, pauses


def test_words_and_no_parts_of_words_are_mentioned() -> None:
    found, pauses = mentions("int größe = other_1; // $word\n")
    assert all(map(found.holds, ("int", byte_text("größe"), "other_1", "$word")))
    assert not any(map(found.holds, ("in", "other", "1", "word", "e", PASTE)))
    assert pauses == 0
    assert mentions("#define J(a, b) a ## b\n")[0].holds(PASTE)


def test_a_long_text_is_read_in_slices_that_cut_no_word() -> None:
    words = [f"word{number}" for number in range(30_000)]
    found, pauses = mentions(" ".join(words))
    assert pauses > 3
    assert all(map(found.holds, words))
    assert len(found.words) == len(words)


def test_includes_of_all_kinds() -> None:
    text = '#include "a/b.h"\n # include <c.h>\r\n#include NAME\n#ifdef X\n#include "d.h"\n#endif\n'
    assert mentions(text)[0].includes == (
        Include("a/b.h", True),
        Include("c.h", False),
        Include("", True),
        Include("d.h", True),
    )
