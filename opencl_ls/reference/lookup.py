"""The lookup of names and words that a user types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from opencl_ls.builtins.functions import function_key, function_names
from opencl_ls.builtins.language import all_attributes, all_pragmas
from opencl_ls.docs.importing.page import PageShelf, copies_for
from opencl_ls.docs.library import documented, index
from opencl_ls.docs.search import search
from opencl_ls.reference import reference
from opencl_ls.reference.content import plain_words, sentence
from opencl_ls.reference.foreign import foreign_page, foreign_summary
from opencl_ls.reference.imported import imported_pages, page_parts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.docs.importing.page import ImportedPage
    from opencl_ls.reference.content import Part
    from opencl_ls.settings.target import Target

_FEW: Final = 4


class WholeShelf(PageShelf, Protocol):
    """A store that also finds a page by a name in another case."""

    def pages_like(self, name: str) -> Sequence[ImportedPage]:
        """Return the pages about a name, in any case."""
        ...


class NamedPage(NamedTuple):
    """The documentation of `name`, as the tables spell it; no `parts` if there is none."""

    name: str
    parts: list[Part]


class FoundName(NamedTuple):
    """A name that a search found, with its summary as plain text."""

    name: str
    summary: str


def named_page(name: str, target: Target | None, shelf: WholeShelf) -> NamedPage:
    """Return the documentation of a name that a user types.

    Imported pages follow our own text, or are shown alone if only they have the name.
    """
    for spelled in _spellings(name):
        parts = reference(spelled, target)
        if parts:
            pages = imported_pages(shelf, spelled, target)
            below = [part for page in pages for part in page_parts(page, spelled)]
            return NamedPage(spelled, parts + below)
    elsewhere = foreign_page(name.strip().removesuffix("()"), target)
    if elsewhere:
        return NamedPage(name, elsewhere)
    version = "" if target is None else target.version.label[2:]
    alone = shelf.pages_like(name)
    pages = copies_for(alone, version) if alone else []
    return NamedPage(name, [part for page in pages for part in page_parts(page, name)])


def _spellings(name: str) -> Iterator[str]:
    """Yield the possible spellings of a name in the tables: families, attributes, pragmas.

    An operator may be given alone (`?:`).
    """
    bare = name.strip().removesuffix("()")
    yield bare
    yield f"operator {bare}"
    family = [each for each in function_names() if function_key(each) == bare]
    yield from sorted(family, key=lambda each: (len(each), each))
    if bare.strip("_") in all_attributes():
        yield f"__attribute__(({bare.strip('_')}))"
    words = " ".join(bare.removeprefix("#pragma").split())
    yield from (f"#pragma {each}" for each in all_pragmas() if each.lower() == words.lower())


def names_with(part: str) -> list[FoundName]:
    """Return the names that have some letters in them, in their order."""
    sought = part.lower()
    return [FoundName(name, _summary(name)) for name in sorted(index()) if sought in name.lower()]


def found_names(query: str, limit: int) -> list[FoundName]:
    """Return names for a choice, the best first; each of them has a page.

    A name of another language precedes its counterparts in OpenCL C.
    """
    sought = query.strip()
    if not sought or limit <= 0:
        return []
    elsewhere = foreign_summary(sought)
    first = [FoundName(sought, plain_words(sentence(elsewhere)))] if elsewhere else []
    hits = [hit.names[:_FEW] for hit in search(query, limit)]
    # Names that share an entry have the same text: one of each precedes the others.
    names = [*(each[0] for each in hits), *(name for each in hits for name in each[1:])]
    return [*first, *(FoundName(name, _summary(name)) for name in names)][:limit]


def _summary(name: str) -> str:
    known = documented(name)
    return "" if known is None else plain_words(known.entry.summary)
