"""A `#` in the middle of a line, where no directive can begin: most often a comment was meant.

The preprocessor takes the directives out of a program, so that every `#` that is left in an item
is such a one. To the grammar it begins a directive all the same, which hides the rest of its line.
"""

from __future__ import annotations

from typing import Final

from opencl_ls.syntax.records import Repair
from opencl_ls.syntax.slips import tokens_of

STRAY_DIRECTIVE: Final = "stray-directive"
"""The kind of the repair that leaves out such a line from its `#` on."""

_TYPOGRAPHIC: Final = "\xe2\x80"


def without_directives(text: str) -> tuple[str, tuple[Repair, ...]]:
    """Return the byte text of an item with such rests of lines made blanks, and what they are.

    Each repair covers the rest of a line from its `#` on.
    """
    if "#" not in text:
        return text, ()
    found: list[Repair] = []
    end = 0
    for token in tokens_of(text):
        if token.text != "#" or token.start < end:
            continue
        begin = text.rfind("\n", 0, token.start) + 1
        if _TYPOGRAPHIC in text[begin : token.start]:
            continue  # It may stand in a string.
        line_end = text.find("\n", token.start)
        end = len(text[: line_end if line_end >= 0 else len(text)].rstrip())
        found.append(Repair(token.start, end, STRAY_DIRECTIVE, ""))
        text = text[: token.start] + " " * (end - token.start) + text[end:]
    return text, tuple(found)
