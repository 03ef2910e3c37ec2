"""Completion: what may be written at a place.

`complete` finds out what the place is, and one provider for each kind of place says what may stand
there.  Names in code come from `names`.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from opencl_ls.features.completion.item import NOTHING, Completion, CompletionItem
from opencl_ls.features.completion.language import preparing
from opencl_ls.features.completion.matching import filter_for
from opencl_ls.features.completion.members import components, members
from opencl_ls.features.completion.names import program_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import NameContext

    Listing = Callable[[str], Iterable[tuple[str, bool]]]

__all__ = ["NOTHING", "TRIGGERS", "Completion", "CompletionItem", "complete", "preparing"]

# The places of which another module knows all that may stand there: module, function.
_PROVIDERS: Final = {
    "directive": ("directives", "directive_items"),
    "pragma": ("directives", "directive_items"),
    "extension-name": ("directives", "directive_items"),
    "extension-behaviour": ("directives", "directive_items"),
    "macro-name": ("directives", "directive_items"),
    "include-path": ("includes", "include_items"),
    "attribute": ("attributes", "attribute_items"),
}
# The places where snippets are offered beside names.
_WITH_SNIPPETS: Final = ("statement", "declaration")
_SNIPPETS: Final = ("snippets", "snippet_items")
# Characters after which a list opens by itself, and the kinds of place in which each does so.
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
    """Return what may be written at a byte of the main file, the best first.

    `listing` yields the names in a folder, each with whether it is one.  `trigger` is the character
    behind which a list was opened without being asked for; where it means something else, nothing
    is offered.
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
        return Completion(tuple(_provided(analysis, context, listing)))
    if context.kind in _WITH_SNIPPETS:
        return _with_snippets(analysis, context, named)
    return named


def _labels(context: NameContext) -> Completion:
    accepts = filter_for(context.prefix)
    return Completion(
        tuple(
            CompletionItem(label=name, kind="label", replace=context.replace)
            for name in context.labels
            if accepts(name)
        )
    )


def _provided(
    analysis: Analysis, context: NameContext, listing: Listing | None
) -> Iterator[CompletionItem]:
    module, function = _PROVIDERS[context.kind]
    provide = _provider(module, function)
    if provide is None:
        return
    if context.kind != "include-path":
        yield from provide(analysis, context)
    elif listing is not None:
        yield from provide(analysis, context, listing)


def _with_snippets(analysis: Analysis, context: NameContext, named: Completion) -> Completion:
    provide = _provider(*_SNIPPETS)
    if provide is None:
        return named
    accepts = filter_for(context.prefix)
    snippets = tuple(each for each in provide(analysis, context) if accepts(each.label))
    return Completion((*named.items, *snippets), named.is_incomplete)


def _provider(module: str, function: str) -> Callable[..., Iterable[CompletionItem]] | None:
    """Return the function of a module beside this one, None where there is no such module."""
    name = f"{__name__}.{module}"
    return getattr(import_module(name), function) if find_spec(name) else None
