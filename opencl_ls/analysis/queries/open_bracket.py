"""The bracket that is open around a place, also in half-written text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.queries.brackets import nesting_of
from opencl_ls.analysis.queries.draft import prefix_at
from opencl_ls.analysis.queries.program import word_around

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program


def bracket_at(program: Program, offset: int) -> str | None:
    """Return the innermost bracket that is open before a byte of the main file, "" for none.

    It is "(" or "[", and for a brace its role: "body", "struct", "enum" or "list".  None in
    directives, comments and literals.
    """
    prefix = prefix_at(program, word_around(program.text, offset)[0])
    nesting = None if prefix is None else nesting_of(prefix.text)
    if nesting is None or nesting.inside:
        return None
    top = nesting.top
    return top.role if top.mark == "{" else top.mark
