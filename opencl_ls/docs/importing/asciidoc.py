"""AsciiDoc sources: the specification with its `[open,refpage=...]` blocks, and manual pages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.asciidoc_text import (
    inline,
    marked_lines,
    plain,
    prepared,
    without_marks,
)
from opencl_ls.docs.importing.blocks import Block, Cell, Found, Heading, Part, Program, Prose, Table
from opencl_ls.docs.importing.page import ASCIIDOC, UnreadablePage
from opencl_ls.docs.importing.words import broken_lines, code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PAGE: Final = re.compile(r"\[open,\s*refpage=")
_FIELD: Final = re.compile(r"""(\w+)=(['"])(.*?)\2""")
_TITLE: Final = re.compile(r"= (\S.*?)\(\d\w*\)\s*\Z")
_HEADING: Final = re.compile(r"(=+) +(\S.*)")
_NOTICE: Final = re.compile(r"//\s*(Copyright .*|SPDX-.*|Creative Commons .*|http\S*licenses\S*)")
_SPECIFICATION: Final = re.compile(r"/specs/(\d\.\d)(?:-unified)?/")
_UNIFIED: Final = "3.0"
_DELIMITER: Final = re.compile(r"-{4,}|\.{4,}|\+{4,}|={4,}|\*{4,}|_{4,}|--")
_ITEM: Final = re.compile(r"\s*(\*+|-|\.+|\d+\.)\s+(\S.*)")
_TERM: Final = re.compile(r"(\S.*?)\s*:{2,3}(?:\s+(.*))?")
_NOTE: Final = re.compile(r"(NOTE|TIP|IMPORTANT|WARNING|CAUTION)(?::\s+(.*))?")
_TABLE: Final = re.compile(r"[|!]={3,}")
_CELL: Final = re.compile(
    r"(?:(?:(?<=\s)|\A)(?:(\d*)(?:\.(\d+))?([+*]))?[<^>.]{0,4}[adehlmsv]?)?(?<!\\)\|"
)


def read_asciidoc(text: str, stem: str, beside: Callable[[str], str | None]) -> list[Found]:
    """Return the pages in a text; raises UnreadablePage.

    A specification holds many, each in a block; a manual page, or the description of an extension,
    is a separate file.
    """
    lines = prepared(text.split("\n"), beside)
    notice = " ".join(found[1] for found in map(_NOTICE.match, text.split("\n")[:8]) if found)
    version = _SPECIFICATION.search(text)
    starts = [at for at, line in enumerate(lines) if _PAGE.match(line)]
    if starts:
        return [_in_specification(lines, at, notice) for at in starts]
    title = next((found[1] for line in lines if (found := _TITLE.match(line))), "")
    parts = list(_headed(lines, stem))
    if not parts:
        raise UnreadablePage("no page of the reference is in it")
    naming = next((part for part in parts if part.heading == "Name"), None)
    purpose = ""
    if naming is not None:
        parts.remove(naming)
        text = " ".join(block.text for block in naming.blocks if isinstance(block, Prose))
        purpose = re.split(r"\s--?\s", text, maxsplit=1)[-1]
    return [
        Found(
            format=ASCIIDOC,
            title=title or stem,
            parts=[part for part in parts if part.heading != "Copyright"],
            purpose=purpose,
            version=version[1] if version else _UNIFIED,
            notice=notice,
        )
    ]


def _in_specification(lines: Sequence[str], start: int, notice: str) -> Found:
    fields = {name: value for name, _, value in _FIELD.findall(lines[start])}
    title = fields.get("refpage", "")
    body = _body(lines, start, title)
    links = [code(name) for name in fields.get("xrefs", "").split() if name != title]
    parts = [Part("", _blocks(body))]
    if links:
        parts.append(Part("See also", [Prose(", ".join(links))]))
    return Found(
        format=ASCIIDOC,
        title=title,
        parts=parts,
        purpose=inline(fields.get("desc", "")),
        aliases=fields.get("alias", "").split(),
        version=_UNIFIED,
        notice=notice,
        from_many=True,
    )


def _body(lines: Sequence[str], start: int, title: str) -> list[str]:
    """Return the lines of a page's block, with the lines after a block that is closed too early.

    In some versions the block of `enqueue_kernel` ends before the table that declares it.
    """
    end = _closing(lines, start + 1)
    after = end + 1
    while after < len(lines) and not (_PAGE.match(lines[after]) or _HEADING.match(lines[after])):
        after += 1
    declared = re.compile(rf"\*{re.escape(title)}\*{{1,2}}\(")
    rest = lines[end + 1 : after]
    inside = list(lines[start + 2 : end])
    if not any(map(declared.search, inside)) and any(map(declared.search, rest)):
        return [*inside, "", *rest]
    return inside


def _closing(lines: Sequence[str], opening: int) -> int:
    """Return the line that closes an open block; one after a `+` or a style is within it."""
    inner = False
    for at in range(opening + 1, len(lines)):
        if lines[at].rstrip() == "--":
            if inner:
                inner = False
            elif re.match(r"\+\s*\Z|\[.*\]\s*\Z", lines[at - 1]):
                inner = True
            else:
                return at
    return len(lines)


def _headed(lines: Sequence[str], stem: str) -> Iterator[Part]:
    """Yield the sections of a page in a separate file."""
    heading, content = "", []
    for line in [*lines, "== End"]:
        found = _HEADING.match(line)
        if found is None or len(found[1]) > 3:
            content.append(line)
            continue
        if heading and heading != stem:
            yield Part(heading, _blocks(content))
        heading, content = ("" if _TITLE.match(line) else found[2]), []


# --- blocks --------------------------------------------------------------------------------------


def _blocks(lines: Sequence[str], *, in_cell: bool = False) -> list[Block]:
    return list(_Reader(lines, in_cell=in_cell).read())


class _Reader:
    """Reads the lines of a text, block by block."""

    def __init__(self, lines: Sequence[str], *, in_cell: bool) -> None:
        self._lines = lines
        self._in_cell = in_cell
        self._at = 0
        self._style = ""
        self._caption = ""
        self._depth = 0
        self._joined = False

    def read(self) -> Iterator[Block]:
        """Yield the blocks."""
        while self._at < len(self._lines):
            line = self._lines[self._at].rstrip()
            self._at += 1
            self._joined = self._joined or line == "+"
            if not line.strip() or line == "+" or re.match(r"'''|<<<|image::|include::", line):
                continue
            if line.startswith("[") and line.endswith("]"):
                self._style = line if not line.startswith("[[") else self._style
            elif re.match(r"\.[^\s.]", line):
                self._caption = inline(line[1:])
            else:
                yield from self._block(line)
                self._style, self._joined = "", False

    def _block(self, line: str) -> Iterator[Block]:
        if _TABLE.fullmatch(line):
            content = self._until(line)
            yield from _table(content, self._style, self._caption)
            self._caption = ""
        elif _DELIMITER.fullmatch(line):
            yield from self._delimited(line)
        elif (heading := _HEADING.match(line)) is not None:
            self._depth = 0
            yield Heading(inline(heading[2]).replace("`", ""))
        elif (item := _ITEM.match(line)) is not None:
            self._depth = len(item[1]) if item[1][0] in "*." else 1
            yield Prose(inline(self._paragraph(item[2])), self._depth, item=True)
        elif (term := _TERM.fullmatch(line)) is not None and not line.startswith(" "):
            yield from self._definition(inline(term[1]), term[2] or "")
        elif (note := _NOTE.match(line)) is not None and note[2]:
            yield Prose(f"**{note[1].capitalize()}:** {inline(self._paragraph(note[2]))}")
        elif line.startswith(" ") and not self._in_cell and not self._depth:
            yield Program("\n".join([line, *self._while_indented()]))
        else:
            yield from self._text(line)

    def _text(self, line: str) -> Iterator[Block]:
        if not self._joined and not line.startswith(" "):
            self._depth = 0
        lines = re.split(r" \+(?:\n|\Z)", self._paragraph(line))
        for text in broken_lines([inline(each) for each in lines]):
            yield Prose(text, self._depth)

    def _definition(self, term: str, text: str) -> Iterator[Block]:
        while self._at < len(self._lines) and not text:
            line = self._lines[self._at].strip()
            if line and (_DELIMITER.fullmatch(line) or line == "+" or _ITEM.match(line)):
                break
            text = line
            self._at += 1
        shown = f"{term}: {inline(self._paragraph(text))}" if text else term
        self._depth = 1
        yield Prose(shown, 1, item=True)

    def _delimited(self, line: str) -> Iterator[Block]:
        content = self._until(line)
        note = _NOTE.match(self._style[1:-1])
        if line[0] in "-." and line != "--":
            yield Program(without_marks("\n".join(marked_lines(content, "// "))))
        elif line[0] != "+":
            blocks = _blocks(content, in_cell=self._in_cell)
            if note is not None and blocks and isinstance(blocks[0], Prose):
                blocks[0] = Prose(f"**{note[1].capitalize()}:** {blocks[0].text}")
            self._depth = self._depth if self._joined else 0
            yield from (_deeper(block, self._depth) for block in blocks)

    def _until(self, delimiter: str) -> list[str]:
        content: list[str] = []
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if line.rstrip() == delimiter:
                break
            content.append(line)
        return content

    def _paragraph(self, first: str) -> str:
        """Return a line with those that continue it."""
        lines = [first.strip()]
        while self._at < len(self._lines):
            line = self._lines[self._at].rstrip()
            ends = not line.strip() or line == "+" or _TABLE.fullmatch(line)
            if ends or _DELIMITER.fullmatch(line) or re.match(r"\[.*\]\Z", line):
                break
            if _ITEM.match(line) and self._depth:
                break
            lines.append(line.strip())
            self._at += 1
        return "\n".join(lines)

    def _while_indented(self) -> Iterator[str]:
        while self._at < len(self._lines) and self._lines[self._at].startswith(" "):
            yield self._lines[self._at]
            self._at += 1


def _deeper(block: Block, depth: int) -> Block:
    return block._replace(depth=block.depth + depth) if isinstance(block, Prose) else block


# --- tables --------------------------------------------------------------------------------------


def _table(lines: Sequence[str], style: str, caption: str) -> Iterator[Block]:
    cells = list(_cells("\n".join(lines)))
    first = next((line for line in lines if line.strip()), "")
    columns = _columns(style) or max(1, sum(1 for _ in _CELL.finditer(first)))
    rows = list(_rows(cells, columns))
    header: tuple[str, ...] = ()
    if rows and re.search(r"options=\"[^\"]*header|%header", style):
        header = tuple(inline(each).strip() for each in rows.pop(0))
    yield Table(header, tuple(tuple(map(_cell, row)) for row in rows), caption)


def _columns(style: str) -> int:
    found = re.search(r"cols=\"([^\"]*)\"", style)
    if found is None:
        return 0
    counts = (re.match(r"\s*(\d+)\*", each) for each in found[1].split(","))
    return sum(int(each[1]) if each else 1 for each in counts)


def _cells(text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the cells of a table: text, columns, rows."""
    marks = list(_CELL.finditer(text))
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    for mark, end in zip(marks, ends, strict=False):
        content = text[mark.end() : end].replace("\\|", "|")
        count = min(int(mark[1] or 1), 20)
        if mark[3] == "*":
            yield from [(content, 1, 1)] * count
        else:
            yield content, count, min(int(mark[2] or 1), 500)


def _rows(cells: Sequence[tuple[str, int, int]], columns: int) -> Iterator[list[str]]:
    """Yield the rows; a cell that spans further rows is repeated in each of them."""
    above: dict[int, tuple[str, int]] = {}
    row: list[str] = []
    for text, width, height in cells:
        _fill(row, above)
        if height > 1:
            above[len(row)] = (text, height - 1)
        row += [text, *[""] * (width - 1)]
        _fill(row, above, columns)
        if len(row) >= columns:
            yield row[:columns]
            row = []
    if row:
        yield row


def _fill(row: list[str], above: dict[int, tuple[str, int]], columns: int = 1) -> None:
    while len(row) in above and (columns == 1 or len(row) < columns):
        text, left = above.pop(len(row))
        if left > 1:
            above[len(row)] = (text, left - 1)
        row.append(text)


def _cell(text: str) -> Cell:
    lines = [line for part in re.split(r"\n\s*\n", text) for line in re.split(r" \+\n", part)]
    raw = (" ".join(line.split()) for line in marked_lines([plain(line) for line in lines]))
    return Cell(
        "\n".join(filter(None, raw)), tuple(_blocks(text.strip("\n").split("\n"), in_cell=True))
    )
