"""One walk over the events and type problems of an item, serving the rules that subscribed."""

from __future__ import annotations

from functools import cache, lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, cast, final

from opencl_ls.linter.context import ItemFinding, RuleContext
from opencl_ls.linter.registry import all_rules, checks_by_kind
from opencl_ls.linter.superseded import without_superseded
from opencl_ls.semantics.lookup.contents import OWN_CONTENTS, contents
from opencl_ls.semantics.typing.expression_cache import cached_ranges

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Sequence

    from opencl_ls.linter.rule import CheckAbout
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.bound_expression import BoundExpression
    from opencl_ls.settings.target import Target

    Subjects = frozenset[type | str]
    _Checks = Sequence[CheckAbout]
    _Question = tuple[_Checks, object]

_TABLES: Final = 500
_CHOICES: Final = 5000
_KEYS: Final = 5000
"""Limits of the caches, in entries; a program needs dozens of tables and hundreds of choices."""


def check_item(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return the findings of the rules in one item, in the order of their places.

    Only rules that are about the contents of the item, and of the record or symbol, run.  For an
    expression of an earlier state of the item the choice of rules is reused.
    """
    held = _subjects().intersection(contents(model))
    table = _table(target, held, broken=bool(model.item.problems))
    looking_at = table.__getitem__
    questions = _questions(model, (model.item,), looking_at)
    position = 0
    for known in cached_ranges(model):
        questions += _questions(model, model.events[position : known.start], looking_at)
        questions += _known_questions(model, known, table)
        position = known.end
    questions += _questions(model, (*model.events[position:], *model.problems), looking_at)
    return _answers(model, target, questions)


def check_everything(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return the findings in one item if all rules run on everything, in reverse order."""
    looking_at = partial(_holding, target, broken=bool(model.item.problems))
    subjects = (model.item, *model.events, *model.problems)
    questions = _questions(model, subjects, looking_at)
    return _answers(model, target, [(checks[::-1], each) for checks, each in questions[::-1]])


def _questions(
    model: ItemModel,
    subjects: Iterable[object],
    looking_at: Callable[[type[object]], _Checks | _Choice],
) -> list[_Question]:
    """Return the checks to run on some records, symbols and problems, in order."""
    found: list[_Question] = []
    for subject in subjects:
        checks = looking_at(subject.__class__)
        if type(checks) is _Choice:
            checks = checks.of(model, subject)
        if checks:
            found.append((checks, subject))
    return found


def _known_questions(model: ItemModel, known: BoundExpression, table: _Table) -> list[_Question]:
    """Return the checks to run on an expression, which its contents keep for the next model."""
    contents = known.contents
    assert contents is not None
    kept = cast("tuple[_Table, list[_Question]] | None", contents.asked)
    if kept is None or kept[0] is not table:
        events = model.events[known.start : known.end]
        kept = contents.asked = (table, _questions(model, events, table.__getitem__))
    return kept[1]


def _answers(
    model: ItemModel, target: Target, questions: list[_Question]
) -> tuple[ItemFinding, ...]:
    context = RuleContext(model, target)
    for checks, subject in questions:
        for rule, check, _ in checks:
            context.rule = rule
            check(context, subject)
    findings = without_superseded(context.findings, context.general, context.specific)
    return tuple(sorted(findings, key=lambda finding: (finding.start, finding.end)))


class _Table(dict[type[object], "_Checks | _Choice"]):
    """The checks for a target and for items that hold certain subjects, by what they look at."""

    __slots__ = ("_broken", "_held", "_target")

    def __init__(self, target: Target, held: Subjects, *, broken: bool) -> None:
        self._target = target
        self._held = held
        self._broken = broken

    def __missing__(self, kind: Any) -> _Checks | _Choice:
        checks = self._within(_holding(self._target, kind, broken=self._broken))
        if kind in OWN_CONTENTS and any(check.about for check in checks):
            choice = self[kind] = _Choice(kind, checks)
            return choice
        self[kind] = checks
        return checks

    def _within(self, checks: _Checks) -> _Checks:
        return [each for each in checks if not each.rule.about or each.rule.about & self._held]


@final
class _Choice:
    """The checks that look at one kind of record or symbol, chosen by its own contents."""

    __slots__ = ("_checks", "_chosen", "_key", "_kind")

    def __init__(self, kind: Any, checks: _Checks) -> None:
        self._kind = kind
        self._key = OWN_CONTENTS[kind].key
        self._checks = checks
        self._chosen: dict[Hashable, _Checks] = {}

    def of(self, model: ItemModel, event: Any) -> _Checks:
        """Return the checks for one record or symbol."""
        key = self._key(model, event)
        chosen = self._chosen.get(key)
        if chosen is None:
            if len(self._chosen) >= _KEYS:
                self._chosen.clear()
            held = _held(self._kind, key)
            chosen = [each for each in self._checks if not each.about or each.about & held]
            self._chosen[key] = chosen
        return chosen


@lru_cache(_TABLES)
def _table(target: Target, held: Subjects, *, broken: bool) -> _Table:
    return _Table(target, held, broken=broken)


@lru_cache(_CHOICES)
def _holding(target: Target, kind: Any, *, broken: bool) -> _Checks:
    """Return the checks that hold for a target and look at one kind of record or symbol."""
    return [
        each
        for each in checks_by_kind().get(kind, ())
        if each.rule.runs_for(target) and (each.rule.on_broken_items or not broken)
    ]


@cache
def _subjects() -> Subjects:
    return frozenset().union(*(rule.about for rule in all_rules()))


@lru_cache(_KEYS)
def _held(kind: Any, key: Hashable) -> Subjects:
    """Return the own contents of a record or symbol of one kind, from their key."""
    return OWN_CONTENTS[kind].held(key)
