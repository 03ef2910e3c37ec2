"""The words of a file in a compact form, which decides which files a search has to analyse."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from typing import TYPE_CHECKING, Final
from zlib import crc32

from msgspec import Struct

from opencl_ls.text import NAME

if TYPE_CHECKING:
    from collections.abc import Generator

PASTE: Final = "##"
"""It counts as a word: a file with it may paste names that appear nowhere."""

_SLICE: Final = 50_000
"""The number of bytes that are searched in one step, which takes about two milliseconds."""
_WORD: Final = re.compile(rf"{NAME}|##", re.ASCII)
_CUT: Final = re.compile(r"[\s;]")
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include\b[ \t]*(?:"([^"\n]*)"|<([^>\n]*)>)?', re.M)


class Include(Struct, frozen=True):
    """The name in an `#include`, "" if it is a macro's; `quoted` is true for quotes."""

    name: str
    quoted: bool


class Mentions(Struct, frozen=True):
    """The words of a text as sorted hashes of 32 bits, and its includes, in excluded code too.

    Two words may have the same hash: the analysis of the file decides.
    """

    words: array[int]
    includes: tuple[Include, ...]

    def holds(self, word: str) -> bool:
        """Tell whether a word, a byte text, is mentioned, in comments too."""
        hashed = crc32(word.encode("latin-1"))
        at = bisect_left(self.words, hashed)
        return at < len(self.words) and self.words[at] == hashed


def read_mentions(text: str) -> Generator[None, None, Mentions]:
    """Return the mentions of a byte text; the work pauses after each slice of it."""
    words: set[str] = set()
    start = 0
    while start < len(text):
        end = len(text)
        if end - start > _SLICE:
            cut = _CUT.search(text, start + _SLICE)
            end = len(text) if cut is None else cut.end()
        words.update(_WORD.findall(text, start, end))
        start = end
        if start < len(text):
            yield
    includes = {
        Include(match[1] or match[2] or "", match[2] is None): None
        for match in _INCLUDE.finditer(text)
    }
    hashes = sorted({crc32(word.encode("latin-1")) for word in words})
    return Mentions(array("I", hashes), tuple(includes))
