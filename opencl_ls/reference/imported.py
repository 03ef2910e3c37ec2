"""What a user's own copy of the reference says about a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function, function_key
from opencl_ls.builtins.language import attribute, keyword, pragma
from opencl_ls.builtins.types import builtin_type
from opencl_ls.docs.importing.page import copies_for
from opencl_ls.docs.importing.words import bold, words
from opencl_ls.reference.content import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.docs.importing.page import ImportedPage, PageShelf, Section
    from opencl_ls.settings.target import Target

_FENCED: Final = re.compile(r"^```opencl\n(.*?)\n```$", re.M | re.S)
_ITEM_NAMES: Final = re.compile(r"- ((?:`\w+`(?:, )?)+)")
_LINE_LIMIT: Final = 60
_LINE_LENGTH: Final = 100
_ATTRIBUTE: Final = re.compile(r"__attribute__\(\((\w+)\)\)")


def imported_pages(shelf: PageShelf, name: str, target: Target | None) -> list[ImportedPage]:
    """Return the pages about a name of the language that suit the version best.

    Where no page has that name, the page is taken on which the reference has it.
    """
    version = "" if target is None else target.version.label[2:]
    for keys in _keys(name, version):
        found = {page: None for key in dict.fromkeys(keys) for page in shelf.pages(key)}
        if found:
            return copies_for(found, version)
    return []


def _keys(name: str, version: str) -> Iterator[Sequence[str]]:
    """Yield the names to look for, and then those of the page."""
    known = function(name)
    if known is not None:
        files = dict(known.manual).get(version, ())
        yield [name, *filter(None, [function_key(name)]), *files]
        yield [known.page]
        return
    yield [name]
    written = _ATTRIBUTE.fullmatch(name)
    found = (
        (attribute(written[1]) if written else None)
        or pragma(name.removeprefix("#pragma "))
        or builtin_type(name)
        or keyword(name)
    )
    if found is not None and found.page:
        yield [found.page]


def imported_parts(shelf: PageShelf, name: str, target: Target | None) -> Iterator[Part]:
    """Yield what a hover shows of them: declarations and description, of bounded length."""
    for page in imported_pages(shelf, name, target):
        yield _title(page)
        parts = [*_purpose(page), *(part for each in _chosen(page, name) for part in _parts(each))]
        yield from _cut(_narrowed(parts, name), name)
        yield from _notice(page)


def page_parts(page: ImportedPage, name: str) -> Iterator[Part]:
    """Yield a whole page as it is read about a name."""
    yield _title(page)
    yield from _purpose(page)
    for section in page.about(name):
        yield Part(bold(section.heading), detail=True)
        yield from _parts(section)
    yield from _notice(page)


def _title(page: ImportedPage) -> Part:
    return Part(f"**From your copy** of {words(page.title)} ({page.label}).", detail=True)


def _purpose(page: ImportedPage) -> Iterator[Part]:
    if page.purpose:
        yield Part(page.purpose, detail=True)


def _notice(page: ImportedPage) -> Iterator[Part]:
    if page.notice:
        yield Part(words(page.notice), detail=True)


def _chosen(page: ImportedPage, name: str) -> Sequence[Section]:
    sections = page.about(name)
    wanted = ("Synopsis", "Description", "Restrictions")
    chosen = [each for each in sections if name in each.names or each.heading in wanted]
    return chosen or sections[:1]


def _parts(section: Section) -> Iterator[Part]:
    """Yield a section's paragraphs, lists and programs."""
    for number, text in enumerate(_FENCED.split(section.text)):
        if number % 2:
            yield Part(text, code=True, detail=True)
        else:
            yield from (Part(each, detail=True) for each in text.split("\n\n") if each.strip("\n"))


def _narrowed(parts: Iterable[Part], name: str) -> list[Part]:
    """Return the parts with lists of names, as of types or constants, cut to the one at hand."""
    found: list[Part] = []
    for part in parts:
        items = re.split(r"\n(?=- )", part.text.strip("\n"))
        named = [_ITEM_NAMES.match(item) for item in items]
        own = [
            item
            for item, names in zip(items, named, strict=True)
            if names and f"`{name}`" in names[1]
        ]
        if part.code or not own or len(items) == len(own):
            found.append(part)
        else:
            found.append(Part("\n".join(own), detail=True))
    return found


def _cut(parts: Iterable[Part], name: str) -> Iterator[Part]:
    left = _LINE_LIMIT
    for part in parts:
        left -= sum(1 + len(line) // _LINE_LENGTH for line in part.text.split("\n"))
        if left < 0:
            yield Part(f"... The rest: `opencl-ls doc {name}`", detail=True)
            return
        yield part
