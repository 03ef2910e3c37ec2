"""Names in code: those of the program and of the language, the best first.

An offer is a name with its rank; items are only made for those that are shown.
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
from opencl_ls.features.completion.item import NOTHING, Completion, CompletionItem
from opencl_ls.features.completion.language import Entry, chosen_overload
from opencl_ls.features.completion.matching import filter_for, quality
from opencl_ls.features.completion.offers import (
    MOST,
    Offer,
    Rank,
    by_rank,
    groups_of,
    offers_of,
    site_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import Candidate, NameContext
    from opencl_ls.settings.target import Target

_MOST_OF_FILE: Final = 100
"""The most names of the file, those declared nearest before the place."""
_LONGEST_DETAIL: Final = 300
_LISTED: Final = ("expression", "statement", "type", "declaration")
_DETAILS: Final = {"scalar-alias": "scalar", "opaque": "opaque", "enum": "enumerated"}


def program_names(analysis: Analysis, offset: int) -> tuple[NameContext, Completion]:
    """Return the context of a place, with the names that may appear there if it is in code."""
    found = analysis.candidates_at(offset, _accepts, _MOST_OF_FILE)
    context = found.context
    if context.kind not in _LISTED:
        return context, NOTHING
    offers = [Offer(_rank(each, context, number), each) for number, each in enumerate(found.names)]
    own = {each.name for each in found.names}
    known = offers_of(site_of(analysis.text, context), analysis.target)
    offers += [each for each in known.best if each.known.name not in own]
    best = nsmallest(MOST, offers, key=by_rank)
    # Inside a word its rest may be kept.
    is_split = offset < context.replace.end
    is_called = is_split or is_called_already(analysis.text, context.replace.end)
    items = tuple(_item(each, context, analysis.target, is_called) for each in best)
    is_cut = len(offers) > len(best) or known.total > len(known.best)
    is_whole = known.is_whole and found.is_complete and not is_cut
    return context, Completion(items, is_incomplete=not is_whole)


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
    return groups_of(context.kind, context.around)[word]


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
    """Return the inserted text of a call, as a text and as a snippet, "" for only the name."""
    if is_called:
        return "", ""
    if not parameters:
        return f"{name}()", ""
    return "", call_snippet(name, parameters)


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST_DETAIL else f"{text[:_LONGEST_DETAIL]} ..."


# --- names of the language -----------------------------------------------------------------------


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
    """The description of a name in one line, with the parameters of a function."""

    detail: str
    parameters: tuple[str, ...] | None = None


@lru_cache(maxsize=4096)
def _shown(name: str, group: str, target: Target) -> _Shown:
    if group == "builtin-function":
        found = function(name)
        assert found is not None
        overload = chosen_overload(found.available_signatures(target) or found.signatures)
        named = tuple(each.name or each.type for each in overload.parameters if each.type != "...")
        return _Shown(overload.render(name), named)
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
