"""Mark-up as a tree, for HTML and XML alike.

The parser is that of the standard library's `html.parser`: it expands no entity of a text, loads
nothing, and accepts text that is not well-formed.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Final

from opencl_ls.docs.importing.page import UnreadablePage

if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST: Final = 100
_VOID: Final = frozenset({"area", "base", "br", "col", "embed", "frame", "hr", "img", "input"}) | {
    "link", "meta", "param", "source", "wbr",
}  # fmt: skip
_CDATA: Final = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.S)


class Element:
    """An element: its name and attributes in lower case, and its contents."""

    __slots__ = ("attributes", "children", "tag")

    def __init__(self, tag: str, attributes: dict[str, str]) -> None:
        self.tag = tag
        self.attributes = attributes
        self.children: list[Element | str] = []

    @property
    def classes(self) -> list[str]:
        """The words of the attribute `class`."""
        return self.attributes.get("class", "").split()

    def has_class(self, *names: str) -> bool:
        """Tell whether the element is of one of these classes."""
        return any(name in self.classes for name in names)

    @property
    def elements(self) -> list[Element]:
        """The elements right below."""
        return [child for child in self.children if isinstance(child, Element)]

    def walk(self) -> Iterator[Element]:
        """Yield the element and all below it, in the text's order."""
        yield self
        for child in self.elements:
            yield from child.walk()

    def all(self, *tags: str, of_class: str = "") -> Iterator[Element]:
        """Yield the elements below with one of these names and, if given, of a class."""
        for element in self.walk():
            if (
                element is not self
                and (not tags or element.tag in tags)
                and (not of_class or of_class in element.classes)
            ):
                yield element

    def first(self, *tags: str, of_class: str = "") -> Element | None:
        """Return the first of `all`, or None."""
        return next(self.all(*tags, of_class=of_class), None)

    @property
    def text(self) -> str:
        """All the text, with a line break where the mark-up has one."""
        pieces: list[str] = []
        _gather(self, pieces)
        return re.sub(r"\x01[ \t\r]*\n?", "\n", "".join(pieces))

    @property
    def line(self) -> str:
        """All the text on one line."""
        return " ".join(self.text.split())


def _gather(element: Element, pieces: list[str]) -> None:
    for child in element.children:
        if isinstance(child, str):
            pieces.append(child)
        elif child.tag == "br":
            pieces.append("\x01")
        else:
            _gather(child, pieces)


def parse_html(text: str) -> Element:
    """Return the tree of an HTML or XHTML text; raises UnreadablePage."""
    return _parsed(_Builder(_VOID), text)


def parse_xml(text: str) -> Element:
    """Return the tree of an XML text; raises UnreadablePage."""
    text = _CDATA.sub(lambda found: found[1].replace("&", "&amp;").replace("<", "&lt;"), text)
    return _parsed(_XmlBuilder(frozenset()), text)


def _parsed(builder: _Builder, text: str) -> Element:
    try:
        builder.feed(text.replace("\x01", ""))
        builder.close()
    except AssertionError as error:
        # The parser raises so for a declaration that it does not understand.
        raise UnreadablePage(f"its mark-up is broken: {error}") from error
    return builder.root


class _Builder(HTMLParser):
    def __init__(self, void: frozenset[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("", {})
        self._open = [self.root]
        self._void = void

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]
        element = Element(tag, {name: value or "" for name, value in attrs})
        self._open[-1].children.append(element)
        # Elements nested deeper than in any page are read as if they were not nested.
        if tag not in self._void and len(self._open) < _DEEPEST:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        tag = tag.rpartition(":")[2]
        self._open[-1].children.append(Element(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        for depth in range(len(self._open) - 1, 0, -1):
            if self._open[depth].tag == tag:
                del self._open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self._open[-1].children.append(data)


class _XmlBuilder(_Builder):
    # In XML no element's content is raw text.
    CDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc]
    RCDATA_CONTENT_ELEMENTS = ()  # type: ignore[misc]
