"""One walk over the events and type problems of an item, serving the rules that subscribed."""

from __future__ import annotations

from functools import cache, lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, cast, final

from opencl_ls.linter.context import ItemFinding, RuleContext
from opencl_ls.linter.listing import listed_checks, listed_rules
from opencl_ls.linter.superseded import without_superseded
from opencl_ls.semantics.lookup.contents import OWN_CONTENTS, contents
from opencl_ls.semantics.model import grouped
from opencl_ls.semantics.typing.expression_cache import cached_ranges

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from opencl_ls.linter.listing import ListedCheck
    from opencl_ls.linter.rule import CheckAbout
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.bound_expression import BoundExpression
    from opencl_ls.semantics.types.symbols import Symbol
    from opencl_ls.settings.target import Target
    from opencl_ls.syntax import records as r

    Subjects = frozenset[type | str]
    _Checks = Sequence[CheckAbout]
    _Listed = Sequence[ListedCheck]
    _Question = tuple[_Checks, object]

_TABLES: Final = 500
_CHOICES: Final = 5000
_KEYS: Final = 5000
"""Limits of the caches, in entries; a program needs dozens of tables and hundreds of choices."""
_PLACE_AND_CODE: Final = attrgetter("start", "end", "code")


def check_item(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return the findings of the rules in one item, in the order of their places.

    Only rules that are about the contents of the item, and of the record or symbol, run.  For an
    expression of an earlier state of the item the choice of rules is reused.
    """
    held = _subjects().intersection(contents(model))
    table = _table(target, held, broken=bool(model.item.problems))
    questions = _questions(model, grouped((model.item, *model.problems)), table)
    fresh: list[BoundExpression] = []
    rest: list[r.Record | Symbol] = []
    position = 0
    for known in cached_ranges(model):
        kept = _known_questions(known, table)
        if kept is None:
            fresh.append(known)
            continue
        questions += kept
        rest += model.events[position : known.start]
        position = known.end
    if position:
        rest += model.events[position:]
    new = _questions(model, grouped(rest) if position else model.by_kind, table)
    if fresh:
        _keep_questions(model, fresh, table, new)
    return _answers(model, target, [*questions, *new])


def check_everything(model: ItemModel, target: Target) -> tuple[ItemFinding, ...]:
    """Return the findings in one item if all rules run on everything, in reverse order."""
    broken = bool(model.item.problems)
    subjects = (model.item, *model.events, *model.problems)
    questions = [(_loaded(_holding(target, type(each), broken=broken)), each) for each in subjects]
    return _answers(model, target, [(checks[::-1], each) for checks, each in questions[::-1]])


def _questions(
    model: ItemModel, by_kind: Mapping[type, Sequence[object]], table: _Table
) -> list[_Question]:
    """Return the checks to run on some records, symbols and problems, class by class."""
    found: list[_Question] = []
    for kind, subjects in by_kind.items():
        checks = table[kind]
        if type(checks) is _Choice:
            found += checks.of(model, subjects)
        elif checks:
            found += [(checks, each) for each in subjects]
    return found


def _known_questions(known: BoundExpression, table: _Table) -> list[_Question] | None:
    """Return the checks to run on an expression that its contents kept, None without any."""
    assert known.contents is not None
    kept = cast("tuple[_Table, list[_Question]] | None", known.contents.asked)
    return None if kept is None or kept[0] is not table else kept[1]


def _keep_questions(
    model: ItemModel, fresh: list[BoundExpression], table: _Table, questions: list[_Question]
) -> None:
    """Keep the checks to run on some expressions in their contents, for the next model."""
    checks_on = {subject: checks for checks, subject in questions}
    for known in fresh:
        assert known.contents is not None
        events = model.events[known.start : known.end]
        asked = [(checks_on[each], each) for each in events if each in checks_on]
        known.contents.asked = (table, asked)


def _answers(
    model: ItemModel, target: Target, questions: list[_Question]
) -> tuple[ItemFinding, ...]:
    context = RuleContext(model, target)
    for checks, subject in questions:
        for rule, check, _ in checks:
            context.rule = rule
            check(context, subject)
    findings = without_superseded(context.findings, context.general, context.specific)
    return tuple(sorted(findings, key=_PLACE_AND_CODE))


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
        loaded = self[kind] = _loaded(checks)
        return loaded

    def _within(self, checks: _Listed) -> _Listed:
        return [each for each in checks if not each.rule.about or each.rule.about & self._held]


@final
class _Choice:
    """The checks that look at one kind of record or symbol, chosen by its own contents."""

    __slots__ = ("_checks", "_chosen", "_keys", "_kind")

    def __init__(self, kind: Any, checks: _Listed) -> None:
        self._kind = kind
        self._keys = OWN_CONTENTS[kind].keys
        self._checks = checks
        self._chosen: dict[Hashable, _Checks] = {}

    def of(self, model: ItemModel, subjects: Sequence[object]) -> list[_Question]:
        """Return the checks for some records or symbols, without those that have none."""
        keys = list(self._keys(model, subjects))
        chosen = self._chosen
        new = set(keys).difference(chosen)
        if new:
            if len(chosen) + len(new) > _KEYS:
                chosen.clear()
                new = set(keys)
            for key in new:
                held = _held(self._kind, key)
                about = [each for each in self._checks if not each.about or each.about & held]
                chosen[key] = _loaded(about)
        rows = zip(map(chosen.__getitem__, keys), subjects, strict=True)
        return [row for row in rows if row[0]]


@lru_cache(_TABLES)
def _table(target: Target, held: Subjects, *, broken: bool) -> _Table:
    return _Table(target, held, broken=broken)


@lru_cache(_CHOICES)
def _holding(target: Target, kind: Any, *, broken: bool) -> _Listed:
    """Return the checks that hold for a target and look at one kind of record or symbol."""
    return [
        each
        for each in listed_checks(kind)
        if each.rule.runs_for(target) and (each.rule.on_broken_items or not broken)
    ]


@cache
def _subjects() -> Subjects:
    return frozenset().union(*(rule.about for rule in listed_rules()))


def _loaded(checks: _Listed) -> _Checks:
    return [each.load() for each in checks]


@lru_cache(_KEYS)
def _held(kind: Any, key: Hashable) -> Subjects:
    """Return the own contents of a record or symbol of one kind, from their key."""
    return OWN_CONTENTS[kind].held(key)
