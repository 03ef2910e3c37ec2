"""Go to definition, declarations or type of a name, or to a page of the reference.

A request on a definition leads to the declarations and one on a declaration to the definition, so
that the same key switches between them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.findings import Place
from opencl_ls.reference.pages import has_page, page_name_at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import IncludeLink, Symbol

_FUNCTIONS: Final = ("function", "kernel")
_SHARED: Final = (*_FUNCTIONS, "variable", "struct", "union", "enum")
"""The kinds of symbols that may be declared in one file and defined in another."""
_DIRECTIVE_MARKS: Final = ("#", "%:")
_REACH: Final = 200


class Target(Struct, frozen=True):
    """A place to go to: a name, and the whole declaration that it is in."""

    name: Place
    whole: Place


class Destinations(Struct, frozen=True):
    """The targets of the word from the byte `start` to `end` of the main file.

    `page` is a name of the language that the reference has a page about.  `elsewhere` is a name
    that another file may define, as one of some `kinds` if there are any; both may be "".  If the
    unit has no definition the targets `are_declarations`, and a definition elsewhere takes
    precedence.
    """

    start: int
    end: int
    targets: tuple[Target, ...] = ()
    page: str = ""
    elsewhere: str = ""
    kinds: tuple[str, ...] = ()
    are_declarations: bool = False


def definition(analysis: Analysis, offset: int) -> Destinations | None:
    """Return the definitions of the name around a byte, or right before it; None for no name.

    On the definition itself these are the other declarations.  A macro that is an alias of a name
    leads to both definitions, its own first; a name in an `#include` to the file.
    """
    included = _included(analysis, offset)
    if included is not None:
        return included
    symbol = analysis.symbol_at(offset)
    if symbol is None:
        return _unknown(analysis, offset)
    if symbol.definition is None and not symbol.declarations:
        return _of_the_language(analysis, symbol)
    places = [symbol.definition] if symbol.definition is not None else list(symbol.declarations)
    if symbol.place == symbol.definition:
        others = [place for place in symbol.declarations if place != symbol.place]
        places = others if symbol.kind != "macro" and others else places
    elif symbol.kind == "macro":
        alias = analysis.aliased_at(offset)
        places += [] if alias is None else _best(alias)
    is_open = symbol.definition is None and symbol.kind in _SHARED
    return _to(analysis, symbol, places, symbol.name if is_open else "")


def declaration(analysis: Analysis, offset: int) -> Destinations | None:
    """Return the declarations of a name; on its only declaration, the definition."""
    symbol = None if _included(analysis, offset) is not None else analysis.symbol_at(offset)
    if symbol is None or symbol.kind == "macro":
        return definition(analysis, offset)
    others = [
        place for place in symbol.declarations if place not in (symbol.definition, symbol.place)
    ]
    return _to(analysis, symbol, others) if others else definition(analysis, offset)


def implementation(analysis: Analysis, offset: int) -> Destinations | None:
    """Return the definition of a function for any of its names; None for others."""
    symbol = analysis.symbol_at(offset)
    if symbol is None:
        return _unknown(analysis, offset)
    if symbol.kind not in _FUNCTIONS:
        return None
    places = [] if symbol.definition is None else [symbol.definition]
    return _to(analysis, symbol, places, "" if symbol.is_static else symbol.name)


def type_definition(analysis: Analysis, offset: int) -> Destinations | None:
    """Return the declaration of the type of a name or of an expression.

    For pointers and arrays it is the pointee or element; for a built-in type the page.
    """
    source = analysis.type_source_at(offset)
    if source is None:
        return None
    start, end = _word(analysis.text, offset)
    if source.places:
        return Destinations(start, end, _targets(analysis, source.places))
    return Destinations(start, end, (), source.name) if has_page(source.name) else None


def _to(
    analysis: Analysis, symbol: Symbol, places: Iterable[Place], elsewhere: str = ""
) -> Destinations:
    start, end = symbol.place.start, symbol.place.end
    kinds = _FUNCTIONS if symbol.kind in _FUNCTIONS else (symbol.kind,)
    are_declarations = symbol.definition is None
    targets = _targets(analysis, places)
    return Destinations(start, end, targets, "", elsewhere, kinds, are_declarations)


def _targets(analysis: Analysis, places: Iterable[Place]) -> tuple[Target, ...]:
    return tuple(Target(place, analysis.extent_of(place)) for place in dict.fromkeys(places))


def _best(symbol: Symbol) -> list[Place]:
    return list(symbol.declarations) if symbol.definition is None else [symbol.definition]


def _of_the_language(analysis: Analysis, symbol: Symbol) -> Destinations | None:
    place = symbol.place
    page = page_name_at(analysis, symbol.name, place.start)
    return Destinations(place.start, place.end, (), page) if page else None


# --- other words
# -----------------------------------------------------------------------------------


def _included(analysis: Analysis, offset: int) -> Destinations | None:
    """Return the file that an `#include` around a byte means, None elsewhere."""
    text = analysis.text
    begin = text.rfind("\n", 0, offset) + 1
    if not text[begin : begin + _REACH].lstrip().startswith(("#", "%:")):
        return None
    for link in analysis.include_links():
        if begin <= link.place.start and link.place.start - 1 <= offset <= link.place.end + 1:
            return _to_file(analysis, link, offset)
    return None


def _to_file(analysis: Analysis, link: IncludeLink, offset: int) -> Destinations:
    file = Target(Place(link.path, 0, 0), Place(link.path, 0, 0))
    symbol = analysis.symbol_at(offset) if link.is_computed else None
    made = () if symbol is None else _targets(analysis, _best(symbol))
    return Destinations(link.place.start, link.place.end, (*made, file))


def _unknown(analysis: Analysis, offset: int) -> Destinations | None:
    """Return a page, or the name itself, for a word that the program does not declare."""
    text = analysis.text
    start, end = _word(text, offset)
    name = text[start:end]
    if not name or name[0].isdigit() or analysis.is_in_comment_or_string(start):
        return None
    page = page_name_at(analysis, name, start)
    if page:
        return Destinations(start, end, (), page)
    if text[text.rfind("\n", 0, start) + 1 : start].strip() in _DIRECTIVE_MARKS:
        return None
    if text[max(0, start - _REACH) : start].rstrip().endswith((".", "->")):
        # A member of an unknown type.
        return None
    return Destinations(start, end, (), "", name)


def _word(text: str, offset: int) -> tuple[int, int]:
    """Return start and end of the word around a byte, or of the one that ends there."""
    start = end = max(0, min(offset, len(text)))
    while start > 0 and _is_in_word(text[start - 1]):
        start -= 1
    while end < len(text) and _is_in_word(text[end]):
        end += 1
    return start, end


def _is_in_word(character: str) -> bool:
    return character.isalnum() or character in "_$" or character >= "\x80"
