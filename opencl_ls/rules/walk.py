"""One walk over the events and type problems of an item, serving the rules that subscribed."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.rules.context import ItemFinding, RuleContext
from opencl_ls.rules.registry import all_rules, checks_by_kind
from opencl_ls.semantics.contents import OWN, contents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.rules.rule import CheckAbout
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.settings.target import Target

    Subjects = frozenset[type | str]
    _Table = dict[type[Any], "Sequence[CheckAbout] | _Choice"]

_TABLES: Final = 500
"""So many choices of rules are kept; the items of a program ask for a few dozen."""


def check_item(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return what the rules find in one item, in the order of their places.

    Those are asked that are about something that the item, and the record or symbol, holds.
    """
    return _found(model, target, _table(target, _subjects().intersection(contents(model))))


def check_everything(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return what the rules find in one item where all of them are asked about everything."""
    return _found(model, target, {**_holding(target)})


def _found(model: ItemModel, target: Target, table: _Table) -> tuple[ItemFinding, ...]:
    context = RuleContext(model, target)
    broken = bool(model.item.problems)
    for event in (model.item, *model.events, *model.problems):
        checks = table.get(type(event), ())
        for rule, check, _ in checks.of(model, event) if isinstance(checks, _Choice) else checks:
            if broken and not rule.on_broken_items:
                continue
            context.rule = rule
            check(context, event)
    return tuple(sorted(context.findings, key=lambda finding: (finding.start, finding.end)))


class _Choice:
    """The checks that look at one kind of record or symbol, chosen by what that holds itself."""

    __slots__ = ("_checks", "_chosen", "_own", "_subjects")

    def __init__(self, kind: type[Any], checks: Sequence[CheckAbout]) -> None:
        self._own = OWN[kind]
        self._checks = checks
        self._subjects = frozenset().union(*(check.about for check in checks))
        self._chosen: dict[Subjects, Sequence[CheckAbout]] = {}

    def of(self, model: ItemModel, event: Any) -> Sequence[CheckAbout]:
        """Return the checks for one record or symbol."""
        held = self._own(model, event) & self._subjects
        chosen = self._chosen.get(held)
        if chosen is None:
            if len(self._chosen) >= _TABLES:
                self._chosen.clear()
            chosen = [each for each in self._checks if not each.about or each.about & held]
            self._chosen[held] = chosen
        return chosen


@cache
def _subjects() -> Subjects:
    return frozenset().union(*(rule.about for rule in all_rules()))


@lru_cache(_TABLES)
def _table(target: Target, held: Subjects) -> _Table:
    """Return the checks that hold for a target and are about such items, by what they look at."""
    table: _Table = {}
    for kind, checks in _holding(target).items():
        chosen = [each for each in checks if not each.rule.about or each.rule.about & held]
        chooses = kind in OWN and any(each.about for each in chosen)
        table[kind] = _Choice(kind, chosen) if chooses else chosen
    return table


@lru_cache(_TABLES)
def _holding(target: Target) -> dict[type[Any], Sequence[CheckAbout]]:
    return {
        kind: [each for each in checks if each.rule.versions.holds(target)]
        for kind, checks in checks_by_kind().items()
    }
