"""Formatting: the changes of clang-format, as small edits of a text.

This module runs no program.  `server/clang_format.py` does, and this module makes the request and
converts the answer.  All offsets are byte offsets, all texts byte texts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

TRIGGERS: Final = ("}", ";", "\n")
"""The characters that complete code that can be formatted while typing."""

_ANSWER: Final = re.compile(r"<replacements\b[^>]*>(.*)</replacements>", re.S)
_REPLACEMENT: Final = re.compile(
    r"<replacement offset='(\d+)' length='(\d+)'>([^<]*)</replacement>"
)
_ENTITY: Final = re.compile(r"&(?:#(\d{1,7})|(lt|gt|amp|quot|apos));")
_NAMED: Final = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_LARGEST_BYTE: Final = 0xFF

# Comments, literals and directives; by the characters that they begin with a text is passed over.
_CLOSED: Final = re.compile(
    r"//(?:[^\\\n]++|\\(?:\r?\n)?)*+"
    r"|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+"
    r'|"(?:[^"\\\n]++|\\(?:\r\n|.)?+)*+"?+'
    r"|'(?:[^'\\\n]++|\\(?:\r\n|.)?+)*+'?+"
    r"|\#(?:[^\\\n/]++|\\(?:\r?\n)?+|/(?!\*)|/\*(?:[^*]++|\*(?!/))*+(?:\*/)?+)*+",
    re.S,
)
_TOKEN: Final = re.compile(rf"(?P<closed>{_CLOSED.pattern})|[()\[\]{{}};]", re.S)
_BLANKS: Final = re.compile(r"\s*+")
_OPENING: Final = {")": "(", "]": "[", "}": "{"}


class FormattingEdit(Struct, frozen=True):
    """The replacement of the bytes from `start` to `end` by `text`."""

    start: int
    end: int
    text: str


class Stretch(Struct, frozen=True):
    """Bytes from `start` to `end`: the range to format, and the limit of edits."""

    start: int
    end: int
    first: int
    last: int


def replacements(answer: str) -> list[FormattingEdit] | None:
    """Return the replacements of `clang-format --output-replacements-xml`.

    `answer` is its output as byte text; None for output that is not understood.
    """
    found = _ANSWER.search(answer)
    if found is None:
        return None
    return [
        FormattingEdit(int(start), int(start) + int(length), _ENTITY.sub(_character, text))
        for start, length, text in _REPLACEMENT.findall(found[1])
    ]


def edits(text: str, changes: Iterable[FormattingEdit]) -> list[FormattingEdit]:
    """Return the smallest edits with the same result, in order.

    Blanks between two tokens come as one replacement, over several lines: unchanged lines get no
    edit.
    """
    return [
        small
        for each in changes
        if 0 <= each.start <= each.end <= len(text)
        for small in _small(text, _with_whole_line_ends(text, each))
    ]


def within(stretch: Stretch, small: Iterable[FormattingEdit]) -> list[FormattingEdit]:
    """Return the edits within a range that was just typed.

    The cursor is after it, and nothing is inserted there.
    """
    return [each for each in small if stretch.first <= each.start < stretch.last >= each.end]


def with_final_newline(text: str, small: list[FormattingEdit]) -> list[FormattingEdit]:
    """Return edits after which a text that is not empty ends with a line end."""
    tail = text
    if small and small[-1].end == len(text):
        tail = text[: small[-1].start] + small[-1].text
    if not tail or tail.endswith("\n"):
        return small
    ending = "\r\n" if "\r\n" in text else "\n"
    if small and small[-1].end == len(text):
        last = small[-1]
        return [*small[:-1], FormattingEdit(last.start, last.end, last.text + ending)]
    return [*small, FormattingEdit(len(text), len(text), ending)]


def typed(text: str, offset: int, character: str) -> Stretch | None:
    """Return the range to format when a character was typed that ends at an offset.

    That is the statement after a `;`, and the line of a `}`; after a line end it is the completed
    line.  None if the character completes nothing: in comments, literals, directives, and in the
    parentheses of a `for`.
    """
    offset = max(0, min(offset, len(text)))
    if character == "\n":
        return _completed_line(text, offset)
    if character not in TRIGGERS or text[offset - 1 : offset] != character:
        return None
    begin = _statement(text, offset)
    if begin is None:
        return None
    if character == "}":
        begin = _line_start(text, offset - 1)
    begin = min(_BLANKS.match(text, begin).end(), offset - 1)  # type: ignore[union-attr]
    return Stretch(begin, offset, _line_start(text, begin), offset)


def _completed_line(text: str, offset: int) -> Stretch | None:
    end = _line_start(text, offset) - 1
    if end < 0:
        return None
    if text[end - 1 : end] == "\r":
        end -= 1
    start = _line_start(text, end)
    begin = _BLANKS.match(text, start).end()  # type: ignore[union-attr]
    if begin >= end:
        return None
    is_closed = any(first <= begin < last for first, last in _closed(text, end))
    return None if is_closed else Stretch(begin, end, start, end)


def _statement(text: str, offset: int) -> int | None:
    """Return the start of the statement that the character before an offset ends.

    Brackets are counted from the last brace at the start of a line, where items end.
    """
    closed = _closed(text, offset)
    begin, open_brackets = _last_item_end(text, offset - 1, closed), list[str]()
    for token in _TOKEN.finditer(text, begin, offset):
        if token["closed"]:
            if token.end() == offset:
                return None
            if not text[begin : token.start()].strip():
                # A comment above a statement is not part of it.
                begin = token.end()
            continue
        mark = token[0]
        is_last = token.end() == offset
        if mark in "([{":
            open_brackets.append(mark)
        elif mark != ";":
            _close(open_brackets, _OPENING[mark])
        in_parentheses = bool(open_brackets) and open_brackets[-1] != "{"
        if is_last:
            return None if in_parentheses else begin
        if mark in "{};" and not in_parentheses:
            begin = token.end()
    return None


def _closed(text: str, end: int) -> list[tuple[int, int]]:
    """Return the ranges of comments, literals and directives in the text before an offset."""
    return [match.span() for match in _CLOSED.finditer(text, 0, end)]


def _last_item_end(text: str, offset: int, closed: list[tuple[int, int]]) -> int:
    while (offset := text.rfind("\n}", 0, offset)) >= 0:
        number = bisect_right(closed, (offset + 1, 0)) - 1
        if number < 0 or closed[number][1] <= offset + 1:
            return offset + 2
    return 0


def _close(open_brackets: list[str], opening: str) -> None:
    """Close the last bracket of a kind; a brace closes the open brackets within it."""
    if opening in open_brackets and (opening == "{" or open_brackets[-1] == opening):
        while open_brackets.pop() != opening:
            pass


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _character(entity: re.Match[str]) -> str:
    if entity[2]:
        return _NAMED[entity[2]]
    code = int(entity[1])
    return chr(code) if code <= _LARGEST_BYTE else entity[0]


def _with_whole_line_ends(text: str, edit: FormattingEdit) -> FormattingEdit:
    """Return an edit that splits no CR LF."""
    start, end, new = edit.start, edit.end, edit.text
    if text[max(0, start - 1) : start + 1] == "\r\n":
        start, new = start - 1, f"\r{new}"
    if text[max(0, end - 1) : end + 1] == "\r\n":
        end, new = end + 1, f"{new}\n"
    return FormattingEdit(start, end, new)


def _small(text: str, edit: FormattingEdit) -> Iterator[FormattingEdit]:
    old, new = text[edit.start : edit.end], edit.text
    lines, new_lines = old.split("\n"), new.split("\n")
    is_blank = len(lines) > 1 and not old.strip() and not new.strip()
    if is_blank and [line[-1:] == "\r" for line in lines[:-1]] == [
        line[-1:] == "\r" for line in new_lines[:-1]
    ]:
        place = edit.start
        for line, new_line in zip(lines, new_lines, strict=True):
            yield from _narrowed(line, new_line, place)
            place += len(line) + 1
        return
    yield from _narrowed(old, new, edit.start)


def _narrowed(old: str, new: str, start: int) -> Iterator[FormattingEdit]:
    """Yield one edit without the common prefix and suffix, splitting no character."""
    if old == new:
        return
    head, shared = 0, min(len(old), len(new))
    while head < shared and old[head] == new[head]:
        head += 1
    while head and (_is_inside(old, head) or _is_inside(new, head)):
        head -= 1
    tail, shared = 0, shared - head
    while tail < shared and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    while tail and (_is_inside(old, len(old) - tail) or _is_inside(new, len(new) - tail)):
        tail -= 1
    yield FormattingEdit(start + head, start + len(old) - tail, new[head : len(new) - tail])


def _is_inside(text: str, place: int) -> bool:
    """Tell whether a place is within a character of several bytes, or within a CR LF."""
    if place >= len(text):
        return False
    return "\x80" <= text[place] < "\xc0" or (text[place] == "\n" and text[place - 1] == "\r")
