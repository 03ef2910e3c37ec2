"""One walk over the events and type problems of an item, serving the rules that subscribed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.rules.context import ItemFinding, RuleContext
from opencl_ls.rules.registry import all_rules, checks_by_kind
from opencl_ls.semantics.contents import contents

if TYPE_CHECKING:
    from opencl_ls.rules.rule import Rule
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

    _Table = dict[type[Any], list[tuple[Rule, Any]]]

_TABLES: Final = 500
"""So many choices of rules are kept; the items of a program ask for a few dozen."""


def check_item(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return what the rules find in one item, in the order of their places."""
    return check_about(model, target, subjects().intersection(contents(model)))


def check_about(
    model: ItemModel, target: Target, held: frozenset[type | str]
) -> tuple[ItemFinding, ...]:
    """Return what is found by the rules that are about one of the `subjects` that are `held`."""
    context = RuleContext(model, target)
    table = _table(target, held)
    broken = bool(model.item.problems)
    for event in (model.item, *model.events, *model.problems):
        for rule, check in table.get(type(event), ()):
            if broken and not rule.on_broken_items:
                continue
            context.rule = rule
            check(context, event)
    return tuple(sorted(context.findings, key=lambda finding: (finding.start, finding.end)))


@cache
def subjects() -> frozenset[type | str]:
    """Return all that some rule is about."""
    return frozenset().union(*(rule.about for rule in all_rules()))


@lru_cache(_TABLES)
def _table(target: Target, held: frozenset[type | str]) -> _Table:
    """Return the checks that hold for a target and are about such items, by what they look at."""
    return {
        kind: [check for check in checks if not check[0].about or check[0].about & held]
        for kind, checks in _holding(target).items()
    }


@lru_cache(_TABLES)
def _holding(target: Target) -> _Table:
    return {
        kind: [check for check in checks if check[0].versions.holds(target)]
        for kind, checks in checks_by_kind().items()
    }
