"""Inlay hints: implicit facts of a program, shown in its text.

The analysis gives the facts about an item; this package decides which of them become hints.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from opencl_ls.analysis.query_results import (
    BlockEnd,
    BlockResult,
    FilledPart,
    ImplicitConversion,
    PassedArgument,
    PlacedMember,
    PlacedStruct,
)
from opencl_ls.features.inlay_hints.arguments import argument_hints
from opencl_ls.features.inlay_hints.conversions import conversion_hints, lossy_hints
from opencl_ls.features.inlay_hints.hint import Hint, HintGroup
from opencl_ls.features.inlay_hints.structure import (
    end_hints,
    member_hints,
    member_part_hints,
    part_hints,
    result_hints,
    struct_hints,
)
from opencl_ls.settings.model import HintSettings, chosen

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.analysis.query_results import HintFacts

__all__ = ["Hint", "HintGroup", "inlay_hints"]


class _Plan(NamedTuple):
    """The facts that the settings enable, and the function that makes hints of each class."""

    kinds: frozenset[str]
    makers: dict[type, Callable[[Any], Any]]


def inlay_hints(
    analysis: Analysis, start: int, end: int, go_on: Callable[[], object] | None = None
) -> list[tuple[int, HintGroup]]:
    """Return the hints of the items that touch a range of the main file.

    Each group comes with the byte that its places count from; some may be outside of the range.
    Before each new item `go_on` is called, which may raise to stop.
    """
    plan = _plan(analysis.settings.inlay_hints)
    if not plan.kinds:
        return []
    cache = _groups.setdefault(analysis.settings.inlay_hints, WeakKeyDictionary())
    found: list[tuple[int, HintGroup]] = []
    for base, facts in analysis.hint_facts(plan.kinds, start, end, go_on):
        group = cache.get(facts)
        if group is None:
            group = cache[facts] = _group(facts, plan)
        if group.hints:
            found.append((base, group))
    return found


def _group(facts: HintFacts, plan: _Plan) -> HintGroup:
    hints: list[Hint] = []
    for fact in facts.facts:
        hints += plan.makers[type(fact)](fact)
    hints.sort(key=lambda hint: hint.at)
    return HintGroup(tuple(hints))


# The hints of each group of facts, weakly cached, for each choice of settings.
_groups: dict[HintSettings, WeakKeyDictionary[HintFacts, HintGroup]] = {}


@lru_cache(maxsize=16)
def _plan(settings: HintSettings) -> _Plan:
    enabled = chosen(settings)
    kinds: set[str] = set()
    makers: dict[type, Callable[[Any], Any]] = {PassedArgument: argument_hints}
    if enabled["parameter_names"]:
        kinds.add("arguments")
    if enabled["macro_parameter_names"]:
        kinds.add("macro-arguments")
    if enabled["implicit_conversions"] != "off":
        kinds.add("conversions")
        is_all = enabled["implicit_conversions"] == "all"
        makers[ImplicitConversion] = conversion_hints if is_all else lossy_hints
    if enabled["block_results"]:
        kinds.add("results")
        makers[BlockResult] = result_hints
    if enabled["struct_layout"]:
        kinds.add("layouts")
        makers[PlacedMember] = member_hints
        makers[PlacedStruct] = struct_hints
    if enabled["designators"] != "off":
        kinds.add("parts")
        is_all = enabled["designators"] == "all"
        makers[FilledPart] = part_hints if is_all else member_part_hints
    if enabled["block_ends"]:
        kinds.add("ends")
        makers[BlockEnd] = end_hints
    return _Plan(frozenset(kinds), makers)
