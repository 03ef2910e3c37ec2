"""The content of a hover: paragraphs and program text, free of any protocol."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.reference.links import unlinked

if TYPE_CHECKING:
    from collections.abc import Sequence

_OPTION: Final = re.compile(r"\b(?:__opencl_c|cl[es]*)_\w+")
_CODE: Final = re.compile(r"`([^`\n]+)`")
_STRONG: Final = re.compile(
    r"\*\*([^*\n]+)\*\*|(?<![\w*\\])\*([^*\s\\](?:[^*\n\\]|\\.)*)\*(?![\w*])"
)
_LINK: Final = re.compile(r"(?<!\\)\[([^]\n]+)\]\(([^)\s]+)\)")
_ESCAPED: Final = re.compile(r"\\([\\*<\[#>+.)=_&~`-])")
# Characters that are marks of Markdown anywhere; an underscore within a word is none.
_MARK: Final = re.compile(r"[\\*<\[&~`]|(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])")
# Headings, quotes and rules; lists are not escaped.
_LINE_MARK: Final = re.compile(r"^([ \t]*)(?=#|>|--|-[ \t]*$|=)", re.M)
_INDENTED: Final = re.compile(r"^[ \t]{4,}", re.M)


class Part(Struct, frozen=True):
    """A paragraph of Markdown, or program text (`code`).

    The first part with `detail` begins the details: a rule is drawn above it.
    """

    text: str
    code: bool = False
    detail: bool = False


class Hover(Struct, frozen=True):
    """The content for the range from `start` to `end`, byte offsets in the main file."""

    start: int
    end: int
    parts: tuple[Part, ...]


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning and a full stop at its end."""
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def shortened(text: str, limit: int = 2000) -> str:
    """Return a text cut at `limit` characters."""
    return text if len(text) <= limit else text[:limit] + " ..."


def listed(words: Sequence[str]) -> str:
    """Return words as a list in a sentence: "a, b and c"."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def bytes_words(count: int) -> str:
    """Return "1 byte" or "16 bytes"."""
    return f"{count} byte" if count == 1 else f"{count} bytes"


def marked_options(text: str) -> str:
    """Return a sentence with the names of extensions and features marked as code."""
    return _OPTION.sub(r"`\g<0>`", text)


def escaped(text: str) -> str:
    """Return plain text escaped for Markdown; text in backticks stays code."""
    # Four blanks would make a line code, in which nothing is escaped.
    pieces = _CODE.split(_INDENTED.sub("   ", text))
    for index in range(0, len(pieces), 2):
        pieces[index] = _MARK.sub(lambda mark: "\\" + "\\".join(mark[0]), pieces[index])
    for index in range(1, len(pieces), 2):
        pieces[index] = f"`{pieces[index]}`"
    return _LINE_MARK.sub(r"\1\\", "".join(pieces))


def plain_words(text: str) -> str:
    """Return a paragraph of Markdown as plain text, with a link's address after its text.

    A link to the reference itself becomes only its text.
    """
    # Code first: text in backticks is not Markdown.
    pieces = _CODE.split(unlinked(text))
    for index in range(0, len(pieces), 2):
        words = _STRONG.sub(lambda match: match[1] or match[2], pieces[index])
        pieces[index] = _ESCAPED.sub(r"\1", _LINK.sub(r"\1: \2", words))
    return "".join(pieces)
