"""The text of a user's own copy of the reference about a name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.functions import function, function_key
from opencl_ls.builtins.language import attribute, keyword, pragma
from opencl_ls.builtins.types import builtin_type
from opencl_ls.docs.importing.page import copies_for
from opencl_ls.docs.importing.words import bold, words
from opencl_ls.docs.library import documented
from opencl_ls.reference.content import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from opencl_ls.analysis.results import BuiltinOverload
    from opencl_ls.docs.importing.page import ImportedPage, PageShelf, Section
    from opencl_ls.settings.target import Target

_FENCED: Final = re.compile(r"^```opencl\n(.*?)\n```$", re.M | re.S)
_ITEM_NAMES: Final = re.compile(r"- ((?:`\w+`(?:, )?)+)")
_IMAGE: Final = re.compile(r"\bimage\d\w*_t\b")
_DECLARES: Final = re.compile(r"[\w*\s]+\([^;{}]*\);?")
_CITED: Final = re.compile(r"\(note (\w+)\)")
_NOTE: Final = re.compile(r"- Note (\w+):")
_OF_FUNCTIONS: Final = ("Synopsis", "Description", "Restrictions")
_FURTHER: Final = ("Specification", "See also", "Copyright", "Footnotes")
_SAME_SUBJECT: Final = {"barrier": "work_group_barrier", "work_group_barrier": "barrier"}
_RESTRICTIONS: Final = "restrictions"
# Ordinary words: they count only as code.
_ENGLISH: Final = frozenset(
    (
        "case", "constant", "default", "do", "else", "for", "generic", "global", "if", "kernel",
        "local", "private", "return", "void", "while",
    )
)  # fmt: skip
_PLURALS: Final = {
    "sampler_t": "sampler_t|samplers?",
    "bit-field": "bit-fields?",
    "bit-fields": "bit-fields?",
    "...": "variadic",
    "goto": "goto|control flow",
}
_LINE_LIMIT: Final = 60
_LINE_LENGTH: Final = 100
_ATTRIBUTE: Final = re.compile(r"__attribute__\(\((\w+)\)\)")


def imported_pages(shelf: PageShelf, name: str, target: Target | None) -> list[ImportedPage]:
    """Return the pages about a name of the language that fit the version best.

    If no page has that name, it is the page on which the reference has it.
    """
    version = "" if target is None else target.version.label[2:]
    for keys in _keys(name, version):
        found = {page: None for key in dict.fromkeys(keys) for page in shelf.pages(key)}
        if found:
            return copies_for(found, version)
    return []


def _keys(name: str, version: str) -> Iterator[Sequence[str]]:
    """Yield the names to search, and then those of the page."""
    known = function(name)
    if known is not None:
        files = dict(known.manual).get(version, ())
        yield [name, *filter(None, [function_key(name)]), *files]
        yield [*filter(None, [_SAME_SUBJECT.get(name)])]
        yield [known.page]
        return
    yield [name, name.lower()]
    written = _ATTRIBUTE.fullmatch(name)
    found = (
        (attribute(written[1]) if written else None)
        or pragma(name.removeprefix("#pragma "))
        or builtin_type(name)
        or keyword(name)
    )
    if found is not None and found.page:
        yield [found.page]
    about = documented(name)
    if about is not None:
        yield about.topic.pages


def imported_parts(
    shelf: PageShelf, name: str, target: Target | None, overload: BuiltinOverload | None = None
) -> Iterator[Part]:
    """Yield the parts for a hover: those about the name, of bounded length.

    With the `overload` of a call, only the pages and declarations with its type of images and its
    number of parameters are taken.
    """
    notices: dict[str, None] = {}
    for page in _of_form(imported_pages(shelf, name, target), _image(overload)):
        yield _title(page)
        shown = [each for section in _chosen(page, name) for each in _parts(section)]
        parts = _declared([*_purpose(page), *shown], name, overload)
        yield from _cut([*_narrowed(parts, name), *_cited(page, parts)], _asked(page, name))
        notices.setdefault(_short_notice(page, name))
    yield from _restrictions(shelf, name, target)
    yield from (Part(notice, detail=True) for notice in notices if notice)


def page_parts(page: ImportedPage, name: str) -> Iterator[Part]:
    """Yield a whole page about a name."""
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


def _short_notice(page: ImportedPage, name: str) -> str:
    """Return whose text a page is; the terms are on the whole page."""
    first, _, terms = page.notice.partition(". ")
    if not terms:
        return words(page.notice)
    return f"{words(first)}. Its terms: `opencl-ls doc {_asked(page, name)}`."


def _asked(page: ImportedPage, name: str) -> str:
    """Return the argument of `opencl-ls doc`: the name, or the page if that is several words."""
    return page.title if " " in name else name


def _chosen(page: ImportedPage, name: str) -> Sequence[Section]:
    sections = page.about(name)
    if function(name) is None:
        # The notes about a keyword or a construct are its rules.
        chosen = [each for each in sections if each.heading not in _FURTHER]
    else:
        chosen = [each for each in sections if name in each.names or each.heading in _OF_FUNCTIONS]
    return chosen or sections[:1]


def _of_form(pages: Sequence[ImportedPage], image: str) -> Sequence[ImportedPage]:
    """Return the pages that declare a function for a type of images; all if none does."""
    if not image:
        return pages
    fitting = [page for page in pages if any(_has(each.text, image) for each in page.sections)]
    return fitting[:1] or pages


def _image(overload: BuiltinOverload | None) -> str:
    """Return the type of images that an overload takes, "" for none."""
    found = None if overload is None else _IMAGE.search(overload.declaration)
    return "" if found is None else found[0]


def _declared(parts: list[Part], name: str, overload: BuiltinOverload | None) -> list[Part]:
    """Return the parts without the declarations of other functions, and of other overloads."""
    image = _image(overload)

    def is_of_form(text: str) -> bool:
        return overload is None or text.count(",") + 1 == len(overload.signature.parameters)

    def is_for_image(text: str) -> bool:
        return not image or _has(text, image)

    for fits in (lambda text: _has(text, name), is_for_image, is_of_form):
        declared = [part for part in parts if part.code and _DECLARES.fullmatch(part.text.strip())]
        others = [part for part in declared if not fits(part.text)]
        if len(others) < len(declared):
            parts = [part for part in parts if part not in others]
    return parts


def _has(text: str, word: str) -> bool:
    return re.search(rf"\b{re.escape(word)}\b", text) is not None


def _cited(page: ImportedPage, parts: Iterable[Part]) -> Iterator[Part]:
    """Yield the footnotes to which the parts point."""
    numbers = {number for part in parts for number in _CITED.findall(part.text)}
    for section in page.sections:
        if section.heading == "Footnotes":
            items = re.split(r"\n(?=- )", section.text)
            own = [item for item in items if (found := _NOTE.match(item)) and found[1] in numbers]
            if own:
                yield Part("\n".join(own), detail=True)


# --- restrictions --------------------------------------------------------------------------------


def _restrictions(shelf: PageShelf, name: str, target: Target | None) -> Iterator[Part]:
    """Yield those rules of an imported page of restrictions that name a word of the language."""
    if function(name) is not None or name.lower() == _RESTRICTIONS:
        return
    version = "" if target is None else target.version.label[2:]
    found = shelf.pages(_RESTRICTIONS)
    for page in copies_for(found, version) if found else ():
        rules = [
            " ".join(rule.split()).removeprefix("- ")
            for section in page.sections
            if section.heading not in _FURTHER
            for part in _parts(section)
            if not part.code
            for rule in re.split(r"\n(?=\s*- )", part.text)
            if _is_about(rule, name)
        ]
        if rules:
            yield _title(page)
            yield Part("\n".join(f"- {rule}" for rule in rules), detail=True)
            notice = _short_notice(page, page.title)
            yield from [Part(notice, detail=True)] if notice else []


def _is_about(rule: str, name: str) -> bool:
    bare = name.strip("_")
    if _ATTRIBUTE.fullmatch(name) is not None:
        return name in rule
    if bare in _ENGLISH:
        return re.search(rf"`(?:__)?{bare}`", rule) is not None
    words = _PLURALS.get(bare, re.escape(bare))
    return re.search(rf"(?<![\w-])_*(?:{words})_*(?![\w-]|\.h)", rule, re.I) is not None


def _parts(section: Section) -> Iterator[Part]:
    """Yield a section's paragraphs, lists and programs."""
    for number, text in enumerate(_FENCED.split(section.text)):
        if number % 2:
            yield Part(text, code=True, detail=True)
        else:
            yield from (Part(each, detail=True) for each in text.split("\n\n") if each.strip("\n"))


def _narrowed(parts: Iterable[Part], name: str) -> list[Part]:
    """Return the parts with lists of names, as of types or constants, reduced to the given one."""
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
