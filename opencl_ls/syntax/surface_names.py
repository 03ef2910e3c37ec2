"""The names that a file declares at program scope, read in slices and without its bodies.

Bodies and comments take most of a file and declare nothing at program scope, so only the rest is
parsed, as for the outline.  Directives are read on the way: macros count wherever they are defined.
All branches of an `#if` are read.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.syntax.surface import parse_surface
from opencl_ls.syntax.surface_outline import declared
from opencl_ls.syntax.surface_queries import PartCache
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from opencl_ls.syntax.outline_entries import Declared

# Every branch begins with a character of its own, which makes the search fast.
_TOKEN: Final = re.compile(
    r"//[^\n\\]*(?:\\.[^\n\\]*)*"
    rf"|/{COMMENT_BODY}"
    r'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"?'
    r"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'?"
    r"|#[^\n\\/]*(?:(?:\\\r?.|/\*.*?\*/|/(?!\*))[^\n\\/]*)*"
    r"|[{}]"
    r"|\n(?:__)?kernel\b",
    re.S | re.A,
)
_DEFINE: Final = re.compile(r"#[ \t]*define[ \t]+([^\W\d]\w*)")
_INCLUDE: Final = re.compile(r'#[ \t]*include[ \t]*"([^"\n]+)"')
_CONDITION: Final = re.compile(r"#[ \t]*(if|el|endif)")
_BODIED: Final = re.compile(r"\b(enum|struct|union)\b[\w\s]*\Z", re.A)
_LINKAGE: Final = re.compile(r'\bextern\s*"C"\s*\Z')
_EXTERN: Final = re.compile(r"\bextern\b", re.A)
_BODY: Final = "{} "

_TOKENS: Final = 2000
"""The number of braces, comments and directives that are read in one slice."""

_SEARCHED: Final = 100_000
"""The number of bytes that are searched in one slice."""

_PARSED: Final = 8000
"""The number of bytes of program scope from which on they are parsed, in one slice."""


class Name(NamedTuple):
    """A name that is declared at `offset`; `kind` is one of the outline's.

    `container` is the enumeration of an enumerator, else "".  A prototype and a variable that is
    `extern` are no definition.
    """

    kind: str
    name: str
    offset: int
    container: str = ""
    is_definition: bool = True


class Names(NamedTuple):
    """The declarations of a file, and the files that it includes by a quoted name, as written."""

    declared: tuple[Name, ...]
    includes: tuple[str, ...]


def names_in(text: str) -> Generator[None, None, Names]:
    """Return the names of a byte text; the work pauses after each slice.

    A function that is declared before it is defined counts once, at its last place.
    """
    reader = _Reader(text)
    paused = 0
    for number, match in enumerate(_TOKEN.finditer(text), 1):
        position = match.start()
        if reader.is_full(position):
            yield
            reader.parse()
        elif number % _TOKENS == 0 or position > paused + _SEARCHED:
            yield
            paused = position
        reader.take(match)
    reader.keep(len(text))
    reader.parse()
    latest = {(each.kind, each.name): each for each in reader.found}
    in_order = sorted(latest.values(), key=lambda each: each.offset)
    return Names(tuple(in_order), tuple(dict.fromkeys(reader.includes)))


class _Reader:
    """Collects the text of the program scope, and what it declares.

    `depth` is the number of open braces; `start` is the offset of the present range of program
    scope.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Name] = []
        self.includes: list[str] = []
        self.depth = 0
        self.start = 0
        self.in_enum = False
        # The depth before each open `#if`; the text kept so far; the offsets of its parts in that
        # and in the file.
        self.conditions: list[int] = []
        self.parts: list[str] = []
        self.length = 0
        self.places: list[int] = []
        self.origins: list[int] = []

    def take(self, match: re.Match[str]) -> None:
        """Take the next brace, comment, directive or literal."""
        first = self.text[match.start()]
        if first == "{":
            self.opened(match)
        elif first == "}":
            self.closed(match)
        elif first == "\n":
            # A kernel begins here, even if a brace above it is missing.
            if self.depth or self.in_enum:
                self.depth, self.in_enum, self.start = 0, False, match.start()
        elif first in "#/":
            self.keep(match.start())
            if first == "#":
                self.directive(match)
            if not self.depth:
                self.start = match.end()

    def opened(self, match: re.Match[str]) -> None:
        """Enter braces, whose contents are read only for an enumeration: it declares constants."""
        if not self.depth:
            bodied = _BODIED.search(self.text, self.start, match.start())
            if bodied is not None and bodied[1] == "enum":
                self.in_enum = True
                return
            if _LINKAGE.search(self.text, self.start, match.start()):
                self.start = match.end()
                return
            self.keep(match.start())
            # One member represents all: the outline recognises types by their members.
            self.add("{int _;} " if bodied is not None else _BODY, match.start())
        self.depth += 1

    def closed(self, match: re.Match[str]) -> None:
        """Leave a pair of braces."""
        if self.in_enum:
            self.in_enum = False
            return
        self.keep(match.start())
        self.depth = max(self.depth - 1, 0)
        if not self.depth:
            self.start = match.end()

    def directive(self, match: re.Match[str]) -> None:
        """Read a directive; the braces of one alternative do not count in the next."""
        text, start, end = self.text, match.start(), match.end()
        condition = _CONDITION.match(text, start, end)
        if condition is not None:
            word = condition[1]
            if word == "if":
                self.conditions.append(self.depth)
            elif self.conditions:
                # After `#endif` as before `#if`: `extern "C" {` opens nothing, it is only for C++.
                self.depth = self.conditions[-1]
                if word == "endif":
                    self.conditions.pop()
        elif (define := _DEFINE.match(text, start, end)) is not None:
            self.found.append(Name("macro", define[1], define.start(1)))
        elif (include := _INCLUDE.match(text, start, end)) is not None:
            self.includes.append(include[1])

    def keep(self, end: int) -> None:
        """Keep the text up to `end` if it is at program scope."""
        if not self.depth and end > self.start:
            self.add(self.text[self.start : end] + " ", self.start)

    def add(self, part: str, origin: int) -> None:
        self.parts.append(part)
        self.places.append(self.length)
        self.origins.append(origin)
        self.length += len(part)

    def is_full(self, end: int) -> bool:
        """Return whether enough text is kept to be parsed, and it ends with a declaration."""
        if self.depth or self.length + end - self.start < _PARSED:
            return False
        cut = self.text.rfind(";", self.start, end) + 1
        if cut:
            self.keep(cut)
            self.start = cut
            return True
        parts = self.parts
        return len(parts) > 1 and parts[-1] is _BODY and parts[-2].rstrip().endswith(")")

    def parse(self) -> None:
        """Note the declarations in the kept text, and drop it."""
        text = "".join(self.parts)
        for start, group in declared(parse_surface(text), PartCache()):
            for entry in group.declared:
                self.note(entry, start, text[start + entry.start : start + entry.end])
        self.parts, self.places, self.origins, self.length = [], [], [], 0

    def note(self, entry: Declared, start: int, written: str) -> None:
        for each in _at_program_scope(entry):
            place = start + each.name_start
            part = bisect_right(self.places, place) - 1
            offset = self.origins[part] + place - self.places[part]
            container = "" if each is entry else entry.name
            is_definition = _is_definition(each.kind, written)
            self.found.append(Name(each.kind, each.name, offset, container, is_definition))


def _is_definition(kind: str, written: str) -> bool:
    """Return whether a declaration is a definition; a body is written as `{}`."""
    if kind in ("function", "kernel"):
        return written.endswith("}")
    return kind != "variable" or "=" in written or not _EXTERN.search(written)


def _at_program_scope(entry: Declared) -> Iterator[Declared]:
    # `$` is the place of a name in a template.
    if entry.name not in {"", "$"}:
        yield entry
    yield from (child for child in entry.children if child.kind == "enumerator")
