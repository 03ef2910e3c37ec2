"""The expansion of a macro's use as formatted text: by one step, and in full."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis

_MARK: Final = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\'|[][(){};]')
_CLOSING: Final = frozenset(")]}")
_ON_THE_SAME_LINE: Final = re.compile(r"[;,)]|(?:while|else)\b")
_STRUCT: Final = re.compile(r"\b(?:struct|union)\s*\w*\s*\Z")
_OF_STATEMENTS: Final = ("{", "struct")
_INDENT: Final = "    "
_SHORT: Final = 90


class MacroExpansion(Struct, frozen=True):
    """The expansion of a macro: its name, and the text as byte text."""

    name: str
    text: str


class _Cut(NamedTuple):
    """A line ends at byte `end`; those after it are `depth` steps to the right."""

    end: int
    depth: int


def expand_macro(analysis: Analysis, offset: int) -> MacroExpansion | None:
    """Return the expansion of a macro's use around a byte, or None.

    If it takes several steps, the first one precedes the last.
    """
    found = analysis.expansion_at(offset)
    if found is None:
        return None
    whole = _laid_out(found.text)
    if not whole:
        return MacroExpansion(found.name, f"// {found.name} expands to nothing\n")
    if found.step.split() == found.text.split():
        return MacroExpansion(found.name, f"{whole}\n")
    step = _laid_out(found.step) or "// nothing"
    text = f"// {found.name} by one step\n{step}\n\n// and all in it\n{whole}\n"
    return MacroExpansion(found.name, text)


def _laid_out(text: str) -> str:
    """Return program text of one line with a line for each statement; short text is kept."""
    text = text.strip()
    if len(text) <= _SHORT and text.count(";") + text.count("{") <= 1:
        return text
    lines: list[str] = []
    begin = depth = 0
    for cut in (*_cuts(text), _Cut(len(text), 0)):
        line = " ".join(text[begin : cut.end].split(" ")).strip()
        shown = depth - 1 if line.startswith("}") else depth
        if line:
            lines.append(_INDENT * max(0, shown) + line)
        begin, depth = cut
    return "\n".join(lines)


def _cuts(text: str) -> Iterator[_Cut]:
    """Yield the ends of lines: after statements, and around the braces of blocks."""
    open_: list[str] = []
    for found in _MARK.finditer(text):
        mark, following = found[0], text[found.end() :].lstrip()
        if mark in ("(", "["):
            open_.append(mark)
        elif mark == "{":
            open_.append(_kind(text, found.start()))
            if _is_of_statements(open_):
                yield _Cut(found.end(), len(open_))
        elif mark in _CLOSING and open_:
            closed = open_.pop()
            if mark == "}" and closed in _OF_STATEMENTS and _is_of_statements(open_):
                yield _Cut(found.start(), len(open_) + 1)
                if closed == "{" and not _ON_THE_SAME_LINE.match(following):
                    yield _Cut(found.end(), len(open_))
        elif mark == ";" and _is_of_statements(open_):
            yield _Cut(found.end(), len(open_))


def _kind(text: str, start: int) -> str:
    """Return the role of a brace: "{" for statements, "struct", or "list" for values."""
    depth = 0
    for found in _MARK.finditer(text, start):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if found[0] == ";":
            break
        if not depth:
            return "list"
    return "struct" if _STRUCT.search(text[:start]) else "{"


def _is_of_statements(open_: list[str]) -> bool:
    return all(each in _OF_STATEMENTS for each in open_)
