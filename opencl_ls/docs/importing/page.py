"""An imported page, the result of every format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


XHTML: Final = "DocBook XHTML"
GITILES: Final = "DocBook XHTML in gitiles"
ASCIIDOCTOR: Final = "asciidoctor HTML"
DOCBOOK: Final = "DocBook XML"
ASCIIDOC: Final = "AsciiDoc"
ROFF: Final = "manual page"
PLAIN: Final = "plain text"
FORMATS: Final = (XHTML, GITILES, ASCIIDOCTOR, DOCBOOK, ASCIIDOC, ROFF, PLAIN)
"""The formats, the most complete first."""


class UnreadablePage(ValueError):
    """A text without a readable page; the message is the reason."""


class Section(NamedTuple):
    """A part of a page: a heading, and Markdown in which a paragraph or an item is one line.

    `names` are the names that the section is about if the page describes several: a row of its
    table of functions.
    """

    heading: str
    text: str
    names: tuple[str, ...] = ()


class ImportedPage(NamedTuple):
    """A page.  `version` is "1.2" if the page or its path has one, `notice` the copyright."""

    title: str
    names: tuple[str, ...]
    format: str
    version: str = ""
    purpose: str = ""
    sections: tuple[Section, ...] = ()
    notice: str = ""

    @property
    def label(self) -> str:
        """The format and the version, as a person reads them."""
        return f"{self.format}, OpenCL {self.version}" if self.version else self.format

    @property
    def own_names(self) -> tuple[str, ...]:
        """The names of the page as a whole, without those of single rows."""
        of_rows = {name for section in self.sections for name in section.names}
        own = tuple(name for name in self.names if name not in of_rows)
        return own or self.names

    def about(self, name: str) -> list[Section]:
        """Return the sections to read about `name`: its own rows first, no other name's rows."""
        own = [section for section in self.sections if name in section.names]
        if not own:
            return list(self.sections)
        return own + [section for section in self.sections if not section.names]


class PageShelf(Protocol):
    """The store in which a hover finds imported pages."""

    def pages(self, name: str) -> Sequence[ImportedPage]:
        """Return the pages about a name, spelled exactly so."""
        ...


def copies_for(pages: Iterable[ImportedPage], version: str = "") -> list[ImportedPage]:
    """Return those of `pages` for a version ("1.2"; the newest for ""), each in one format.

    The nearest version that is not above goes first, then the nearest above, then a page without
    a version.  Two pages of one name, as `max` has them, stay together.
    """
    ranked = sorted(pages, key=lambda page: (_distance(page.version, version), _rank(page)))
    best = {page.title: page.format for page in reversed(ranked)}
    return [
        page
        for page in ranked
        if page.version == ranked[0].version and page.format == best[page.title]
    ]


def _rank(page: ImportedPage) -> tuple[int, str]:
    return FORMATS.index(page.format) if page.format in FORMATS else len(FORMATS), page.title


def _distance(have: str, want: str) -> tuple[int, float]:
    if not have:
        return 2, 0
    if want and float(have) > float(want):
        return 1, float(have)
    return 0, -float(have)
