"""The layout of new text: indentation of lines, free names, blanks between words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.names import is_builtin, is_keyword

if TYPE_CHECKING:
    from opencl_ls.features.refactorings.offers import Selection

_WORD: Final = re.compile(r"[\w$\x80-\xff]", re.ASCII)
_UNDERSCORED: Final = re.compile(r"\b__(?:kernel|global|local|constant|private)\b")
_SPACES: Final = re.compile(r"\b__(global|local|constant|private)\b")
_TAB: Final = "\t"


def line_start(text: str, offset: int) -> int:
    """Return the start of the line of a byte."""
    return text.rfind("\n", 0, offset) + 1


def line_end(text: str, offset: int) -> int:
    """Return the end of the line of a byte, before its line end."""
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    return end - 1 if end > offset and text[end - 1] == "\r" else end


def indentation(text: str, offset: int) -> str:
    """Return the blanks at the beginning of the line of a byte."""
    start = line_start(text, offset)
    end = start
    while end < len(text) and text[end] in " \t":
        end += 1
    return text[start:end]


def is_first_in_line(text: str, offset: int) -> bool:
    """Tell whether nothing but blanks is before a byte in its line."""
    return not text[line_start(text, offset) : offset].strip()


def step(text: str, offset: int) -> str:
    """Return the blanks by which a block is indented around a byte, in the style of the file."""
    lines = text[max(0, offset - 4000) : offset + 2000].split("\n")
    own = indentation(text, offset)
    if own.startswith(_TAB) or (not own and any(line.startswith(_TAB) for line in lines)):
        return _TAB
    widths = (len(line) - len(line.lstrip(" ")) for line in lines if line.strip())
    return " " * min((width for width in widths if width > 1), default=4)


def reindented(text: str, old: str, new: str) -> str:
    """Return lines of which those after the first are indented by `new` and not by `old`."""
    lines = text.split("\n")
    moved = [new + line[len(old) :] if line.startswith(old) else line for line in lines[1:]]
    return "\n".join((lines[0], *moved))


def free_name(selection: Selection, preferred: str) -> str:
    """Return a name that is free in the item and in the program."""
    code = selection.code
    used = "" if code is None else code.expanded_text
    name, number = preferred, 1
    while (
        is_builtin(name)
        or is_keyword(name)
        or name in selection.analysis.kinds
        or re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", used, re.ASCII)
    ):
        number += 1
        name = f"{preferred}{number}"
    return name


def spaced(text: str, start: int, end: int, new: str) -> str:
    """Return a text for a range, with blanks where it would join the words beside it."""
    before, following = text[start - 1 : start], text[end : end + 1]
    if not new:
        return " " if _WORD.match(before) and _WORD.match(following) else ""
    if _runs_together(before, new[0]):
        new = f" {new}"
    return f"{new} " if _runs_together(new[-1], following) else new


def _runs_together(one: str, other: str) -> bool:
    if not one or not other:
        return False
    if _WORD.match(one) and _WORD.match(other):
        return True
    return (one == other and one in "+-&|<>=") or (one, other) == ("/", "*")


def styled(selection: Selection, declaration: str) -> str:
    """Return a declaration with address spaces in the spelling of the file.

    The generic one cannot be written: it is that of a pointer without any (OpenCL C 6.7.5).
    """
    declaration = declaration.replace("__generic ", "")
    if _UNDERSCORED.search(selection.text):
        return declaration
    return _SPACES.sub(r"\1", declaration)
