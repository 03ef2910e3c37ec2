"""The language's offers for a place, with the rank of each name.

The cache key of a place has only the properties that these names depend on: most keys are typed at
places of the same few kinds.
"""

from __future__ import annotations

import re
from functools import lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.features.completion.keywords import ACCESS, FUNCTION_QUALIFIERS, PLACES
from opencl_ls.features.completion.language import Entry, constants, functions, keywords, types
from opencl_ls.features.completion.matching import SCATTERED, filter_for, quality
from opencl_ls.features.completion.values import open_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.query_results import Candidate, NameContext
    from opencl_ls.settings.target import Target

MOST: Final = 100
"""The most items in one answer; a longer prefix gives others."""
_ENOUGH: Final = 30
"""With this number of contiguous matches, scattered matches need a longer prefix.
"""
_HIDDEN: Final = 50
"""The number of spare names, in place of names that the program hides."""
_REACH: Final = 200
_LAST_WORD: Final = re.compile(r"(\w+)\s*\Z", re.ASCII)

# The order of groups among offers that match and fit equally well.
_GROUPS: Final = {
    "local": 0,
    "parameter": 1,
    "file": 2,
    "macro": 3,
    "typedef": 4,
    "builtin-function": 5,
    "builtin-type": 6,
    "keyword": 7,
    "builtin-constant": 8,
}
# Statements begin with a keyword, functions and parameters with a qualifier, and members, and
# declarations after a qualifier, with a type.
_IN_STATEMENTS: Final = _GROUPS | {"typedef": 6, "keyword": 4}
_BEFORE_TYPES: Final = _GROUPS | {"keyword": 2, "typedef": 3, "builtin-type": 4, "macro": 5}
_IN_TYPES: Final = _GROUPS | {"typedef": 2, "builtin-type": 3, "keyword": 4, "macro": 5}


class Rank(NamedTuple):
    """The sort key of an offer, the most important part first; less is better."""

    lacks: bool
    agrees: int
    no_value: bool
    fit: int
    group: int
    order: int
    name: str


class Offer(NamedTuple):
    """A name with its rank, and its entry: of the program, or of the language."""

    rank: Rank
    known: Candidate | Entry


class CompletionSite(NamedTuple):
    """The properties of a place that its names of the language depend on, see `NameContext`.

    `before` is the word before a place where a type is.
    """

    kind: str
    prefix: str
    around: str
    takes_type: bool
    is_constant: bool
    tag: str
    keywords: tuple[str, ...]
    values: tuple[str, ...]
    before: str


class Offers(NamedTuple):
    """The best names of the language for a place, and their total number.

    Without `is_whole` a longer prefix gives others.
    """

    best: tuple[Offer, ...]
    total: int
    is_whole: bool


def site_of(text: str, context: NameContext) -> CompletionSite:
    """Return the properties of a place that count for the names of the language."""
    start = context.replace.start
    word = _LAST_WORD.search(text, max(0, start - _REACH), start)
    before = word[1] if word and context.kind == "type" else ""
    return CompletionSite(
        context.kind,
        context.prefix,
        context.around,
        context.takes_type,
        context.is_constant,
        context.tag,
        context.keywords,
        open_values(text, context),
        before,
    )


@lru_cache(maxsize=64)
def offers_of(site: CompletionSite, target: Target) -> Offers:
    """Return the language's offers for a place; for one letter, those that begin with it."""
    accepts, prefix = filter_for(site.prefix), site.prefix
    values, lowered = site.values, prefix.lower()
    groups = groups_of(site.kind, site.around)
    offers: list[Offer] = []
    is_whole = True
    for entry in _listed(site, target):
        name = entry.name
        if not accepts(name):
            continue
        waits = entry.stem and not lowered.startswith(entry.stem)
        if waits or (len(lowered) == 1 and name[0].lower() != lowered):
            is_whole = False
            continue
        if entry.needs and not prefix:
            is_whole = False
            continue
        agrees = quality(name, prefix)
        # A name that the target lacks is offered if the typed letters seem to mean it.
        if agrees > (entry.farthest if entry.needs else SCATTERED):
            continue
        is_value = name in values
        rank = Rank(
            bool(entry.needs),
            agrees,
            not is_value,
            _fit(entry, site),
            groups[entry.group],
            values.index(name) if is_value else entry.order,
            name,
        )
        offers.append(Offer(rank, entry))
    close = [each for each in offers if each.rank.agrees < SCATTERED]
    if _ENOUGH <= len(close) < len(offers):
        offers, is_whole = close, False
    best = nsmallest(MOST + _HIDDEN, offers, key=by_rank)
    return Offers(tuple(best), len(offers), is_whole)


def by_rank(offer: Offer) -> Rank:
    """Return the sort key of offers."""
    return offer.rank


def _listed(site: CompletionSite, target: Target) -> Iterator[Entry]:
    """Yield the language's entries for a place."""
    kind, before = site.kind, site.before
    if site.tag:
        return
    if before in FUNCTION_QUALIFIERS:
        # A kernel returns nothing (OpenCL C 6.7.1).
        yield from (each for each in types(target) if each.name == "void")
        yield from (each for each in keywords(target) if each.name == "__attribute__")
        return
    if before.strip("_") in ACCESS:
        yield from (each for each in types(target) if each.family == "image")
        if before.strip("_") != "read_write":
            yield from (each for each in keywords(target) if each.name == "pipe")
        return
    places = _keyword_places(site)
    if not site.is_constant:
        if kind in ("expression", "statement") and site.around != "file":
            if site.around != "for" or kind == "expression":
                yield from functions(target)
        if kind != "expression" or site.takes_type:
            yield from types(target)
    if kind == "expression" or (kind == "statement" and site.prefix):
        yield from constants(target)
    for each in keywords(target):
        if not places.isdisjoint(PLACES.get(each.name, ())) or each.name in site.keywords:
            yield each


def _keyword_places(site: CompletionSite) -> set[str]:
    """Return the kinds of a place for keywords, see `keywords.PLACES`."""
    kind, around = site.kind, site.around
    if site.is_constant:
        return {"expression"}
    if kind == "type":
        return {"type"}
    if kind == "declaration":
        return {around}
    if kind == "statement":
        return {"for"} if around == "for" else {"body", "statement"}
    found = {"expression"}
    if around == "macro":
        found |= {"file", "type", "statement"}
    elif site.takes_type:
        found.add("type")
    return found


def _fit(entry: Entry, site: CompletionSite) -> int:
    """Return how well a name of the language fits, see `Candidate.fit`; few have only one type."""
    is_empty = entry.group == "builtin-function" and entry.family == "void"
    return 2 if is_empty and site.kind == "expression" else 1


def groups_of(kind: str, around: str) -> dict[str, int]:
    """Return which kinds of names come first at a place, by its kind and context."""
    if kind == "declaration" and around in ("file", "parameters"):
        return _BEFORE_TYPES
    if kind in ("type", "declaration"):
        return _IN_TYPES
    return _IN_STATEMENTS if kind == "statement" else _GROUPS
