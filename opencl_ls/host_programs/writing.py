"""Fixes of OpenCL C in a host program, written as the host's literals need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Place, TextEdit
from opencl_ls.host_programs.literals import ESCAPE
from opencl_ls.host_programs.stringified import STRING_MACRO

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.findings import Fix
    from opencl_ls.host_programs.kernels import EmbeddedProgram
    from opencl_ls.host_programs.literals import Literal

_OF_TEMPLATES: Final = "{}%$"
"""The signs that mean something in a template."""


def written(fix: Fix, path: str, source: str, program: EmbeddedProgram) -> Fix | None:
    """Return a fix of a program as a change of its host's file, None if there is none.

    `path` and `source` are the host's file and its byte text.
    """
    edits = edits_of(fix.edits, path, source, program)
    return None if edits is None else fix._replace(edits=edits)


def edits_of(
    edits: Sequence[TextEdit], path: str, source: str, program: EmbeddedProgram
) -> tuple[TextEdit, ...] | None:
    """Return edits of a program as edits of its host's file, None if not all can be made."""
    found = [_edit(each, source, program) if each.place.file == path else each for each in edits]
    return None if None in found else tuple(each for each in found if each is not None)


def is_same_in(program: EmbeddedProgram, offset: int, text: str, source: str) -> bool:
    """Return whether the literal at a byte of the host's file has a text as it is written."""
    return any(
        _text(text, source, each, is_template=program.is_template) == text
        for each in program.literals
        if each.inner <= offset <= each.inner_end
    )


def _edit(edit: TextEdit, source: str, program: EmbeddedProgram) -> TextEdit | None:
    file, start, end = edit.place
    for literal in program.literals:
        if literal.inner <= start and end <= literal.inner_end:
            text = _text(edit.text, source, literal, is_template=program.is_template)
            first, last = _outside_escapes((start, end), source, literal)
            return None if text is None else TextEdit(Place(file, first, last), text)
    return None


def _outside_escapes(places: tuple[int, int], source: str, literal: Literal) -> tuple[int, int]:
    """Return bytes that do not split an escape: a line's end is before them, all else after."""
    if not literal.quote.escapes or literal.quote.is_verbatim:
        return places
    first, last = places
    for escape in ESCAPE.finditer(source, literal.inner, literal.inner_end):
        begin, end = escape.span()
        whole = end if escape[0] == "\\n" else begin
        first = whole if begin < first < end else first
        last = whole if begin < last < end else last
    return first, last


def _text(text: str, source: str, literal: Literal, *, is_template: bool) -> str | None:
    """Return a text as it is written in a literal, None if it cannot be."""
    if is_template and any(sign in text for sign in _OF_TEMPLATES):
        return None
    quote = literal.quote
    if quote == STRING_MACRO:
        return text if _may_be_argument(text) else None
    closing = source[literal.inner_end : literal.end]
    if not quote.escapes or quote.is_verbatim:
        is_broken = closing in text or (quote.is_verbatim and closing[0] in text)
        return None if is_broken or ("\n" in text and not quote.spans_lines) else text
    text = text.replace("\\", "\\\\").replace(closing[0], f"\\{closing[0]}")
    return text if quote.spans_lines else text.replace("\n", "\\n").replace("\t", "\\t")


def _may_be_argument(text: str) -> bool:
    """Return whether a text may be a part of the argument of a macro."""
    is_even = text.count("(") == text.count(")")
    return is_even and not any(sign in text for sign in ("\n", "//", "#", '"'))
