"""Byte text, the representation of text in the core, and the conversion of positions.

Inside the core a source text is a *byte text*: a `str` with exactly one character for each UTF-8
byte of the source (the bytes decoded as latin-1).  Offsets into it are therefore byte offsets,
which tree-sitter wants, while slicing, searching and regular expressions keep the speed and
convenience of `str`; bytes that are not UTF-8 are preserved.  For ASCII sources, which nearly all
kernels are, the byte text and the text are the same object.

Offsets count from 0 and ends are exclusive throughout.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache, wraps
from typing import TYPE_CHECKING, Final, TypeVar, TypeVarTuple, Unpack

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.offsets import Offsets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_More = TypeVarTuple("_More")
_Result = TypeVar("_Result")

_LONGEST_REMEMBERED: Final = 1000
"""The length of a text up to which its result is cached, in characters."""

UTF8: Final = "utf-8"
UTF16: Final = "utf-16"
UTF32: Final = "utf-32"

COMMENT_BODY: Final = r"\*[^*]*+(?>(?:\*(?!/)[^*]*+){0,2000})(?s:(?>.*?\*/|.*))"
"""A pattern of a comment after its first `/`, to its end or that of the text.

Thirty times as fast as `.*?`; each iteration takes memory, so their number is limited.
"""

_LETTER: Final = (
    r"(?:\xc2[\xaa\xb5\xba]|\xc3[\x80-\x96\x98-\xb6\xb8-\xbf]|[\xc4-\xdf][\x80-\xbf]"
    r"|(?!\xe1(?:\x9a\x80|\xa0\x8e))[\xe0\xe1\xe4-\xec][\x80-\xbf]{2}|\xe3[\x81-\xbf][\x80-\xbf])"
)
NAME: Final = rf"(?:[A-Za-z_$]|{_LETTER})[\w$]*(?>(?:{_LETTER}[\w$]*)*)"
"""A pattern of an identifier, with letters of any script, as in compilers.

Beyond ASCII it takes the letters of Latin, Greek and the other scripts, no signs and no blanks.  It
is for byte texts, and patterns with `re.ASCII`.
"""

_SURROGATE = lazy_pattern("[\ud800-\udfff]")
_UTF8_MARK = "\xef\xbb\xbf"
# The white space of Unicode outside of ASCII, mainly U+00A0; comments and literals are text.
_UNICODE_BLANK = (
    "\xc2[\x85\xa0]|\xe1\x9a\x80|\xe1\xa0\x8e|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f"
    "|\xe3\x80\x80"
)
_BLANK = re.compile(_UNICODE_BLANK)
_SHORT_LINE = 500
_ENDING_COMMENTS = ('"', "'", "*/", "\\")
_BLANKS = lazy_pattern(
    rf"""//[^\n]*|/{COMMENT_BODY}|"(?:\\.|[^"\\\n]++)*"|'(?:\\.|[^'\\\n]++)*'"""
    rf"|(?P<blanks>(?:{_UNICODE_BLANK})+)",
    re.S,
)


def byte_text(text: str) -> str:
    """Return the byte text of `text`; lone surrogates become U+FFFD."""
    if text.isascii():
        return text
    try:
        return text.encode("utf-8").decode("latin-1")
    except UnicodeEncodeError:
        return _SURROGATE.sub("\ufffd", text).encode("utf-8").decode("latin-1")


def byte_text_of(data: bytes) -> str:
    """Return the byte text of a file's content.

    A UTF-16 file that says so with a byte order mark is converted; other contents are taken
    unchanged, and a UTF-8 byte order mark becomes three blanks.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return byte_text(data.decode("utf-16", "replace"))
    text = data.decode("latin-1")
    return "   " + text[3:] if text.startswith(_UTF8_MARK) else text


def remembered(
    function: Callable[[str, Unpack[_More]], _Result],
) -> Callable[[str, Unpack[_More]], _Result]:
    """Cache the results of a function for 4,096 texts, such as lines; they must be immutable.

    Long texts are not cached: each key that is typed in one of a megabyte would add another.
    """
    kept = lru_cache(4096)(function)

    @wraps(function)
    def of_text(text: str, *more: *_More) -> _Result:
        return (function if len(text) > _LONGEST_REMEMBERED else kept)(text, *more)

    return of_text


def with_plain_blanks(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return a byte text with the blanks of Unicode as blanks of ASCII, and their places.

    The length stays. Compilers read such blanks as white space outside comments and literals.
    """
    if text.isascii() or all(_is_in_comment(text, hit.start()) for hit in _BLANK.finditer(text)):
        return text, []
    found = [match.span() for match in _BLANKS.finditer(text) if match["blanks"]]
    parts, position = [], 0
    for start, end in found:
        parts += [text[position:start], " " * (end - start)]
        position = end
    return "".join((*parts, text[position:])), found


def _is_in_comment(text: str, place: int) -> bool:
    """Tell whether a place is certainly in a comment, or in a literal that began a line before.

    It does not read all tokens before the place: most such blanks are in comments.
    """
    begin = text.rfind("\n", max(0, place - _SHORT_LINE), place)
    line = text[begin + 1 : place]
    return begin >= 0 and "//" in line and not any(mark in line for mark in _ENDING_COMMENTS)


def display(text: str) -> str:
    """Return a byte text, or a slice of one, as ordinary text."""
    if text.isascii():
        return text
    return text.encode("latin-1").decode("utf-8", "replace")


def readable(message: str) -> str:
    """Return a message that may quote byte text as ordinary text."""
    if message.isascii():
        return message
    try:
        return message.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return message


class LineTable:
    """The places of the lines of one byte text, for the conversion of offsets.

    Lines end with LF, CR LF or a lone CR, as in LSP.
    """

    __slots__ = ("_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = Offsets(_line_starts(text))

    @property
    def starts(self) -> list[int]:
        """The byte offsets at which the lines begin, as a new list."""
        return self._starts.all()

    def edited(self, start: int, end: int, replacement: str) -> LineTable:
        """Return the table of the text in which the bytes from `start` to `end` are replaced."""
        old, starts = self.text, self._starts
        made = LineTable("")
        made.text = text = old[:start] + replacement + old[end:]
        # An edit can make or break a CR LF at its boundary, so the line before it is scanned again;
        # the start of the line after it is safe.
        first = max(0, self.line_of(start) - 1)
        last = self.line_of(end) + 1
        delta = len(text) - len(old)
        begin = starts[first]
        stop = starts[last] + delta if last < len(starts) else len(text)
        middle = [begin + each for each in _line_starts(text[begin:stop])]
        if last < len(starts):
            middle.pop()
        made._starts = starts.replaced(first, last, middle, delta)
        return made

    def line_of(self, offset: int) -> int:
        """Return the 0-based line that holds the byte `offset`."""
        return self._starts.last_up_to(offset)

    def position(self, offset: int, encoding: str = UTF32) -> tuple[int, int]:
        """Return the 0-based line and column of a byte offset; columns count in `encoding`.

        Offsets outside the text are clamped to it.
        """
        offset = max(0, min(offset, len(self.text)))
        line = self.line_of(offset)
        start = self._starts[line]
        if encoding == UTF8:
            return line, offset - start
        return line, _units(self.text[start:offset], encoding)

    def positions(self, offsets: Iterable[int], encoding: str = UTF32) -> list[tuple[int, int]]:
        """Return the positions of many byte offsets inside the text, at a lower cost for each."""
        starts, text = self.starts, self.text
        found = []
        for offset in offsets:
            line = bisect_right(starts, offset) - 1
            start = starts[line]
            column = offset - start
            if column and encoding != UTF8:
                column = _units(text[start:offset], encoding)
            found.append((line, column))
        return found

    def offset(self, line: int, column: int, encoding: str = UTF32) -> int:
        """Return the byte offset of a 0-based line and column counted in `encoding`.

        A column past the end of its line means the end of the line, without the line ending; a
        line past the end of the text means the end of the text (LSP 3.17, "Position").
        """
        if line < 0:
            return 0
        if line >= len(self._starts):
            return len(self.text)
        start, end = self.line_bounds(line)
        content = self.text[start:end]
        if encoding == UTF8 or content.isascii():
            return start + max(0, min(column, len(content)))
        return start + _byte_column(content, column, encoding)

    def line_bounds(self, line: int) -> tuple[int, int]:
        """Return the byte offsets of the start and end of a 0-based line, its ending left out."""
        start = self._starts[line]
        end = self._starts[line + 1] if line + 1 < len(self._starts) else len(self.text)
        while end > start and self.text[end - 1] in "\r\n":
            end -= 1
        return start, end


def _line_starts(text: str) -> list[int]:
    starts = [0]
    if "\r" in text:
        position, length = 0, len(text)
        while position < length:
            line_feed = text.find("\n", position)
            carriage = text.find("\r", position)
            if line_feed < 0 and carriage < 0:
                break
            if carriage >= 0 and (line_feed < 0 or carriage < line_feed):
                position = carriage + (2 if text.startswith("\n", carriage + 1) else 1)
            else:
                position = line_feed + 1
            starts.append(position)
        return starts
    position = text.find("\n")
    append, find = starts.append, text.find
    while position >= 0:
        position += 1
        append(position)
        position = find("\n", position)
    return starts


def _units(prefix: str, encoding: str) -> int:
    if prefix.isascii():
        return len(prefix)
    decoded = display(prefix)
    if encoding == UTF16:
        return len(decoded.encode("utf-16-le", "surrogatepass")) // 2
    return len(decoded)


def _byte_column(content: str, column: int, encoding: str) -> int:
    bytes_seen = units_seen = 0
    for character in display(content):
        units = 2 if encoding == UTF16 and ord(character) > 0xFFFF else 1
        if units_seen + units > column:
            break
        units_seen += units
        bytes_seen += len(character.encode("utf-8"))
    return min(bytes_seen, len(content))


_MOST_EDITS: Final = 8


def difference(old: Sequence[object], new: Sequence[object]) -> tuple[int, int, int]:
    """Return one edit between two texts or sequences, found by bisection: comparisons run in C.

    The result (start, old_end, new_end) says that new[start:new_end] replaces old[start:old_end].
    """
    shared = min(len(old), len(new))
    start = longest(shared, lambda n: old[:n] == new[:n])
    rest = shared - start
    tail = longest(rest, lambda n: n == 0 or old[-n:] == new[-n:])
    return start, len(old) - tail, len(new) - tail


def differences(old: str, new: str) -> list[tuple[int, int, int]]:
    """Return the edits between two texts, as in `difference`.

    There are several only if unchanged lines are between changed lines of the same length, and if
    one text continues after the end of the other.  Edits are in order and do not overlap.
    """
    if len(old) == len(new):
        return _within(old, new)
    start, old_end, new_end = difference(old, new)
    end = min(len(old), len(new))
    edits = [*_within(old[:end], new[:end]), (end, len(old), len(new))]
    changed = sum(max(last, stop) - first for first, last, stop in edits)
    return edits if changed < max(old_end, new_end) - start else [(start, old_end, new_end)]


def _within(old: str, new: str) -> list[tuple[int, int, int]]:
    """Return the edits between two texts of one length."""
    start, old_end, new_end = difference(old, new)
    whole = [(start, old_end, new_end)]
    if old.find("\n", start, old_end) < 0:
        return whole if start < old_end else []
    found: list[tuple[int, int, int]] = []
    place = start
    lines = zip(old[start:old_end].split("\n"), new[start:new_end].split("\n"), strict=False)
    for before, after in lines:
        end = place + len(before)
        if before != after:
            if len(before) != len(after):
                return whole
            if found and found[-1][1] + 1 == place:
                place = found.pop()[0]
            found.append((place, end, end))
        place = end + 1
    return found if place == old_end + 1 and len(found) <= _MOST_EDITS else whole


def longest(limit: int, holds: Callable[[int], bool]) -> int:
    """Return the largest number up to `limit` that satisfies `holds`, as all smaller ones do."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if holds(middle):
            low = middle
        else:
            high = middle - 1
    return low
