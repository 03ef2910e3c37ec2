"""One walk over the events and type problems of an item, serving the rules that subscribed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from opencl_ls.rules.context import ItemFinding, RuleContext
from opencl_ls.rules.registry import checks_by_kind

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

_tables: dict[Target, dict[type[Any], list[tuple[Any, Any]]]] = {}


def check_item(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return what the rules find in one item, in the order of their places."""
    context = RuleContext(model, target)
    table = _table(target)
    broken = bool(model.item.problems)
    for event in (model.item, *model.events, *model.problems):
        for rule, check in table.get(type(event), ()):
            if broken and not rule.on_broken_items:
                continue
            context.rule = rule
            check(context, event)
    return tuple(sorted(context.findings, key=lambda finding: (finding.start, finding.end)))


def _table(target: Target) -> dict[type[Any], list[tuple[Any, Any]]]:
    """Return the checks that hold for a target, by the kind that they look at."""
    known = _tables.get(target)
    if known is None:
        known = _tables[target] = {
            kind: [(rule, check) for rule, check in checks if rule.versions.holds(target)]
            for kind, checks in checks_by_kind().items()
        }
    return known
