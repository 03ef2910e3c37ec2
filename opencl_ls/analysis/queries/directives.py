"""The names that are possible inside a directive."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from opencl_ls.analysis.queries.program import Program

_BLANK: Final = r"(?:[ \t]|\\\r?\n)*"
_HEAD: Final = re.compile(rf"{_BLANK}(?:#|%:){_BLANK}(\w*)", re.ASCII)
_PATH: Final = re.compile(r"[ \t]*([\"<])([^\">\n]*)\Z")
_EXTENSION: Final = re.compile(rf"{_BLANK}OPENCL[ \t]+EXTENSION[ \t]+(\w*)\Z", re.ASCII)
_BEHAVIOUR: Final = re.compile(
    rf"{_BLANK}OPENCL[ \t]+EXTENSION[ \t]+\w+[ \t]*:[ \t]*(\w*)\Z", re.ASCII
)
_NEW_NAME: Final = re.compile(rf"{_BLANK}\w*\Z", re.ASCII)
_OPEN: Final = re.compile(r"/\*(?:(?!\*/).)*\Z|//[^\n]*\Z|\"(?:[^\"\\\n]|\\.)*\Z", re.S)
_CLOSED: Final = re.compile(r"/\*.*?\*/|\"(?:[^\"\\\n]|\\.)*\"", re.S)
_INCLUDES: Final = ("include", "include_next", "import")
_NAMES: Final = ("ifdef", "ifndef", "elifdef", "elifndef", "undef", "if", "elif")


class DirectivePlace(NamedTuple):
    """The kind of word at a place in a directive, and the start of its typed part."""

    kind: str
    start: int


def directive_place(program: Program, offset: int, word_start: int) -> DirectivePlace | None:
    """Return what may appear at a byte of the main file, None outside of directives."""
    unit, text = program.unit.unit, program.text
    if not unit.chunks:
        return None
    number = min(unit.offsets.last_up_to(max(0, offset - 1)), len(unit.chunks) - 1)
    begin = unit.offsets[number]
    if not unit.chunks[number].is_directive or offset == begin:
        return None
    written = text[begin:offset]
    head = _HEAD.match(written)
    if head is None or (written.endswith("\n") and not written.endswith(("\\\n", "\\\r\n"))):
        return None
    if head.end() == len(written):
        return DirectivePlace("directive", begin + head.start(1))
    kind, rest = head[1], written[head.end() :]
    if kind in _INCLUDES:
        path = _PATH.match(rest)
        if path is not None:
            return DirectivePlace("include-path", begin + head.end() + path.start(2))
        return DirectivePlace("macro-name", word_start)
    if _OPEN.search(_CLOSED.sub("", rest)):
        return DirectivePlace("none", word_start)
    return DirectivePlace(_kind(kind, rest), word_start)


def _kind(kind: str, rest: str) -> str:
    if kind == "pragma":
        if _EXTENSION.match(rest):
            return "extension-name"
        return "extension-behaviour" if _BEHAVIOUR.match(rest) else "pragma"
    if kind in _NAMES:
        return "macro-name"
    if kind == "define":
        return "new-name" if _NEW_NAME.match(rest) else "expression"
    return "none"
