"""Kernels that a macro of C makes a string of: `STRINGIFY(kernel void k() { })`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.host_programs.languages import Quote
from opencl_ls.host_programs.literals import Literal, code_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.host_programs.languages import Language

STRING_MACRO: Final = Quote("", "", escapes=False, spans_lines=True)
"""The kind of the literals that are arguments of macros."""

_CALL: Final = re.compile(r"\b([A-Za-z_]\w*)\s*\(")
_MAKES_STRING: Final = re.compile(r"#[ \t]*define[ \t]+(\w+)\([^)]*\)[ \t\\\r\n]*[^\n]*?#\s*\w")
_USUAL: Final = re.compile(r"[A-Z][A-Z0-9_]*")
_LINE_END: Final = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)+\'|\\n')
_FURTHEST: Final = 30_000
"""How far before a kernel the call of its macro may begin, in bytes."""


class _MacroCall(NamedTuple):
    """The bytes at which the call of a macro begins, its argument begins, and the call ends."""

    start: int
    inner: int
    end: int


def stringified(
    source: str, language: Language, found: Sequence[Literal], kernel: re.Pattern[str]
) -> list[Literal]:
    """Return literals together with the arguments of macros that make strings of kernels.

    `kernel` is a pattern of the head of a kernel.  The literals in an argument are left out.
    """
    added: list[Literal] = []
    end = number = 0
    calls: Iterator[_MacroCall] | None = None
    call: _MacroCall | None = None
    at = -1
    # The head of a kernel may be after a word in a comment that looks like the start of one.
    while (match := kernel.search(source, at + 1)) is not None:
        at = match.start()
        while number < len(found) and found[number].end <= at:
            number += 1
        if at < end or (number < len(found) and found[number].start <= at):
            continue
        if calls is None:
            calls = _calls(source, code_of(source, found), language)
            call = next(calls, None)
        while call is not None and (call.end <= at or call.start < at - _FURTHEST):
            call = next(calls, None)
        if call is not None and call.start < at:
            end = call.end
            text = _LINE_END.sub(_line_end, source[call.inner : end - 1])
            added.append(Literal(call.start, end, call.inner, text, STRING_MACRO))
    if not added:
        return list(found)
    outside = [
        each for each in found if not any(one.start <= each.start < one.end for one in added)
    ]
    return sorted([*outside, *added], key=lambda literal: literal.start)


def _line_end(match: re.Match[str]) -> str:
    """Return the end of a line for its escape, which is one outside of the argument's literals."""
    return "\n " if match[0] == "\\n" else match[0]


def _calls(source: str, code: str, language: Language) -> Iterator[_MacroCall]:
    """Yield the calls of macros that may make strings, in their order; `code` has blank literals.

    Those have names as macros have, or are defined in the text with a `#` before a parameter.
    """
    own = {match[1] for match in _MAKES_STRING.finditer(source)}
    ends = _brackets(code, language)
    for call in _CALL.finditer(source):
        end = ends.get(call.end())
        if end is None or not (call[1] in own or _USUAL.fullmatch(call[1])):
            continue
        line = source.rfind("\n", 0, call.start()) + 1
        if not source[line : call.start()].lstrip().startswith("#"):
            yield _MacroCall(call.start(), call.end(), end)


def _brackets(code: str, language: Language) -> dict[int, int]:
    """Return the bytes after the closing brackets by those after the opening ones."""
    skipped = "|".join(language.comments)
    pattern = re.compile(rf"(?:{skipped})|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)'|([()])")
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in pattern.finditer(code):
        if match[1] == "(":
            opened.append(match.end())
        elif match[1] and opened:
            found[opened.pop()] = match.end()
    return found
