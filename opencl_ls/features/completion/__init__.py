"""Completion at a place.

`complete` determines the kind of the place, and a provider for each kind gives the items.  Names in
code come from `names`.
"""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.features.completion.attributes import attribute_items
from opencl_ls.features.completion.directives import directive_items
from opencl_ls.features.completion.documentation import documentation
from opencl_ls.features.completion.includes import include_items
from opencl_ls.features.completion.item import NOTHING, Completion, CompletionItem
from opencl_ls.features.completion.language import preparing
from opencl_ls.features.completion.matching import FAR, SCATTERED, START, filter_for, quality
from opencl_ls.features.completion.members import components, members
from opencl_ls.features.completion.names import program_names
from opencl_ls.features.completion.offers import MOST
from opencl_ls.features.completion.snippets import snippet_items

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import NameContext

    Listing = Callable[[str], Iterable[tuple[str, bool]]]

__all__ = [
    "NOTHING",
    "TRIGGERS",
    "Completion",
    "CompletionItem",
    "complete",
    "documentation",
    "preparing",
]

# The kinds of places whose items all come from one module.
_PROVIDERS: Final = {
    "directive": directive_items,
    "pragma": directive_items,
    "extension-name": directive_items,
    "extension-behaviour": directive_items,
    "macro-name": directive_items,
    "attribute": attribute_items,
}
# The names under which the reference documents the items of these kinds.
_REFERENCES: Final = {
    "extension": "{}",
    "builtin-constant": "{}",
    "attribute": "__attribute__(({}))",
    "pragma": "#pragma {}",
}
# Trigger characters, and the kinds of places in which each of them opens a list.
_DIRECTIVES: Final = ("pragma", "extension-name", "extension-behaviour", "macro-name")
TRIGGERS: Final[dict[str, tuple[str, ...]]] = {
    ".": ("member", "swizzle", "field-designator"),
    ">": ("member", "swizzle"),
    "#": ("directive",),
    "<": ("include-path",),
    '"': ("include-path",),
    "/": ("include-path",),
    " ": (*_DIRECTIVES, "label"),
}


def complete(
    analysis: Analysis,
    offset: int,
    listing: Listing | None = None,
    trigger: str = "",
) -> Completion:
    """Return the completions at a byte of the main file, the best first.

    `listing` yields the names in a folder, each with whether it is one.  `trigger` is the trigger
    character of the list, if any; if it has another meaning there, nothing is offered.
    """
    context, named = program_names(analysis, offset)
    if trigger and context.kind not in TRIGGERS.get(trigger, ()):
        return NOTHING
    if context.kind in ("member", "field-designator"):
        return members(analysis, context)
    if context.kind == "swizzle":
        return components(analysis, context)
    if context.kind == "label":
        return _labels(context)
    if context.kind in _PROVIDERS:
        return _chosen(analysis, offset, _PROVIDERS[context.kind](analysis, context))
    if context.kind == "include-path":
        files = () if listing is None else include_items(analysis, context, listing)
        return _chosen(analysis, offset, files)
    return named if named is NOTHING else _with_snippets(analysis, context, named)


def _labels(context: NameContext) -> Completion:
    accepts = filter_for(context.prefix)
    return Completion(
        tuple(
            CompletionItem(label=name, kind="label", replace=context.replace)
            for name in context.labels
            if accepts(name)
        )
    )


def _chosen(analysis: Analysis, offset: int, offered: Iterable[CompletionItem]) -> Completion:
    """Return the items that match the typed prefix, the best first, then by their tiers."""
    ranked = []
    for item in offered:
        prefix = analysis.text[item.replace.start : offset]
        if filter_for(prefix)(item.label):
            rank = (bool(item.needs), quality(item.label, prefix), item.tier)
            ranked.append((rank, _with_reference(item)))
    ranked.sort(key=itemgetter(0))
    items = tuple(item for _, item in ranked)
    return Completion(items[:MOST], is_incomplete=len(items) > MOST)


def _with_reference(item: CompletionItem) -> CompletionItem:
    pattern = _REFERENCES.get(item.kind)
    if pattern is None or item.reference:
        return item
    return replace(item, reference=pattern.format(item.label))


def _with_snippets(analysis: Analysis, context: NameContext, named: Completion) -> Completion:
    """Return names with the snippets for a place.

    Snippets that begin as typed precede the names of the language, others follow all names.
    """
    accepts, prefix = filter_for(context.prefix), context.prefix
    farthest = START if len(prefix) == 1 else SCATTERED
    near: list[CompletionItem] = []
    far: list[CompletionItem] = []
    for each in snippet_items(analysis, context):
        agrees = quality(each.label, prefix) if accepts(each.label) else FAR
        if agrees <= farthest:
            (near if prefix and agrees <= START else far).append(each)
    pieces = (*near, *far)
    names = named.items[: MOST - len(pieces)]
    own = next((n for n, each in enumerate(names) if each.reference), len(names))
    is_cut = len(names) < len(named.items) or len(prefix) == 1
    items = (*names[:own], *near, *names[own:], *far)
    return Completion(items, is_incomplete=named.is_incomplete or is_cut)
