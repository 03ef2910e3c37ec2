"""A `#` in the middle of a line, where no directive can begin: most often a comment was meant.

The preprocessor removes all directives, so each `#` that is left in an item is a stray one. The
grammar takes it for the start of a directive, which hides the rest of the line.
"""

from __future__ import annotations

from typing import Final

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.recovery.in_place import overwritten
from opencl_ls.syntax.tokens import tokens_of

_TYPOGRAPHIC: Final = "\xe2\x80"


def without_directives(text: str) -> tuple[str, tuple[SyntaxProblem, ...]]:
    """Return the byte text of an item with such rests of lines blanked, and the errors.

    Each error covers the rest of a line from its `#` on.
    """
    if "#" not in text:
        return text, ()
    found: list[SyntaxProblem] = []
    end = 0
    for token in tokens_of(text):
        if token.text != "#" or token.start < end:
            continue
        begin = text.rfind("\n", 0, token.start) + 1
        if _TYPOGRAPHIC in text[begin : token.start]:
            continue  # It may be in a string.
        line_end = text.find("\n", token.start)
        end = len(text[: line_end if line_end >= 0 else len(text)].rstrip())
        found.append(SyntaxProblem(token.start, end, SyntaxProblemKind.STRAY_DIRECTIVE, ""))
        text = overwritten(text, token.start, end)
    return text, tuple(found)
