"""What may be named in code: names of the program and of the language, the best first.

An offer is a name with its rank; items are made of those that are shown.
"""

from __future__ import annotations

import re
from functools import lru_cache
from heapq import nsmallest
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.macros import macro
from opencl_ls.builtins.types import builtin_type
from opencl_ls.features.completion.calls import call_snippet, is_called_already
from opencl_ls.features.completion.item import Completion, CompletionItem
from opencl_ls.features.completion.keywords import ACCESS, FUNCTION_QUALIFIERS, PLACES
from opencl_ls.features.completion.language import (
    Entry,
    chosen_form,
    constants,
    functions,
    keywords,
    types,
)
from opencl_ls.features.completion.matching import SCATTERED, filter_for, quality
from opencl_ls.features.completion.values import open_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import Candidate, NameContext
    from opencl_ls.settings.target import Target

MOST: Final = 200
"""Items in one answer; with more of the name typed, others come."""
_MOST_OF_FILE: Final = 100
"""Names of the file among them, those that are declared nearest before the place."""
_LONGEST_DETAIL: Final = 300
_REACH: Final = 200
_LAST_WORD: Final = re.compile(r"(\w+)\s*\Z", re.ASCII)
_LISTED: Final = ("expression", "statement", "type", "declaration")
_IMAGES: Final = ("image", "opaque")

# What comes first of what agrees and fits equally well.
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
# Statements begin with a keyword, functions and parameters with a qualifier, and members, and what
# stands behind a qualifier, with a type.
_IN_STATEMENTS: Final = _GROUPS | {"typedef": 6, "keyword": 4}
_BEFORE_TYPES: Final = _GROUPS | {"keyword": 2, "typedef": 3, "builtin-type": 4, "macro": 5}
_IN_TYPES: Final = _GROUPS | {"typedef": 2, "builtin-type": 3, "keyword": 4, "macro": 5}
_DETAILS: Final = {"scalar-alias": "scalar", "opaque": "opaque", "enum": "enumerated"}


class Rank(NamedTuple):
    """What decides between two offers, the most important first; less is better."""

    lacks: bool
    agrees: int
    no_value: bool
    fit: int
    group: int
    order: int
    name: str


class Offer(NamedTuple):
    """A name with its rank, and what is known of it: of the program, or of the language."""

    rank: Rank
    known: Candidate | Entry


def program_names(analysis: Analysis, offset: int) -> tuple[NameContext, Completion]:
    """Return what is known of a place, with the names that may stand there if it is in code."""
    found = analysis.candidates_at(offset, _accepts, _MOST_OF_FILE)
    context = found.context
    if context.kind not in _LISTED:
        return context, Completion()
    offers = [Offer(_rank(each, context, number), each) for number, each in enumerate(found.names)]
    own = {each.name for each in found.names}
    known, is_whole = _of_the_language(analysis, context)
    offers += [each for each in known if each.known.name not in own]
    best = nsmallest(MOST, offers, key=_by_rank)
    # In the midst of a word its rest may stay where it is.
    is_split = offset < context.replace.end
    is_called = is_split or is_called_already(analysis.text, context.replace.end)
    items = tuple(_item(each, context, analysis.target, is_called) for each in best)
    is_whole = is_whole and found.is_complete and len(offers) == len(best)
    return context, Completion(items, is_incomplete=not is_whole)


def _by_rank(offer: Offer) -> Rank:
    return offer.rank


def _accepts(context: NameContext) -> Callable[[str], object] | None:
    return filter_for(context.prefix) if context.kind in _LISTED else None


# --- names of the program ------------------------------------------------------------------------


def _rank(name: Candidate, context: NameContext, number: int) -> Rank:
    agrees = quality(name.name, context.prefix)
    group = _group(name, context)
    return Rank(False, agrees, True, name.fit, group, number, name.name)


def _group(name: Candidate, context: NameContext) -> int:
    kind = name.kind
    if kind in ("parameter", "macro-parameter", "macro", "typedef"):
        word = "parameter" if kind == "macro-parameter" else kind
    else:
        word = "local" if name.depth else "file"
    return _groups(context)[word]


def _groups(context: NameContext) -> dict[str, int]:
    if context.kind == "declaration" and context.around in ("file", "parameters"):
        return _BEFORE_TYPES
    if context.kind in ("type", "declaration"):
        return _IN_TYPES
    return _IN_STATEMENTS if context.kind == "statement" else _GROUPS


def _program_item(name: Candidate, context: NameContext, is_called: bool) -> CompletionItem:
    parameters, snippet, insert = "", "", ""
    commits: tuple[str, ...] = (".",) if name.members == "." else ()
    if name.parameters is not None:
        parameters = f"({', '.join(name.parameters)})"
        insert, snippet = _call(name.name, name.parameters, is_called)
        commits = () if insert else ("(",)
    return CompletionItem(
        label=name.name,
        kind=name.kind,
        replace=context.replace,
        insert=insert,
        snippet=snippet,
        parameters=parameters,
        detail=_shortened(name.type_text),
        tier=name.fit,
        commit_characters=commits,
        is_declared=not name.depth and name.kind != "macro",
    )


def _call(name: str, parameters: tuple[str, ...], is_called: bool) -> tuple[str, str]:
    """Return what is inserted of a call, as a text and as a snippet, "" for the name alone."""
    if is_called:
        return "", ""
    if not parameters:
        return f"{name}()", ""
    return "", call_snippet(name, parameters)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_DETAIL else f"{text[:_LONGEST_DETAIL]} ..."


# --- names of the language -----------------------------------------------------------------------


def _of_the_language(analysis: Analysis, context: NameContext) -> tuple[list[Offer], bool]:
    """Return what the language offers for a place, and whether more of a name brings no more.

    Of one letter, it offers what begins with it.
    """
    target, accepts, prefix = analysis.target, filter_for(context.prefix), context.prefix
    values = open_values(analysis.text, context)
    lowered = prefix.lower()
    groups = _groups(context)
    offers: list[Offer] = []
    is_whole = True
    for entry in _listed(analysis, context, target):
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
        # What the target lacks is shown to those who seem to look for it.
        if agrees > (entry.farthest if entry.needs else SCATTERED):
            continue
        is_value = name in values
        rank = Rank(
            bool(entry.needs),
            agrees,
            not is_value,
            _fit(entry, context),
            groups[entry.group],
            values.index(name) if is_value else entry.order,
            name,
        )
        offers.append(Offer(rank, entry))
    return offers, is_whole


def _listed(analysis: Analysis, context: NameContext, target: Target) -> Iterator[Entry]:
    """Yield what the language has for a place."""
    kind = context.kind
    if context.tag:
        return
    word = _LAST_WORD.search(
        analysis.text, max(0, context.replace.start - _REACH), context.replace.start
    )
    before = word[1] if word and kind == "type" else ""
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
    places = _places(context)
    if not context.is_constant:
        if kind in ("expression", "statement") and context.around != "file":
            if context.around != "for" or kind == "expression":
                yield from functions(target)
        if kind != "expression" or context.takes_type:
            yield from types(target)
    if kind == "expression" or (kind == "statement" and context.prefix):
        yield from constants(target)
    for each in keywords(target):
        if not places.isdisjoint(PLACES.get(each.name, ())) or each.name in context.keywords:
            yield each


def _places(context: NameContext) -> set[str]:
    """Return the places of keywords that a place is, see `keywords.PLACES`."""
    kind, around = context.kind, context.around
    if context.is_constant:
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
    elif context.takes_type:
        found.add("type")
    return found


def _fit(entry: Entry, context: NameContext) -> int:
    """Return how well a name of the language fits, see `Candidate.fit`; few have one type."""
    is_empty = entry.group == "builtin-function" and entry.family == "void"
    return 2 if is_empty and context.kind == "expression" else 1


def _item(offer: Offer, context: NameContext, target: Target, is_called: bool) -> CompletionItem:
    known = offer.known
    if not isinstance(known, Entry):
        return _program_item(known, context, is_called)
    shown = _shown(known.name, known.group, target)
    insert, snippet = "", ""
    commits: tuple[str, ...] = ()
    if shown.parameters is not None:
        insert, snippet = _call(known.name, shown.parameters, is_called)
        commits = () if insert else ("(",)
    elif known.name == "__attribute__":
        insert, snippet = "__attribute__(())", "__attribute__(($0))"
    is_value = not offer.rank.no_value
    return CompletionItem(
        label=known.name,
        kind="value" if is_value else known.group,
        replace=context.replace,
        insert=insert,
        snippet=snippet,
        parameters="" if shown.parameters is None else f"({', '.join(shown.parameters)})",
        detail=shown.detail,
        needs=known.needs,
        is_deprecated=known.is_deprecated,
        is_preselected=is_value and offer.rank.order == 0,
        tier=offer.rank.fit + 3 * offer.rank.lacks,
        commit_characters=commits,
        reference=known.name,
    )


class _Shown(NamedTuple):
    """What is shown of a name: in one line, and the parameters of what is called."""

    detail: str
    parameters: tuple[str, ...] | None = None


@lru_cache(maxsize=4096)
def _shown(name: str, group: str, target: Target) -> _Shown:
    if group == "builtin-function":
        found = function(name)
        assert found is not None
        form = chosen_form(found.available_signatures(target) or found.signatures)
        named = tuple(each.name or each.type for each in form.parameters if each.type != "...")
        return _Shown(form.render(name), named)
    if group == "builtin-type":
        known = builtin_type(name)
        assert known is not None
        kind = _DETAILS.get(known.kind, known.kind)
        return _Shown(f"typedef {known.of} {name}" if known.of else f"{kind} type")
    if group == "keyword":
        return _Shown("keyword")
    constant = macro(name)
    if constant is None:
        return _Shown("bool")
    if constant.enumeration:
        return _Shown(f"enum {constant.enumeration}")
    value = "" if constant.value is None or constant.value_source else constant.value
    taken = tuple(re.findall(r"\w+", constant.parameters)) if constant.parameters else None
    if value or taken:
        return _Shown(f"#define {name}{constant.parameters} {value}".rstrip(), taken)
    return _Shown(f"{constant.type} {name}".strip() if constant.type else "constant")
