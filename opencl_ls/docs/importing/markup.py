"""From a tree of HTML or DocBook to blocks: the element names of both, side by side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.blocks import Block, Cell, Heading, Program, Prose, Table
from opencl_ls.docs.importing.tree import Element
from opencl_ls.docs.importing.words import (
    broken_lines,
    code,
    looks_like_program,
    one_line,
    prototype,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_PARAGRAPHS: Final = frozenset({"p", "para", "simpara"})
_PROGRAMS: Final = frozenset({"pre", "programlisting", "screen", "literallayout"})
_LISTS: Final = frozenset({"ul", "ol", "itemizedlist", "orderedlist", "simplelist"})
_ITEMS: Final = frozenset({"li", "listitem", "member"})
_DEFINITIONS: Final = frozenset({"dl", "variablelist"})
_TABLES: Final = frozenset({"table", "informaltable"})
_HEADINGS: Final = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "title", "bridgehead"})
_NOTES: Final = frozenset({"note", "important", "warning", "caution", "tip"})
_SKIPPED: Final = frozenset(
    {"imageobject", "mediaobject", "script", "style", "colgroup", "colspec", "head", "hr"}
)
_CONTAINERS: Final = frozenset(
    {"div", "blockquote", "section", "body", "article", "center", "dd", "dt", "term"}
    | {"informalequation", "equation", "mathphrase", "example", "informalexample", "formalpara"}
    | {"varlistentry", "refsect1", "refsect2", "refsect3", "funcsynopsis", "refentry", "sidebar"}
)
_BLOCKS: Final = (
    _PARAGRAPHS | _PROGRAMS | _LISTS | _ITEMS | _DEFINITIONS | _TABLES | _HEADINGS | _NOTES
    | _CONTAINERS
)  # fmt: skip
_CODE: Final = frozenset(
    {"code", "tt", "kbd", "samp", "var", "function", "type", "constant", "varname", "parameter"}
    | {"literal", "errorname", "structname", "structfield", "symbol", "option", "enumvalue"}
)
_CODE_CLASSES: Final = ("type", "errorname", "parameter", "structname")
_ROWS: Final = frozenset({"tr", "row"})
_CELLS: Final = frozenset({"td", "th", "entry"})
_LINE: Final = "\x01"


def blocks_of(element: Element, depth: int = 0) -> list[Block]:
    """Return the blocks of an element; `depth` counts the lists around it."""
    return list(_Reader(depth).read(element.children))


def inline_of(element: Element) -> str:
    """Return the content of an element as Markdown on one line."""
    return one_line(_inline(element.children).replace(_LINE, " "))


class _Reader:
    """Collects running text until a block ends it."""

    def __init__(self, depth: int) -> None:
        self._depth = depth
        self._running: list[Element | str] = []

    def read(self, children: Iterable[Element | str]) -> Iterator[Block]:
        for child in children:
            if isinstance(child, Element) and _has_blocks(child):
                yield from self._ended()
                yield from self._block(child)
            else:
                self._running.append(child)
        yield from self._ended()

    def _ended(self) -> Iterator[Block]:
        text = _inline(self._running)
        self._running = []
        for line in broken_lines(text.split(_LINE)):
            yield Prose(line, self._depth)

    def _block(self, element: Element) -> Iterator[Block]:
        tag = element.tag
        if tag in _SKIPPED or element.has_class("titlepage", "footnotes"):
            return
        if tag == "funcsynopsis" or element.has_class("funcsynopsis"):
            yield Program("\n\n".join(prototypes(element)))
        elif tag in _NOTES or element.has_class("admonitionblock", *_NOTES):
            yield from self._note(element)
        elif tag in _PROGRAMS or element.has_class("literallayout"):
            yield from self._lines(element)
        elif tag in _LISTS:
            yield from self._list(element)
        elif tag in _DEFINITIONS:
            yield from self._definitions(element)
        elif tag in _TABLES:
            yield from _table(element)
        elif tag in _HEADINGS:
            yield Heading(element.line)
        else:
            yield from blocks_of(element, self._depth)

    def _lines(self, element: Element) -> Iterator[Block]:
        """Yield text whose line breaks matter: a program, or a column of words."""
        text = element.text
        layout = element.tag == "literallayout" or element.has_class("literallayout")
        if not layout or looks_like_program(text):
            yield Program(text)
        else:
            lines = (line.strip().rstrip(",") for line in text.split("\n"))
            yield Prose(", ".join(words(line) for line in lines if line), self._depth)

    def _list(self, element: Element) -> Iterator[Block]:
        for item in element.elements:
            if item.tag in _ITEMS:
                yield from _item(blocks_of(item, self._depth + 1))

    def _definitions(self, element: Element) -> Iterator[Block]:
        terms: list[str] = []
        for part in element.walk():
            if part.tag in {"dt", "term"}:
                terms.append(inline_of(part))
            elif part.tag == "dd" or (part.tag == "listitem" and terms):
                content = blocks_of(part, self._depth + 1)
                term = ", ".join(filter(None, terms))
                terms = []
                begin = content[0] if content else None
                if isinstance(begin, Prose) and not begin.item:
                    content[0] = Prose(f"{term}: {begin.text}", begin.depth)
                else:
                    content.insert(0, Prose(term, self._depth + 1))
                yield from _item(content)

    def _note(self, element: Element) -> Iterator[Block]:
        kind = next((each for each in (element.tag, *element.classes) if each in _NOTES), "note")
        content = blocks_of(element.first("td", of_class="content") or element, self._depth)
        if content and isinstance(content[0], Heading):
            del content[0]
        if content and isinstance(content[0], Prose):
            content[0] = content[0]._replace(text=f"**{kind.capitalize()}:** {content[0].text}")
        yield from content


def _item(content: list[Block]) -> list[Block]:
    if content and isinstance(content[0], Prose):
        content[0] = content[0]._replace(item=True)
    return content


def _has_blocks(element: Element) -> bool:
    return element.tag in _SKIPPED or any(each.tag in _BLOCKS for each in element.walk())


# --- running text --------------------------------------------------------------------------------


def _inline(children: Iterable[Element | str]) -> str:
    return "".join(words(each) if isinstance(each, str) else _marked(each) for each in children)


def _marked(element: Element) -> str:
    tag = element.tag
    if tag in _SKIPPED or tag in {"img", "wbr"}:
        return ""
    if tag == "br":
        return _LINE
    if tag in {"sup", "superscript"} and element.has_class("footnote", "footnoteref"):
        return f" (note {element.line.strip('[]')})"
    text = element.line if _is_code(element) else _inline(element.children)
    if not text.strip():
        return " " if text else ""
    if _is_code(element):
        return _spaced(element, code(text))
    if tag in {"strong", "b"} or element.attributes.get("role") == "bold":
        return _spaced(element, _wrapped(text, "**"))
    if tag in {"em", "i", "emphasis"}:
        return _spaced(element, _wrapped(text, "*"))
    if tag in {"sup", "superscript", "sub", "subscript"}:
        return ("^" if tag.startswith("sup") else "_") + text.strip()
    address = element.attributes.get("href") or element.attributes.get("url") or ""
    if tag in {"a", "ulink", "link"} and re.match(r"https?://[^\s()]+\Z", address):
        return _spaced(element, f"[{' '.join(text.split())}]({address})")
    return text


def _is_code(element: Element) -> bool:
    return element.tag in _CODE or element.has_class(*_CODE_CLASSES)


def _wrapped(text: str, mark: str) -> str:
    text = " ".join(text.replace(_LINE, " ").split())
    return text if "`" in text or "*" in text else f"{mark}{text}{mark}"


def _spaced(element: Element, marked: str) -> str:
    """Return marked text with the blanks inside its element moved outside."""
    text = element.text
    before = " " if text[:1].isspace() else ""
    after = " " if text[-1:].isspace() else ""
    return f"{before}{marked}{after}"


# --- functions -----------------------------------------------------------------------------------


def prototypes(synopsis: Element) -> Iterator[str]:
    """Yield the declarations of a `funcsynopsis`, in any layout of tables and cells."""
    proper = list(synopsis.all("funcprototype"))
    for each in proper:
        definition = each.first("funcdef")
        parameters = [
            " ".join(_parameter(part).split())
            for part in each.elements
            if part.tag in {"paramdef", "void", "varargs"}
        ]
        if definition is not None:
            yield prototype(f"{_apart(definition)}({', '.join(parameters)})")
    if proper:
        return
    yield from map(prototype, _apart(synopsis).split("\x02")[1:])


def _parameter(element: Element) -> str:
    if element.tag in {"void", "varargs"}:
        return "void" if element.tag == "void" else "..."
    return _apart(element)


def _apart(element: Element) -> str:
    """Return the text of a declaration, with blanks around parameters and before each function.

    Only these are certainly separate words: in `float<em>n</em>` the parts are one name.
    """
    pieces = ["\x02"] if element.has_class("funcdef") else []
    for child in element.children:
        if isinstance(child, str):
            pieces.append(child)
        elif child.tag in {"td", "tr", "var", "parameter", "function"}:
            pieces += [" ", _apart(child), " "]
        else:
            pieces.append(_apart(child))
    return "".join(pieces)


# --- tables --------------------------------------------------------------------------------------


def _table(element: Element) -> Iterator[Block]:
    rows = [(row, cells) for row in _rows(element) if (cells := list(_cells(row)))]
    if rows and all(len(cells) == 1 for _, cells in rows):
        for _, (cell,) in rows:
            yield from _column(cell)
        return
    caption = element.first("caption")
    header: tuple[str, ...] = ()
    if rows and _is_header(rows[0][0], rows[0][1], element):
        header = tuple(words(cell.line) for cell in rows.pop(0)[1])
    content = tuple(_spanned([cells for _, cells in rows]))
    yield Table(header, content, "" if caption is None else inline_of(caption))


def _rows(table: Element) -> Iterator[Element]:
    """Yield the rows of a table, and not those of a table in one of its cells."""
    for child in table.elements:
        if child.tag in _ROWS:
            yield child
        elif child.tag not in _CELLS:
            yield from _rows(child)


def _column(cell: Element) -> Iterator[Block]:
    """Yield a cell that is a row by itself: pages keep their examples in such tables."""
    if any(each.tag in _BLOCKS for each in cell.walk()) or not looks_like_program(cell.text):
        yield from blocks_of(cell)
        return
    # "Example:" above a program is no part of it.
    label = re.match(r"\s*(Example\s?\d*:)[ \t]*\n", cell.text)
    if label is not None:
        yield Prose(label[1])
    yield Program(cell.text[label.end() if label else 0 :])


def _cells(row: Element) -> Iterator[Element]:
    """Yield the cells of a row; one inside another goes after it."""
    for cell in row.elements:
        if cell.tag in _CELLS:
            inner = [child for child in cell.elements if child.tag in _CELLS]
            if inner:
                outer = Element(cell.tag, cell.attributes)
                outer.children = [child for child in cell.children if child not in inner]
                yield outer
                yield from inner
            else:
                yield cell


def _is_header(row: Element, cells: list[Element], table: Element) -> bool:
    head = table.first("thead")
    if head is not None:
        return row in list(_rows(head))
    return all(
        cell.tag == "th" or (bold is not None and bold.line == cell.line)
        for cell in cells
        for bold in [cell.first("strong", "b")]
    )


def _spanned(rows: list[list[Element]]) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows as cells; a first cell that spans further rows is repeated in each of them."""
    left = 0
    above: Cell | None = None
    for row in rows:
        cells = [Cell(_raw(each), tuple(blocks_of(each))) for each in row]
        if left > 0 and above is not None:
            cells.insert(0, above)
            left -= 1
        else:
            left = _span(row[0])
            above = cells[0]
        yield tuple(cells)


def _span(cell: Element) -> int:
    """Return how many further rows a cell reaches into."""
    more = cell.attributes.get("morerows", "0")
    whole = cell.attributes.get("rowspan", "1")
    return max(int(more) if more.isdecimal() else 0, int(whole) - 1 if whole.isdecimal() else 0)


def _raw(cell: Element) -> str:
    """Return a cell's text with a line for each paragraph and each break in it."""
    pieces: list[str] = []
    _lines_into(cell, pieces)
    return "\n".join(
        line for each in "".join(pieces).split(_LINE) if (line := " ".join(each.split()))
    )


def _lines_into(element: Element, pieces: list[str]) -> None:
    for child in element.children:
        if isinstance(child, str):
            pieces.append(child)
        elif child.tag not in _SKIPPED and not child.has_class("footnote", "footnoteref"):
            border = _LINE if child.tag in _BLOCKS or child.tag == "br" else ""
            pieces.append(border)
            _lines_into(child, pieces)
            pieces.append(border)
