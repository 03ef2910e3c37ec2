"""The reference on a terminal: text wrapped, lists and programs indented, marks as colours."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.terminal import printable
from opencl_ls.reference.content import plain_words
from opencl_ls.reference.links import unlinked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.cli.terminal import Painter
    from opencl_ls.reference.content import Part

_WIDTH: Final = 90
_LINK: Final = re.compile(r"\[([^]\n]+)\]\(([^)\s]+)\)")
_MARKED: Final = re.compile(r"`([^`\n]+)`|\*\*([^*\n]+)\*\*")
_RULE: Final = re.compile(r"\[([\w-]+/[\w-]+)\]\([^)\s]+\)")
_CELL: Final = re.compile(r"(?<!\\)\|")
_STYLES: Final = ("help", "bold")
_STYLED: Final = re.compile("([\x0e\x0f])(.*?)\x10")


def rendered(parts: Sequence[Part], paint: Painter) -> Iterator[str]:
    """Yield the lines of a reference for a terminal: text wrapped, programs indented."""
    for number, part in enumerate(parts):
        if number:
            yield ""
        if part.code:
            yield from (f"    {printable(line)}".rstrip() for line in part.text.splitlines())
        elif part.text.startswith("|"):
            yield from _table(part.text)
        else:
            # `opencl-ls rule` has the page.
            yield from _wrapped(_RULE.sub(r"`\1`", part.text), paint)


def _table(text: str) -> Iterator[str]:
    """Yield the rows of a table with one cell for each line."""
    head, _, *rows = text.splitlines()
    cells = [[_cell(each) for each in _CELL.split(row)[1:-1]] for row in (head, *rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    rule = ["-" * width for width in widths]
    for row in (cells[0], rule, *cells[1:]):
        yield "  ".join(map(str.ljust, row, widths)).rstrip()


def _cell(text: str) -> str:
    return plain_words(printable(text.strip())).replace("\\|", "|")


def _wrapped(text: str, paint: Painter) -> Iterator[str]:
    """Yield a paragraph or a list in lines of at most 90 characters, addresses in their own."""
    link = _LINK.fullmatch(text)
    if link is not None:
        yield f"{link[1]}:"
        yield link[2]
        return
    for item in re.split(r"\n(?=\s*- )", text):
        indent = item[: len(item) - len(item.lstrip())]
        words = printable(" ".join(unlinked(item).split()))
        for line in textwrap.wrap(
            plain_words(_styled(words) if paint.enabled else words),
            _WIDTH,
            initial_indent=indent,
            subsequent_indent=f"{indent}  " if words.startswith("- ") else indent,
            break_long_words=False,
            break_on_hyphens=False,
        ):
            yield _STYLED.sub(lambda found: paint(_STYLES[found[1] == "\x0f"], found[2]), line)


def _styled(text: str) -> str:
    """Return Markdown in which each word of code, or of bold text, has its style around it."""

    def style(found: re.Match[str]) -> str:
        begin = "\x0e" if found[1] else "\x0f"
        return " ".join(f"{begin}{word}\x10" for word in (found[1] or found[2]).split(" "))

    return _MARKED.sub(style, text)
