"""The table of the rules: the facts that decide whether a check runs, before its rule is loaded.

A kernel of one line asks one rule in four, and loading a rule costs 0.1 ms.  The build writes the
table (`linter/table.py`).  A rule that it does not list, or whose module has changed since, is
loaded for its facts: so a rule under work runs at once.
"""

from __future__ import annotations

from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import DecodeError, Struct, json

from opencl_ls.linter import rule as constants
from opencl_ls.linter.registry import places, rule

if TYPE_CHECKING:
    from opencl_ls.linter.rule import CheckAbout, Rule, Versions
    from opencl_ls.settings.target import Target

TABLE: Final = Path(__file__).with_name("rules.json")
"""The file of the rows, by the codes of the rules."""
_INSTALLED: Final = 60.0
"""The time in which an installer writes all files of the package, in any order, in seconds."""


class Row(Struct, frozen=True, array_like=True):
    """The facts of one rule; a class is written as its module, a colon and its name.

    `size` is that of the module, in bytes.  `versions` is the name of a constant of `linter.rule`,
    "" for others.  `reads` is the name of the function that a unit rule reads, "" for a rule about
    items.  `checks` has the class and the `about` of each check.
    """

    size: int
    versions: str
    profile: str
    on_broken_items: bool
    reads: str
    about: tuple[str, ...]
    checks: tuple[tuple[str, tuple[str, ...]], ...]


class ListedRule:
    """A rule by its facts; its module is loaded when it is asked for."""

    def __init__(self, code: str, row: Row) -> None:
        self.code = code
        self.on_broken_items = row.on_broken_items
        self.reads = row.reads
        self.row = row

    def load(self) -> Rule:
        """Return the rule."""
        found = rule(self.code)
        assert found is not None
        return found

    @cached_property
    def about(self) -> frozenset[type | str]:
        """What an item has to hold, as `Rule.about`."""
        return frozenset(map(_read, self.row.about))

    @cached_property
    def _versions(self) -> Versions:
        known: Versions | None = vars(constants).get(self.row.versions)
        return self.load().versions if known is None else known

    def runs_for(self, target: Target) -> bool:
        """Return whether the rule runs for a target."""
        return constants.runs_for(self._versions, self.row.profile, target)


class ListedCheck(NamedTuple):
    """A check of a rule by its number, and its `about`."""

    rule: ListedRule
    number: int
    about: frozenset[type | str]

    def load(self) -> CheckAbout:
        """Return the check."""
        return self.rule.load().checks[self.number][1]


@cache
def listed_rules() -> tuple[ListedRule, ...]:
    """Return every rule, in the order of their codes."""
    rows = present_rows()
    return tuple(ListedRule(code, rows.get(code) or row_of(code)) for code in places())


def present_rows() -> dict[str, Row]:
    """Return the rows of the table for rules that have not changed since it was written."""
    try:
        rows = json.decode(TABLE.read_bytes(), type=dict[str, Row])
        until = TABLE.stat().st_mtime + _INSTALLED
    except (OSError, DecodeError):
        return {}
    known = places()
    return {
        code: row
        for code, row in rows.items()
        if (place := known.get(code)) and row.size == place.size and place.changed <= until
    }


def listed_checks(kind: type[Any]) -> list[ListedCheck]:
    """Return the checks that look at one kind of record or symbol, by the codes of their rules."""
    return _by_kind().get(_written(kind), [])


def checks_of(kind: type[Any]) -> list[CheckAbout]:
    """Return the check functions of all rules for one kind of record or symbol; loads the rules."""
    return [each.load() for each in listed_checks(kind)]


def row_of(code: str) -> Row:
    """Return the facts of a rule, which is loaded for it."""
    found = rule(code)
    assert found is not None
    names = (name for name, value in vars(constants).items() if value is found.versions)
    return Row(
        places()[code].size,
        next(names, ""),
        found.profile,
        found.on_broken_items,
        "" if found.reads is None else found.reads.__name__,
        _all_written(found.about),
        tuple((_written(kind), _all_written(check.about)) for kind, check in found.checks),
    )


@cache
def _by_kind() -> dict[str, list[ListedCheck]]:
    table: dict[str, list[ListedCheck]] = {}
    for each in listed_rules():
        for number, (kind, about) in enumerate(each.row.checks):
            check = ListedCheck(each, number, frozenset(map(_read, about)))
            table.setdefault(kind, []).append(check)
    return table


def _written(kind: type | str) -> str:
    return kind if isinstance(kind, str) else f"{kind.__module__}:{kind.__qualname__}"


def _all_written(kinds: frozenset[type | str]) -> tuple[str, ...]:
    return tuple(sorted(map(_written, kinds)))


@cache
def _read(written: str) -> type | str:
    module, colon, name = written.partition(":")
    if not colon or not name:
        return written
    kind: type = getattr(import_module(module), name)
    return kind
