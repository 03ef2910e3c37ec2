"""The ranges around a byte of a file that are selected together, the innermost first.

In well-formed text they are the nodes of the tree.  In broken text they are found by brackets and
separators.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.syntax.surface_queries import DEPTH_LIMIT
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.syntax.surface import SurfaceText
    from opencl_ls.syntax.surface_items import Fragment, Part

    Span = tuple[int, int]

_WORD: Final = re.compile(r"[\w$\x80-\xff]+", re.ASCII)
_LITERALS: Final = frozenset({"string_literal", "system_lib_string", "char_literal"})
_TOKEN: Final = re.compile(
    rf"""
    (?P<comment>/{COMMENT_BODY}|//(?:[^\n\\]++|\\(?:\r?\n|.)|\\\Z)*)
    | (?P<string>"(?:[^"\\\n]++|\\.)*"?|'(?:[^'\\\n]++|\\.)*'?)
    | (?P<directive>^[ \t]*\#(?:[^\n\\/]++|\\(?:\r?\n|.)|/(?![/*]))*)
    | (?P<open>[({{\[]) | (?P<close>[)}}\]]) | (?P<separator>[,;])
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE | re.ASCII,
)
_PAIRS: Final = {")": "(", "]": "[", "}": "{"}
_CALLEE: Final = re.compile(r"[\w$\x80-\xff]+\s*\Z", re.ASCII)
_IF: Final = re.compile(r"\s*(?:#|%:)[ \t]*if", re.ASCII)
_REACH: Final = 200


def enclosing(surface: SurfaceText, offset: int) -> list[Span]:
    """Return the byte ranges around an offset; each holds the one before, the last is the file."""
    text = surface.text
    offset = max(0, min(offset, len(text)))
    at = _touched(text, offset)
    chain = _Chain(text, offset)
    found = surface.part_at(at)
    if found is not None:
        start, part = found
        follows_code = bool(text[text.rfind("\n", 0, start) + 1 : start].strip())
        for first, last in _in_part(part, at - start, follows_code=follows_code):
            chain.add(start + first, start + last)
        if not follows_code:
            # A declaration with the comment above it.
            chain.add(start, start + len(part.text))
    for first, last in _conditionals(surface, offset):
        chain.add(first, last)
    return chain.made()


def _touched(text: str, offset: int) -> int:
    """Return the offset of the byte that a cursor touches: one of a word is preferred."""
    if not _WORD.match(text, offset) and (
        _WORD.match(text, max(0, offset - 1)) or not text[offset : offset + 1].strip()
    ):
        before = text[max(0, offset - 1) : offset]
        return offset - 1 if before.strip() else offset
    return offset


class _Chain:
    """Ranges around an offset, each of which holds those before; overlapping ones are left out."""

    def __init__(self, text: str, offset: int) -> None:
        self._text = text
        self._offset = offset
        self._spans: list[Span] = []

    def add(self, start: int, end: int) -> None:
        """Add a range without the blanks around it."""
        text = self._text
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        if start < end and start <= self._offset <= end:
            self._spans.append((start, end))

    def made(self) -> list[Span]:
        """Return the ranges, the innermost first."""
        spans = sorted(dict.fromkeys(self._spans), key=lambda span: span[1] - span[0])
        chain: list[Span] = []
        for start, end in [*spans, (0, len(self._text))]:
            inner = chain[-1] if chain else None
            holds = inner is None or (start <= inner[0] and inner[1] <= end)
            if holds and (start, end) != inner:
                chain.append((start, end))
        return chain


# --- in one part of the file ---------------------------------------------------------------------


def _in_part(part: Part, at: int, *, follows_code: bool) -> Iterator[Span]:
    """Yield the ranges in a part around its byte `at`.

    `follows_code` is whether the line has code before the part.
    """
    text = part.text
    yield from _word_at(text, at, at + 1, at)
    nodes = list(_nodes_at(part.whole, at))
    is_broken = part.whole.tree.root_node.has_error
    for node in nodes:
        # In broken code the nodes of a parser reach too far.
        if not node.is_broken and not (is_broken and "\n" in text[node.start : node.end]):
            yield node.start, node.end
    leaf = nodes[-1] if nodes else None
    if leaf is not None and leaf.kind == "comment":
        is_first = follows_code and "\n" not in text[: leaf.start]
        yield from _comment(text, leaf.start, leaf.end, at, follows_code=is_first)
        return
    literal = next((node for node in nodes if node.kind in _LITERALS), None)
    if literal is not None:
        yield literal.start + 1, literal.end - 1
    argument = next((node for node in nodes if node.kind == "preproc_arg"), None)
    if argument is not None:
        yield from _brackets(text, argument.start, argument.end, at, separated=True)
    else:
        yield from _brackets(text, 0, len(text), at, separated=is_broken)


def _word_at(text: str, first: int, last: int, at: int) -> Iterator[Span]:
    start = at
    while start > 0 and at - start < _REACH and _WORD.match(text, start - 1):
        start -= 1
    word = _WORD.match(text, start)
    if word is not None and word.start() <= at < word.end() and first < last:
        yield word.span()


class _Node(NamedTuple):
    """A node around a byte; its offsets count from the start of its part."""

    start: int
    end: int
    kind: str
    is_broken: bool


def _nodes_at(fragment: Fragment, at: int) -> Iterator[_Node]:
    """Yield the nodes around a byte of a part, the outermost first, without the root."""
    cursor, place, length = fragment.tree.walk(), fragment.place, len(fragment.text)
    local = at - place
    for _ in range(DEPTH_LIMIT):
        if cursor.goto_first_child_for_byte(local) is None:
            return
        node = cursor.node
        if node is None or not node.start_byte <= local < node.end_byte:
            return
        start, end = max(0, node.start_byte + place), min(node.end_byte, length) + place
        # A single bracket or operator is not selected.
        if start < end and node.is_named:
            yield _Node(start, end, node.type, node.has_error or node.is_missing)


def _comment(text: str, start: int, end: int, at: int, *, follows_code: bool) -> Iterator[Span]:
    """Yield the line, the words and the whole of a comment, and the line comments around it.

    A comment after code in its line has no neighbours.
    """
    if text.startswith("//", start):
        yield start + len(text[start:end]) - len(text[start:end].lstrip("/!<")), end
        first, last = start, end
        if follows_code or text[text.rfind("\n", 0, start) + 1 : start].strip():
            return
        while (above := _line_comment_before(text, first)) is not None:
            first = above
        while (below := _line_comment_after(text, last)) is not None:
            last = below
        yield first, last
        return
    line = text.rfind("\n", start, at) + 1 or start
    line_end = text.find("\n", at, end)
    yield line, end if line_end < 0 else line_end
    closed = end - 2 if text.endswith("*/", start, end) and end - start >= len("/**/") else end
    yield start + 2, closed


def _line_comment_before(text: str, start: int) -> int | None:
    """Return the start of the comment in the line above, if it takes the whole line."""
    line = text.rfind("\n", 0, start) + 1
    if line == 0 or text[line:start].strip():
        return None
    above = text.rfind("\n", 0, line - 1) + 1
    written = text[above : line - 1]
    return above + len(written) - len(written.lstrip()) if _is_comment(written) else None


def _line_comment_after(text: str, end: int) -> int | None:
    """Return the end of the comment in the line below, if it takes the whole line."""
    if text[end : end + 1] not in ("\n", "\r"):
        return None
    below = text.find("\n", end) + 1
    stop = text.find("\n", below)
    written = text[below : len(text) if stop < 0 else stop]
    return below + len(written.rstrip()) if _is_comment(written) else None


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("//")


# --- brackets ------------------------------------------------------------------------------------


def _brackets(text: str, first: int, last: int, at: int, *, separated: bool) -> Iterator[Span]:
    """Yield the contents of the brackets around a byte, with the brackets and without, and calls.

    With `separated` also the text between two separators directly inside.  A bracket without an end
    reaches to the end of the text.
    """
    reader = _BracketReader(first, at)
    for match in _TOKEN.finditer(text, first, last):
        reader.take(match)
    reader.finish(last)
    if separated:
        yield from reader.segments
    for start, end, closed in reader.pairs:
        if start <= at < end:
            yield start + 1, end - closed
            yield start, end
            called = _CALLEE.search(text, max(first, start - _REACH), start)
            if called is not None and text[start] != "{":
                yield called.start(), end


class _BracketReader:
    """Pairs the brackets of a text.

    `segments` are the ranges around the byte `at` that end with a separator or a bracket.
    `pairs` are the pairs of brackets: the start of the first, the end of the second, and the length
    of the second, which is 0 where it is missing.
    """

    def __init__(self, first: int, at: int) -> None:
        self.segments: list[Span] = []
        self.pairs: list[tuple[int, int, int]] = []
        self._at = at
        # The open brackets with their places, and where the present segment in each begins.
        self._open: list[tuple[str, int]] = [("", first - 1)]
        self._begins = [first]

    def take(self, match: re.Match[str]) -> None:
        """Take the next token: brackets and separators count."""
        kind, start = match.lastgroup, match.start()
        if kind == "open":
            self._open.append((match[0], start))
            self._begins.append(start + 1)
        elif kind == "separator":
            self._end_segment(len(self._open) - 1, start + (match[0] == ";"))
            self._begins[-1] = start + 1
        elif kind == "close":
            self._close(match[0], start)

    def _close(self, bracket: str, start: int) -> None:
        """Close the innermost bracket of a kind, and those in it that are still open."""
        depth = len(self._open) - 1
        while depth > 0 and self._open[depth][0] != _PAIRS[bracket]:
            depth -= 1
        if not depth:
            return
        for inner in range(len(self._open) - 1, depth - 1, -1):
            self._end_segment(inner, start)
        self.pairs.append((self._open[depth][1], start + 1, len(bracket)))
        del self._open[depth:], self._begins[depth:]
        if bracket == "}":
            self._end_segment(len(self._open) - 1, start + 1)
            self._begins[-1] = start + 1

    def finish(self, end: int) -> None:
        """End all that is still open with the text."""
        for depth in range(len(self._open) - 1, -1, -1):
            self._end_segment(depth, end)
            if depth:
                self.pairs.append((self._open[depth][1], end, 0))

    def _end_segment(self, depth: int, end: int) -> None:
        if self._begins[depth] <= self._at <= end:
            self.segments.append((self._begins[depth], end))


# --- conditionals --------------------------------------------------------------------------------


def _conditionals(surface: SurfaceText, offset: int) -> Iterator[Span]:
    """Yield the branches of `#if` around a byte at the file's top level, and the whole of it."""
    tiles, starts = surface.tiles, surface.starts
    number = starts.last_up_to(offset)
    if number < 0:
        return
    part = tiles[number].part
    level = tiles[number].conditions
    if part is not None and _IF.match(part.text):
        level += 1
    for depth in range(level, 0, -1):
        opening = number
        while opening > 0 and not (
            tiles[opening].conditions < depth and _opens(tiles[opening].part)
        ):
            opening -= 1
        closing = max(number, opening + 1)
        while closing < len(tiles) and tiles[closing].conditions >= depth:
            closing += 1
        begin = starts[opening] + tiles[opening].blanks
        end = starts[closing] if closing < len(tiles) else len(surface.text)
        yield from _branch(surface, number, opening, closing, depth)
        yield begin, end


def _opens(part: Part | None) -> bool:
    return part is not None and _IF.match(part.text) is not None


def _branch(
    surface: SurfaceText, number: int, opening: int, closing: int, depth: int
) -> Iterator[Span]:
    """Yield the branch between the two directives around a tile, at one depth of conditionals."""
    tiles, starts = surface.tiles, surface.starts

    def is_border(tile: int) -> bool:
        part = tiles[tile].part
        written = "" if part is None else part.text.lstrip()
        return tiles[tile].conditions == depth and written.startswith(("#el", "#end", "%:el"))

    first = number
    while first > opening and not is_border(first):
        first -= 1
    last = number + 1 if number > opening else opening + 1
    while last < closing and not is_border(last):
        last += 1
    if first == number:
        return
    begin = starts[first + 1]
    last = min(last, len(tiles) - 1)
    yield begin, starts[last] + tiles[last].blanks
