"""Cutting a file into chunks, and cutting it again after an edit.

A chunk is one directive, or a stretch of text that ends at a top-level boundary.  The place of a
cut depends only on the text around it, never on the length of the chunk so far (up to a limit), so
that after an edit the new cuts soon agree with the old ones.
"""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.preprocess.chunks import Chunk
from opencl_ls.preprocess.lexer import NEWLINE, SPLICE

_LONGEST: Final = 4000
"""The length of a chunk, in characters, from which on it ends at the next boundary of any kind.

A function that is longer is cut too, between its statements.
"""

# Python before 3.11.5 loses its place in `(...)*+`, so groups are repeated in `(?>(...)*)`.
# Each iteration of a group takes a hundred bytes, so plain characters are matched many at once.
_COMMENT_END: Final = (
    rf"(?>(?:{SPLICE})*)"
    rf"(?:/(?>(?:[^\\?\r\n]++|{SPLICE}|[^\r\n])*)|\*[^*]*+"
    rf"(?>(?:\*(?!(?>(?:{SPLICE})*)/)[^*]*+){{0,2000}})(?s:(?>.*?\*(?>(?:{SPLICE})*)/|.*)))"
)
_STRING_END: Final = rf'(?>(?:[^"\\?\r\n]++|{SPLICE}|\\[^\r\n]|[^"\\\r\n])*)"?'
_CHARACTER_END: Final = rf"(?>(?:[^'\\?\r\n]++|{SPLICE}|\\[^\r\n]|[^'\\\r\n])*)'?"
_LINE_START: Final = rf"(?>(?:[ \t\v\f]++|/{_COMMENT_END}|{SPLICE})*)"
# Two of them are the operator `##`, which begins no directive.
_HASH: Final = r"(?:(?:#|\?\?=)(?!#|\?\?=)|%:(?!%:))"
_SKIPPED: Final = rf"/{_COMMENT_END}|\"{_STRING_END}|'{_CHARACTER_END}|{SPLICE}"


def _marks(more: str, of_more: str) -> re.Pattern[str]:
    """Compile the search for the end of a chunk: skipped text, line ends, and some marks.

    Group 1 is where a directive begins after a newline, group 2 a brace in column 0; `more` are the
    first characters of the other alternatives, and `of_more` the groups from 3 on.  A search for
    one of a few characters runs ten times as fast as one for many alternatives at every place, so
    such a character is matched first, and the rest looks back at it.
    """
    begins_directive = rf"(?=[ \t\v\f]*+[#%/\\?])(?={_LINE_START}{_HASH})()"
    return re.compile(
        rf"[/\"'\\?\r\n{more}](?:(?<=/){_COMMENT_END}|(?<=\"){_STRING_END}|(?<='){_CHARACTER_END}"
        rf"|(?:(?<=\n)|(?<=\r)\n?)(?:{begins_directive}|(\}})){of_more}"
        rf"|(?<=[\\?])(?:(?<=\\)|(?<=\?)\?/)[ \t\v\f]*{NEWLINE})",
        re.ASCII,
    )


# Group 3: punctuation, group 4: the end of a paragraph of statements, before its newline.
_IN_BRACES: Final = _marks(
    "{};b",
    r"|(?<=([{}]))"
    rf"|((?<=b)reak;[ \t]*+(?={NEWLINE})|(?<=;)[ \t]*+(?={NEWLINE}[ \t]*+{NEWLINE}))",
)
_OUTSIDE: Final = _marks("{}();", "|(?<=([{}();]))")
_DIRECTIVE: Final = re.compile(
    rf"{_LINE_START}{_HASH}(?>(?:[^\r\n\"'/\\?]++|{_SKIPPED}|[^\r\n])*)(?:{NEWLINE}|\Z)", re.ASCII
)
# Text that may follow a function's or a type's last brace on its line.
_AFTER_BRACE: Final = re.compile(rf"[ \t\v\f\w$;,*]*+(?://[^\r\n\\?]*+)?({NEWLINE}|\Z)", re.ASCII)
# The newline of a line that neither a directive nor a brace in column 0 follows.
_PARAGRAPH: Final = lazy_pattern(rf"{NEWLINE}(?!\}}|{_LINE_START}{_HASH})", re.ASCII)
# The groups of the patterns above, and the punctuators after which a chunk may end.
_DIRECTIVE_FOLLOWS: Final = 1
_OUTER_BRACE: Final = 2
_PARAGRAPH_END: Final = 4
_ENDS: Final = frozenset("};")
_BEGIN: Final = lazy_pattern(_LINE_START, re.ASCII)
_LOOK_AHEAD: Final = 8
"""The most characters of an operator that begins a directive, or of a line end, without splices."""
_REST_OF_LINE: Final = re.compile(rf"[ \t\v\f]*+(?://[^\r\n\\?]*+)?({NEWLINE}|\Z)", re.ASCII)


class SourceEdit(Struct, frozen=True):
    """A replacement of text[start:end] (byte offsets of the old text) by `text`."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """Return the text after the edit; offsets beyond the text are taken as its end."""
        return text[: self.start] + self.text + text[self.end :]


class Resplit(Struct, frozen=True):
    """The chunks after an edit: `added` chunks from `first` on replace `removed` old ones."""

    chunks: list[Chunk]
    first: int
    removed: int
    added: int


def split(text: str) -> list[Chunk]:
    """Cut a text into chunks; joined, they are the text again."""
    chunks: list[Chunk] = []
    position = 0
    state = (0, 0)
    while position < len(text):
        chunk = _chunk_at(text, position, state)
        chunks.append(chunk)
        position += len(chunk.text)
        state = chunk.leave
    return chunks


def resplit(old: list[Chunk], text: str, edit: SourceEdit, edited: int, start: int) -> Resplit:
    """Cut again after an edit, from just before it until the cuts are the old ones again.

    `text` is the new text, `edited` the index of the old chunk that holds the edit's start, and
    `start` that chunk's offset.  The result equals `split(text)`.
    """
    first = edited
    position = start
    # A cut looks ahead for the start of a directive, so that an edit at the start of a chunk
    # affects the chunk before it as well.
    begin = _BEGIN.match(text, start)
    if first > 0 and (begin is None or begin.end() + _LOOK_AHEAD > edit.start):
        first -= 1
        position -= len(old[first].text)
    shift = len(edit.text) - (edit.end - edit.start)
    state = old[first].entry if first < len(old) else (0, 0)
    added: list[Chunk] = []
    last = first
    old_position = position
    edit_end = edit.start + len(edit.text)
    while position < len(text):
        while last < len(old) and old_position + shift < position:
            old_position += len(old[last].text)
            last += 1
        if (
            position > edit_end
            and last < len(old)
            and old_position + shift == position
            and old_position > edit.end
            and old[last].entry == state
        ):
            break
        chunk = _chunk_at(text, position, state)
        added.append(chunk)
        position += len(chunk.text)
        state = chunk.leave
    else:
        last = len(old)
    # Equal chunks keep their identity, and with it all that is cached on them.
    head = 0
    while head < len(added) and first + head < last and added[head].same_as(old[first + head]):
        head += 1
    tail = 0
    while (
        tail < len(added) - head
        and last - tail - 1 >= first + head
        and added[-1 - tail].same_as(old[last - tail - 1])
    ):
        tail += 1
    fresh = added[head : len(added) - tail]
    first += head
    last -= tail
    return Resplit(old[:first] + fresh + old[last:], first, last - first, len(fresh))


def _chunk_at(text: str, start: int, state: tuple[int, int]) -> Chunk:
    directive = _DIRECTIVE.match(text, start)
    if directive is not None:
        return Chunk(directive.group(), True, state, state)
    end, leave = _text_end(text, start, state)
    return Chunk(text[start:end], False, state, leave)


def _text_end(text: str, start: int, state: tuple[int, int]) -> tuple[int, tuple[int, int]]:
    """Return the end of the chunk of text at `start`, and the depths of brackets there."""
    braces, parentheses = state
    position = start
    # The first character is in column 0, as those after a newline are.
    is_outer_brace = text[start] == "}"
    if is_outer_brace:
        position = start + 1
    while True:
        if is_outer_brace:
            braces = parentheses = 0
            line = _AFTER_BRACE.match(text, position)
            if line is not None:
                return line.end(), (0, 0)
            is_outer_brace = False
        match = (_IN_BRACES if braces else _OUTSIDE).search(text, position)
        if match is None or match.lastindex == _DIRECTIVE_FOLLOWS:
            return len(text) if match is None else match.end(), (braces, parentheses)
        position = match.end()
        kind = match.lastindex
        if kind == _OUTER_BRACE:
            is_outer_brace = True
        elif kind == _PARAGRAPH_END:
            if position - start >= _LONGEST and (line := _PARAGRAPH.match(text, position)):
                return line.end(), (braces, parentheses)
        elif kind is not None:
            braces, parentheses = _depths_after(match.group(), braces, parentheses)
            if not braces and not parentheses and match.group() in _ENDS:
                line = _line_end(text, start, position)
                if line is not None:
                    return line.end(), (0, 0)


def _depths_after(mark: str, braces: int, parentheses: int) -> tuple[int, int]:
    """Return the depths of brackets after a punctuator."""
    if mark == "{":
        return braces + 1, parentheses
    if mark == "(":
        return braces, parentheses + 1
    if mark == ")":
        return braces, max(0, parentheses - 1)
    if mark == "}":
        return max(0, braces - 1), parentheses
    return braces, parentheses


def _line_end(text: str, start: int, position: int) -> re.Match[str] | None:
    """Return the blank rest of a line after a declaration, if the chunk from `start` ends there."""
    line = _REST_OF_LINE.match(text, position)
    if line is not None and (line.end() - start >= _LONGEST or _cuts_here(text, position - 1)):
        return line
    return None


def _cuts_here(text: str, position: int) -> bool:
    # One boundary in sixteen or so, chosen by the text just before it.
    before = text[max(0, position - 3) : position]
    return (sum(map(ord, before)) * 7 + len(before)) % 16 == 3
