"""The surface tree: the text as the user sees it, parsed incrementally.

It serves what must work while a file is broken: colours, folding, outline, selection.  Macros that
stand for qualifiers, storage classes or attributes (`KERNEL_FQ`, `DECLSPEC`) are what a raw parse
stumbles over, so known ones are blanked at equal length before the parse, and `#include MACRO(x)`
gets quotes in place of its first and last characters; offsets stay those of the user's text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from opencl_ls.syntax.tree import is_cut, parse_tree
from opencl_ls.text import difference

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Tree

_COMPUTED_INCLUDE: Final = re.compile(
    r"^([ \t]*#[ \t]*include[ \t]+)([A-Za-z_](?:[^\n\r\"/\\]|/(?![/*]))*)$", re.M | re.A
)
_ESCAPED_END: Final = re.compile(r"\\\r?\n\Z")


class SurfaceText:
    """One state of a file's surface: `text` is the user's, `tree` that of the blanked text."""

    __slots__ = ("blanked", "names", "text", "tree")

    def __init__(self, text: str, blanked: str, names: frozenset[str], tree: Tree) -> None:
        self.text = text
        self.blanked = blanked
        self.names = names
        self.tree = tree

    def edited(self, start: int, end: int, replacement: str, names: frozenset[str]) -> SurfaceText:
        """Return the surface after the bytes from `start` to `end` were replaced.

        `names` are the macros to blank; when they differ from before, the text is parsed anew.
        """
        text = self.text[:start] + replacement + self.text[end:]
        if names != self.names or is_cut(self.tree, self.blanked):
            return parse_surface(text, names)
        # Nothing that is blanked depends on another line, so lines are blanked anew as wholes.
        first = line_start(text, start)
        tail = min(
            len(text) - line_end(text, start + len(replacement)),
            len(self.text) - line_end(self.text, end),
        )
        last = len(text) - tail
        middle = _blank(text[first:last], names)
        old_last = len(self.blanked) - tail
        blanked = self.blanked[:first] + middle + self.blanked[old_last:]
        tree = self.tree.copy()
        tree.edit(
            first,
            old_last,
            last,
            _point(self.blanked, first),
            _point(self.blanked, old_last),
            _point(blanked, last),
        )
        return SurfaceText(text, blanked, names, parse_tree(blanked, tree))


class LazySurface:
    """The surface of a text, parsed when it is first asked for: diagnostics do without.

    `names` returns the macros to blank.  `before` is the surface of an earlier text of the file.
    """

    __slots__ = ("_known", "_names", "_text")

    def __init__(
        self,
        text: str,
        names: Callable[[], frozenset[str]],
        before: LazySurface | None = None,
    ) -> None:
        self._text = text
        self._names: Callable[[], frozenset[str]] | None = names
        # The latest surface that was parsed: this one as soon as nobody has to be asked for names.
        self._known: SurfaceText | None = None if before is None else before.latest

    @property
    def latest(self) -> SurfaceText | None:
        """The surface of this text, or of an earlier one, if one was ever asked for."""
        return self._known

    def get(self) -> SurfaceText:
        """Return the surface."""
        known, text = self._known, self._text
        if self._names is not None or known is None:
            names = frozenset() if self._names is None else self._names()
            if known is None:
                known = parse_surface(text, names)
            else:
                start, end, new_end = difference(known.text, text)
                known = known.edited(start, end, text[start:new_end], names)
            self._known, self._names = known, None
        return known


def parse_surface(text: str, names: frozenset[str] = frozenset()) -> SurfaceText:
    """Parse a byte text, with the macros `names` blanked."""
    blanked = _blank(text, names)
    return SurfaceText(text, blanked, names, parse_tree(blanked))


def _blank(text: str, names: frozenset[str]) -> str:
    """Replace whole words that are in `names` by blanks, outside of directives.

    Words in comments and in strings are blanked too: the tree is the same, and what becomes of a
    line does not depend on the lines above it.
    """
    if "#" in text:
        text = _COMPUTED_INCLUDE.sub(_quoted, text)
    pattern = _pattern(names)
    if pattern is None:
        return text
    return pattern.sub(lambda match: match[0] if match[1] is None else " " * len(match[0]), text)


def _quoted(match: re.Match[str]) -> str:
    operand = match[2].rstrip()
    blanks = match[2][len(operand) :]
    if len(operand) < 2:
        return match[0]
    return f'{match[1]}"{operand[1:-1]}"{blanks}'


@lru_cache(maxsize=32)
def _pattern(names: frozenset[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    directive = r"^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*"
    return re.compile(rf"{directive}|(?<!\\)\b({words})\b", re.A | re.S | re.M)


def line_start(text: str, offset: int) -> int:
    """Return where the line around `offset` begins; escaped ends of lines do not end it."""
    start = text.rfind("\n", 0, offset) + 1
    while start and _ESCAPED_END.search(text, max(0, start - 3), start):
        start = text.rfind("\n", 0, start - 1) + 1
    return start


def line_end(text: str, offset: int) -> int:
    """Return where the line around `offset` ends, before its end of line."""
    end = text.find("\n", offset)
    while end >= 0 and _ESCAPED_END.search(text, max(0, end - 2), end + 1):
        end = text.find("\n", end + 1)
    return len(text) if end < 0 else end


def _point(text: str, offset: int) -> tuple[int, int]:
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)
