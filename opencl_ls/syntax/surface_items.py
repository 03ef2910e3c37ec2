"""The items of a surface tree: what stands at the top level of a file, also of a broken one.

A line that breaks off can make the parser take all that follows for a part of one function.  What
has an error is therefore cut by braces, semicolons and the heads of functions, and each part is
parsed by itself, so that it cannot spoil its neighbours.  Behind an edit the cutting ends where an
item of the state before begins: what follows is as it was.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.syntax.splitting import HEAD, LONGEST_HEAD, declares_parameters, opens_body
from opencl_ls.syntax.surface import SurfaceText, line_end, line_start
from opencl_ls.syntax.tree import parse_tree
from opencl_ls.text import COMMENT_BODY, difference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tree_sitter import Node

_CONTAINERS: Final = frozenset(
    {"preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else", "ERROR"}
)


def _token(marks: str) -> re.Pattern[str]:
    # Every branch begins with a character of its own, so that a search goes from one to the next.
    return re.compile(
        r"//[^\n\\]*(?:\\.[^\n\\]*)*"
        rf"|/{COMMENT_BODY}"
        r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
        r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
        r"|#[^\n\\/]*(?:(?:\\\r?.|/\*.*?\*/|/(?!\*))[^\n\\/]*)*"
        rf"|[{marks}]"
        rf"|\n(?={HEAD})",
        re.S | re.A,
    )


_TOKEN: Final = _token("{}();=")
_IN_BRACES: Final = _token("{}")
_COMMENT: Final = re.compile(rf"//[^\n]*|/{COMMENT_BODY}", re.S)
_VISIBLE: Final = re.compile(r"\S")
_COMMA: Final = re.compile(r",\s*\Z")
_DIRECTIVE: Final = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*", re.M)
_CONDITION: Final = re.compile(r"#[ \t]*(if|el|endif)")
_LINKAGE: Final = re.compile(r'extern\s*"C"')
_KERNEL: Final = re.compile(r"[ \t]*(?:__)?kernel\b")


BODY: Final = "body"
"""The parent of what stands in a function's body that has no tree of its own."""
_PROGRAM: Final = "translation_unit"
_LOOSE: Final = frozenset({BODY, "ERROR"})


class Item(NamedTuple):
    """A node of the top level, with its place in the file.

    `key` is the kind of its parent, its own kind and its text.  The offsets of `node` count in the
    text of `surface`, which may be a part of the file's.
    """

    start: int
    end: int
    key: tuple[str, str, str]
    node: Node
    surface: SurfaceText


class _Part(NamedTuple):
    """A stretch that is to be parsed by itself; `opened` is the brace of a function's body.

    `missing` would close what is open in it, up to the body where there is one.
    """

    start: int
    end: int
    opened: int | None
    missing: str


class _Row(NamedTuple):
    """The nodes from `first` up to `stop` among those whose ends these are; all can be cut."""

    ends: Sequence[int]
    first: int
    stop: int


Parts = dict[tuple[str, str], SurfaceText]
"""Parts that were parsed, by the texts of their surface and what they were completed with."""


class _Former:
    """The items of the state before an edit, as far as they stand behind it."""

    def __init__(self, before: SurfaceText, items: list[Item], text: str) -> None:
        start, old_end, new_end = difference(before.text, text)
        self._items = items
        self._shift = new_end - old_end
        self._numbers: dict[int, int] = {}
        first = line_start(text, start)
        old_lines = before.text[first : line_end(before.text, old_end)]
        if "#" in old_lines or "#" in text[first : line_end(text, new_end)]:
            # What is behind a directive depends on it.
            return
        for number in range(len(items) - 1, -1, -1):
            item = items[number]
            if item.start < old_end or item.key[0] in _LOOSE:
                break
            self._numbers[item.start + self._shift] = number

    def begins(self, place: int) -> bool:
        """Tell whether one of the items begins at a place of the text as it is now."""
        return place in self._numbers

    def behind(self, place: int) -> Iterator[Item]:
        """Yield the items from a place on at which one begins, where they are now."""
        shift = self._shift
        for start, end, key, node, surface in self._items[self._numbers[place] :]:
            yield Item(start + shift, end + shift, key, node, surface)


class Items:
    """The items of one state of a file; `known` are the parts of the state before.

    `former` tells of the items of that state.  Afterwards `parts` holds those of this one.
    """

    def __init__(
        self, surface: SurfaceText, known: Parts, former: Callable[[], _Former] | None = None
    ) -> None:
        self._surface = surface
        self._known = known
        self._former = former
        self.parts: Parts = {}

    def __iter__(self) -> Iterator[Item]:
        surface = self._surface
        root = surface.tree.root_node
        if root.type == "ERROR":
            yield from self._mended([root], 0, len(surface.blanked))
        else:
            yield from _below(root, surface, 0, self)

    def mended(
        self, start: int, row: _Row, *, outermost: bool
    ) -> tuple[int | None, Iterator[Item]] | None:
        """Return the items instead of the first nodes of a row, and how many nodes these are.

        The row begins at `start`.  None as their number means all that is left of the file, which
        is only so where they are the `outermost`.  None for both where parsing parts of them would
        tell no more.
        """
        former = self._former() if outermost and self._former is not None else None
        count, parts, stop = _cut(self._surface.blanked, start, row, former)
        if former is not None and stop is not None:
            return None, chain(self._parsed(parts), former.behind(stop))
        if count == len(parts) == 1:
            return None
        return count, self._parsed(parts)

    def _mended(self, nodes: list[Node], start: int, end: int) -> Iterator[Item]:
        former = None if self._former is None else self._former()
        _, parts, stop = _cut(self._surface.blanked, start, _Row([end], 0, 1), former)
        if former is not None and stop is not None:
            yield from self._parsed(parts)
            yield from former.behind(stop)
        elif len(parts) > 1:
            yield from self._parsed(parts)
        else:
            yield from _below(nodes[0], self._surface, 0, None)

    def _parsed(self, parts: list[_Part]) -> Iterator[Item]:
        for part in parts:
            surface = self._part(part.start, part.end, "")
            if not any(node.type == "ERROR" for node in surface.tree.root_node.children):
                yield from _below(surface.tree.root_node, surface, part.start, None)
                continue
            # The head alone tells what is defined, whatever is wrong with the body.
            end = part.end if part.opened is None else part.opened
            surface = self._part(part.start, end, part.missing)
            if surface.tree.root_node.has_error:
                # Perhaps there are alternatives among the parameters.
                surface = self._part(part.start, end, part.missing, directives=False)
            yield from _below(surface.tree.root_node, surface, part.start, None)
            if end < part.end:
                surface = self._part(end, part.end, "")
                for item in _below(surface.tree.root_node, surface, end, None):
                    yield item._replace(key=(BODY, *item.key[1:]))

    def _part(self, start: int, end: int, missing: str, *, directives: bool = True) -> SurfaceText:
        whole, names = self._surface, self._surface.names
        text, blanked = whole.text[start:end], whole.blanked[start:end]
        if not directives:
            blanked, names = _DIRECTIVE.sub(lambda match: " " * len(match[0]), blanked), frozenset()
        if missing:
            # Nothing may be missing behind a comma either.
            blanked = _COMMA.sub(lambda match: " " * len(match[0]), blanked) + missing
        surface = self.parts.get((text, blanked)) or self._known.get((text, blanked))
        if surface is None:
            surface = SurfaceText(text, blanked, names, parse_tree(blanked))
        self.parts[text, blanked] = surface
        return surface


class KnownItems:
    """The items of one file, found once for each state of its surface, whoever asks."""

    def __init__(self) -> None:
        self._surface: SurfaceText | None = None
        self._items: list[Item] = []
        self._parts: Parts = {}

    def of(self, surface: SurfaceText) -> list[Item]:
        """Return the items of a surface in their order."""
        before, known = self._surface, self._items
        if surface is before:
            return known
        if before is None or surface.names != before.names:
            # With other macros blanked, the same text can have another tree.
            items = Items(surface, {})
        else:
            former = cache(lambda: _Former(before, known, surface.text))
            items = Items(surface, self._parts, former)
        self._surface, self._items, self._parts = surface, list(items), items.parts
        return self._items


def _below(node: Node, surface: SurfaceText, base: int, items: Items | None) -> Iterator[Item]:
    """Yield the items below a node; with `items` those that have errors are cut."""
    parent, children = node.type, node.children
    text = surface.text
    length = len(text)
    place = 0
    ends: list[int] = []
    stops: list[int] = []
    while place < len(children):
        child = children[place]
        place += 1
        if items is not None and child.has_error and _can_be_cut(child):
            if not ends:
                ends, stops = [each.end_byte for each in children], _row_stops(children)
            row = _Row(ends, place - 1, stops[place - 1])
            mended = items.mended(child.start_byte, row, outermost=parent == _PROGRAM)
            if mended is not None:
                count, found = mended
                yield from found
                if count is None:
                    return
                place += count - 1
                continue
        kind = child.type
        if kind in _CONTAINERS:
            yield from _below(child, surface, base, items)
            continue
        # Behind the text there can be what completes it.
        start, end = child.start_byte, min(child.end_byte, length)
        if start < end:
            yield Item(base + start, base + end, (parent, kind, text[start:end]), child, surface)


def _row_stops(nodes: Sequence[Node]) -> list[int]:
    """Return for each node the number of the first one from it on that cannot be cut."""
    stops = list(range(len(nodes) + 1))
    for number in range(len(nodes) - 1, -1, -1):
        if _can_be_cut(nodes[number]):
            stops[number] = stops[number + 1]
    return stops


def _can_be_cut(node: Node) -> bool:
    kind = node.type
    return kind == "ERROR" or (kind not in _CONTAINERS and not kind.startswith("#"))


def _cut(
    text: str, start: int, row: _Row, former: _Former | None
) -> tuple[int, list[_Part], int | None]:
    """Cut a text from `start` to the first end of a node in a row at which nothing is unfinished.

    Return the number of nodes that this took, and the parts; and where a `former` item begins at
    which it ended instead, or None.
    """
    cutter = _Cutter(text, start)
    ends, first, last = row.ends, row.first, row.stop - 1
    at, place, finished = first, start, 0
    while match := (_IN_BRACES if cutter.braces else _TOKEN).search(text, place, ends[last]):
        place = match.end()
        while match.start() >= ends[at]:
            if cutter.is_neutral(ends[at]):
                return at + 1 - first, cutter.parts, None
            at += 1
        cutter.take(match)
        if former is not None and len(cutter.parts) > finished:
            finished, stop = len(cutter.parts), cutter.next_part()
            # A node that ends before it has not taken what follows for a part of itself.
            if stop is not None and stop < ends[at] and former.begins(stop):
                return at - first, cutter.parts, stop
    while at < last and not cutter.is_neutral(ends[at]):
        at += 1
    cutter.finish(ends[at])
    return at + 1 - first, cutter.parts, None


class _Cutter:
    """Finds where items end, as the analysis does it with what the preprocessor made."""

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.parts: list[_Part] = []
        # The depth before each open `#if`.
        self.conditions: list[int] = []
        self.start = start
        self.braces = self.parentheses = 0
        self.assigned = False
        self.opened: int | None = None

    def is_neutral(self, end: int) -> bool:
        """Tell whether no part is unfinished at a place, nor goes on beyond it."""
        return self.braces == 0 and self.start <= end and not self.pending(end)

    def next_part(self) -> int | None:
        """Return where the next part begins, or None where it depends on what was before."""
        if self.braces or self.parentheses or self.conditions:
            return None
        behind = _VISIBLE.search(self.text, self.start)
        return None if behind is None else behind.start()

    def pending(self, end: int) -> str:
        """Return the unfinished part without its comments."""
        return _COMMENT.sub(" ", self.text[self.start : end]).strip()

    def finish(self, end: int) -> None:
        """End a part, if there is one."""
        if end > self.start and not self.text[self.start : end].isspace():
            missing = ")" * self.parentheses
            if self.opened is None:
                missing += "}" * self.braces
            self.parts.append(_Part(self.start, end, self.opened, missing))
        self.start = end
        self.braces = self.parentheses = 0
        self.assigned, self.opened = False, None

    def take(self, match: re.Match[str]) -> None:
        """Take the next mark, comment, literal, directive or line before a head."""
        mark, place = match[0], match.start()
        if mark[0] == "#":
            self.directive(match)
        elif mark == "\n":
            if self.begins_here(match.end()):
                self.finish(match.end())
        elif mark == "{":
            header = "" if self.braces or self.assigned else self.pending(place)
            if _LINKAGE.fullmatch(header):
                # It may be there for C++ alone, and so may what closes it.
                self.finish(match.end())
                return
            if header and opens_body(header):
                self.opened = place
            self.braces += 1
        elif mark == "}":
            self.braces -= 1
            if self.braces < 0 or (not self.braces and self.opened is not None):
                self.finish(match.end())
        elif not self.braces:
            if mark == ";":
                if not self.is_headed(place):
                    self.finish(match.end())
            elif mark == "(":
                self.parentheses += 1
            elif mark == ")":
                self.parentheses = max(0, self.parentheses - 1)
            elif mark == "=" and not self.parentheses:
                self.assigned = True

    def is_headed(self, place: int) -> bool:
        """Tell whether a semicolon ends the declaration of a parameter behind a list."""
        if self.assigned or place - self.start > LONGEST_HEAD:
            return False
        return declares_parameters(self.pending(place))

    def begins_here(self, place: int) -> bool:
        """Tell whether a line that looks like the head of a function is not a part of one."""
        if self.braces or self.parentheses:
            return True
        pending = self.pending(place)
        if pending.startswith("__attribute__"):
            return False
        # Words and stars before it may belong to it, but there are no two kernels in one head.
        return pending[-1:] in {")", "}", ",", "=", ";"} or (
            _KERNEL.match(self.text, place) is not None and _KERNEL.match(pending) is not None
        )

    def directive(self, match: re.Match[str]) -> None:
        """Cut a directive out of the program scope; alternatives begin at the same depth."""
        condition = _CONDITION.match(match[0])
        if condition is not None:
            if condition[1] == "if":
                self.conditions.append(self.braces)
            elif self.conditions and condition[1] == "endif":
                self.conditions.pop()
            elif self.conditions:
                self.braces = self.conditions[-1]
        if not self.braces and not self.parentheses:
            self.finish(match.start())
            self.finish(match.end())
