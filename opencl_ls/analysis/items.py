"""Splitting the expanded program into its top-level items.

Every item is parsed by itself, so that its tree, its records and its findings depend on its text
and on the names around it and on nothing else: a keystroke costs one item, an unchanged header
costs nothing, and an error in one item cannot spread to the next.  The split needs only braces,
parentheses and semicolons; the text before a brace distinguishes a function's body from a
struct's, and the head of the next function ends an item whose brace is never closed.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct, field

from opencl_ls.analysis.padding import LARGEST, PaddedLines, padded, without_padding
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.pragma_marks import OUTSIDE
from opencl_ls.syntax.splitting import HEAD, LONGEST_HEAD, declares_parameters, opens_body
from opencl_ls.syntax.statement_cache import LARGE
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_AT_HEAD: Final = lazy_pattern(HEAD)


def _structure(marks: str) -> re.Pattern[str]:
    """Compile a search pattern: group 1 is the end of a line before a head, 2 a mark.

    The first character is matched first: a search for one of a few characters is fast.
    """
    return lazy_pattern(
        rf"""[/"'\n{marks}](?:(?<=\n)()(?={HEAD})|(?<=([{marks}]))"""
        rf"""|(?<=/)(?:/[^\n]*|{COMMENT_BODY})"""
        r"""|(?<=")(?:\\.|[^"\\\n]++)*"?|(?<=')(?:\\.|[^'\\\n]++)*'?)""",
        re.S,
    )


_STRUCTURE: Final = _structure("{}();=")
_IN_BODY: Final = _structure("{}")
_LINE_BEFORE_HEAD: Final = 1
_BLANK: Final = re.compile(rf"(?:\s+|//[^\n]*(?:\n|\Z)|/{OUTSIDE}{COMMENT_BODY})*", re.S)
_COMMENT: Final = lazy_pattern(rf"//[^\n]*|/{COMMENT_BODY}", re.S)
_BLANKS: Final = " \t\n\r\f\v"
# Text that may hide a brace, that keeps one from opening a body, or begins another function.
_OBSCURING: Final = re.compile(r"[\"']|//|/\*")
_ENDING: Final = re.compile(r"[;=}]")
_BEGINNING: Final = re.compile(r"\n(?:[A-Za-z_]|[ \t]*(?:__)?kernel\b)", re.A)
_BRACES: Final = re.compile(r"[{}]")
# Words that begin no declaration, and a head without a body.
_STATEMENT: Final = lazy_pattern(
    r"(?:if|else|for|while|do|switch|return|break|continue)\b"
    r"|[A-Za-z_]\w*(?:\s*\[[^\]\n]*\]|\s*(?:\.|->)\s*\w+)*\s*(?:[-+*/%&|^]|<<|>>)?=(?!=)",
    re.A,
)
_LACKS_BRACE: Final = lazy_pattern(
    r"\)(?>(?:[ \t]*+(?://[^\n]*+)?\n)+)[ \t]++(?!__attribute__)[A-Za-z_]", re.A
)


_SHORT: Final = 1000
"""The length of a piece, in bytes, up to which many are cached."""


class Piece(Protocol):
    """A stretch of expanded text from the preprocessor, one object while its source is equal."""

    @property
    def text(self) -> str:
        """The expanded byte text."""


class Slice(Struct, eq=False):
    """A part of a piece inside an item.

    It begins at the byte `start` of the item's text and at the byte `piece_start` of the piece,
    which is number `piece` of the group's pieces.
    """

    start: int
    piece: int
    piece_start: int


class SourceItem(Struct, eq=False):
    """The expanded text of one top-level item, and the pieces that it was made from.

    The lines of a large item are padded (`padding.py`): `lines` converts its offsets then.
    Offsets in `slices` are those before padding.
    """

    text: str
    slices: list[Slice]
    lines: PaddedLines | None = None

    def as_written(self, offset: int) -> int:
        """Return the offset before padding of the byte `offset` of the text."""
        return offset if self.lines is None else self.lines.to_original(offset)

    def in_text(self, written: int) -> int:
        """Return the byte of the text for an offset before padding."""
        return written if self.lines is None else self.lines.to_padded(written)

    def words_as_written(self, text: str) -> str:
        """Return a text that a rule made of words of the item without padding."""
        return text if self.lines is None else without_padding(text)

    def slice_at(self, written: int) -> Slice:
        """Return the slice with a byte, whose offset is that before padding."""
        chosen = self.slices[0]
        for candidate in self.slices:
            if candidate.start > written:
                break
            chosen = candidate
        return chosen


def source_item(written: str, slices: list[Slice]) -> SourceItem:
    """Return the item of a text and its slices, padded if it is large."""
    if not LARGE <= len(written) < LARGEST or "\\\n" in written:
        return SourceItem(written, slices)
    text, lines = padded(written)
    return SourceItem(text, slices, lines)


class _State(Struct):
    """The splitter's state inside an unfinished item; `ended` if it may have ended already.

    It was `resumed` if statements followed a function that had seemed to end, and is `headed` if
    declarations of parameters follow their list.
    """

    braces: int = 0
    parentheses: int = 0
    assigned: bool = False
    in_body: bool = False
    ended: bool = False
    resumed: bool = False
    headed: bool = False
    parts: list[tuple[int, str, int, int]] = field(default_factory=list)

    @property
    def neutral(self) -> bool:
        return not self.parts

    @property
    def is_open(self) -> bool:
        """Whether the head of a function ends the item, which is incomplete."""
        return self.braces > 0 or self.resumed or self.headed


class ItemGroup(Struct, eq=False, frozen=True):
    """The items of some neighbouring pieces: at both ends no item is unfinished.

    `count` is the number of pieces; the items' slices count pieces from the group's first one.
    """

    count: int
    items: tuple[SourceItem, ...]


def split_groups(
    pieces: Sequence[Piece],
    start: int = 0,
    known: Mapping[int, Sequence[ItemGroup]] | None = None,
) -> Iterator[ItemGroup]:
    """Yield the groups of items from the piece number `start` on, where an item begins.

    `known` has groups that were found before, by the number of their first piece.
    """
    state = _State()
    items: list[SourceItem] = []
    count = 0
    after = start
    for index in range(start, len(pieces)):
        if index < after:
            continue
        text = pieces[index].text
        if state.neutral:
            groups = known.get(index) if known is not None else None
            if groups is not None:
                yield from groups
                after = index + sum(group.count for group in groups)
                continue
            split = _split_short if len(text) <= _SHORT else _split_whole
            whole = split(text)
            if whole is not None:
                yield whole
                continue
        items.extend(_feed(state, count, text))
        count += 1
        if state.neutral:
            yield ItemGroup(count, tuple(items))
            items, count = [], 0
    if count:
        item = _finish(state)
        if item is not None:
            items.append(item)
        yield ItemGroup(count, tuple(items))


@lru_cache(maxsize=16_384)
def _split_short(text: str) -> ItemGroup | None:
    """Return the result of `_split_whole` for one of the many short pieces of large headers.

    A library's headers have thousands of them, and the next file reads them in the same order: a
    smaller cache would have dropped each of them by then.
    """
    return _split_whole.__wrapped__(text)


@lru_cache(maxsize=2048)
def _split_whole(text: str) -> ItemGroup | None:
    """Return the group of a piece that ends where an item ends, else None."""
    function = _plain_function(text)
    if function is not None:
        return ItemGroup(1, (function,))
    state = _State()
    items = tuple(_feed(state, 0, text))
    return ItemGroup(1, items) if state.neutral else None


def _plain_function(text: str) -> SourceItem | None:
    """Return the item of a piece that is certainly one function; None for any other.

    Most are, and to look only at their braces takes a fifth of the time.
    """
    start = _blank_end(text, 0)
    opened = text.find("{", start)
    end = text.rfind("}") + 1
    if opened < 0 or text[end:].strip(_BLANKS) or _OBSCURING.search(text, start, end):
        return None
    if _ends_inside(text, start, end):
        return None
    header = text[start:opened]
    if _ENDING.search(header) or not opens_body(header.rstrip()):
        return None
    if _BEGINNING.search(text, opened, end):
        return None
    depth = 0
    braces = _BRACES.findall(text, opened, end)
    for brace in braces[:-1]:
        depth += 1 if brace == "{" else -1
        if depth <= 0:
            return None
    return source_item(text[start:end], [Slice(0, 0, start)]) if depth == 1 else None


@lru_cache(maxsize=2048)
def _body(text: str) -> tuple[int, int] | None:
    """Return the change of brace depth over a piece, and the lowest depth in it.

    None if a definition begins in it.
    """
    depth = least = 0
    if _AT_HEAD.match(text):
        return None
    for match in _IN_BODY.finditer(text):
        if match.lastindex == _LINE_BEFORE_HEAD:
            return None
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            least = min(least, depth)
    return depth, least


def _feed(state: _State, piece: int, text: str) -> Iterator[SourceItem]:
    """Add one piece to the state and yield the items that it completes."""
    if _is_middle_of_body(state, piece, text):
        return
    if state.ended:
        yield from _end_or_resume(state, text)
    start = 0 if state.parts else _blank_end(text, 0)
    if start == 0 and state.is_open and _AT_HEAD.match(text):
        # No function is inside anything else, so an unclosed brace above it ends here.
        yield from _end_item(state, piece, text, 0, 0)
    place = start
    while match := (_IN_BODY if state.in_body else _STRUCTURE).search(text, place):
        kind, place = match.lastindex, match.end()
        if kind == _LINE_BEFORE_HEAD:
            if state.is_open:
                yield from _end_item(state, piece, text, start, place)
                start = place
        elif kind is not None and _take(state, match[0], text, start, place - 1):
            if _may_continue(state, text, start, place):
                if state.ended:
                    break
                continue
            if match[0] == ";":
                place = _end_of_body(text, start, place)
            yield from _end_item(state, piece, text, start, place)
            start = _blank_end(text, place)
    if start < len(text):
        state.parts.append((piece, text, start, len(text)))


def _end_or_resume(state: _State, text: str) -> Iterator[SourceItem]:
    """Yield the function that seemed to end before a piece, unless statements follow it there."""
    state.ended = False
    state.resumed = _STATEMENT.match(text, _blank_end(text, 0)) is not None
    if not state.resumed and (item := _finish(state)) is not None:
        yield item


def _is_middle_of_body(state: _State, piece: int, text: str) -> bool:
    """Add a piece that is entirely inside a function's body, which is cached by its text."""
    inside = _body(text) if state.in_body else None
    if inside is None or state.braces + inside[1] <= 0:
        return False
    state.braces += inside[0]
    if text:
        state.parts.append((piece, text, 0, len(text)))
    return True


def _take(state: _State, mark: str, text: str, start: int, place: int) -> bool:
    """Update the state with one mark; tell whether the item ends after it."""
    if mark == "{":
        if state.braces == 0 and not state.resumed:
            state.in_body = not state.assigned and opens_body(_header(state, text, start, place))
        state.braces += 1
    elif mark == "}":
        state.braces -= 1
        if state.braces < 0:
            return True
        if state.braces == 0 and state.in_body and not state.resumed:
            return True
    elif mark == "(":
        state.parentheses += 1
    elif mark == ")":
        state.parentheses = max(0, state.parentheses - 1)
    elif state.braces == 0 and mark == "=" and state.parentheses == 0:
        state.assigned = True
    elif mark == ";" and state.braces == 0:
        state.headed = _is_headed(state, text, start, place)
        return not state.headed
    return False


def _is_headed(state: _State, text: str, start: int, place: int) -> bool:
    """Tell whether the semicolon at `place` ends the declaration of a parameter after the list."""
    if state.assigned:
        return False
    length = place - start + sum(last - first for _, _, first, last in state.parts)
    return length <= LONGEST_HEAD and declares_parameters(_header(state, text, start, place))


def _may_continue(state: _State, text: str, start: int, end: int) -> bool:
    """Tell whether statements follow a function that seems to end, or may in the next piece."""
    if not _may_have_ended_early(state, text, start, end):
        return False
    rest = _blank_end(text, end)
    state.ended = rest == len(text)
    state.resumed = not state.ended and _STATEMENT.match(text, rest) is not None
    return state.ended or state.resumed


def _may_have_ended_early(state: _State, text: str, start: int, end: int) -> bool:
    """Tell whether the last brace of a function that ends at `end` is indented more than its head.

    If statements follow, the function goes on: there is a brace too many or too few.
    """
    if text[end - 1] != "}" or not state.in_body or state.resumed:
        return False
    if not state.parts:
        return _ends_inside(text, start, end)
    _, whole, first, _ = state.parts[0]
    begins_line = first == 0 or whole[first - 1] == "\n"
    return begins_line and end > 1 and text[end - 2] != "\n"


def _end_of_body(text: str, start: int, end: int) -> int:
    """Return the end of a function that lacks its first brace, and `end` for any other item.

    Statements follow its head, up to an unmatched `}`; the first ends at `end`.
    """
    if _LACKS_BRACE.search(text, start, end) is None:
        return end
    depth = 0
    for match in _IN_BODY.finditer(text, end):
        if match.lastindex == _LINE_BEFORE_HEAD:
            break
        depth += (match[0] == "{") - (match[0] == "}")
        if depth < 0:
            return match.end()
    return end


def _ends_inside(text: str, start: int, end: int) -> bool:
    """Tell whether a function is first in its line but its last brace, on another line, is not."""
    if text[end - 2] == "\n" or (start > 0 and text[start - 1] != "\n"):
        return False
    return "\n" in text[start:end]


def _end_item(state: _State, piece: int, text: str, start: int, end: int) -> Iterator[SourceItem]:
    state.parts.append((piece, text, start, end))
    item = _finish(state)
    if item is not None:
        yield item


def _finish(state: _State) -> SourceItem | None:
    """Make an item of the collected parts and reset the state."""
    slices: list[Slice] = []
    texts: list[str] = []
    length = 0
    for piece, whole, start, end in state.parts:
        text = whole[start:end]
        slices.append(Slice(length, piece, start))
        texts.append(text)
        length += len(text)
        if not text.endswith("\n"):
            texts.append("\n")
            length += 1
    state.parts = []
    state.braces = state.parentheses = 0
    state.assigned = state.in_body = state.ended = state.resumed = state.headed = False
    item_text = "".join(texts).rstrip()
    if _blank_end(item_text, 0) >= len(item_text):
        return None
    return source_item(item_text, slices)


def _header(state: _State, text: str, start: int, end: int) -> str:
    """Return the text of the unfinished item up to `end` in `text`, without comments."""
    texts = [whole[first:last] for _, whole, first, last in state.parts]
    texts.append(text[start:end])
    return _COMMENT.sub(" ", "\n".join(texts)).rstrip()


def _blank_end(text: str, start: int) -> int:
    match = _BLANK.match(text, start)
    return start if match is None else match.end()
