"""The table of the rules, and which rules are loaded for an item."""

from __future__ import annotations

import json

import pytest

from opencl_ls.linter import listing
from opencl_ls.linter.registry import all_rules
from opencl_ls.linter.rule import Rule
from opencl_ls.settings.decode import decode
from opencl_ls.settings.profiles import PROFILES
from opencl_ls.syntax import records as r
from tests.support.rule_table import rule_table


def test_the_table_is_that_of_the_rules() -> None:
    """If not: `python -m tests.support.rule_table`."""
    assert listing.TABLE.read_text("utf-8") == rule_table()


def test_names_and_classes_are_told_apart() -> None:
    names = {each for rule in all_rules() for each in rule.about if isinstance(each, str)}
    assert not [name for name in names if ":" in name.strip(":")]


@pytest.fixture
def changed(tmp_path, monkeypatch):
    """Read a table with changed rows; None removes one."""

    def read(**rows: list | None) -> dict[str, listing.ListedRule]:
        table = json.loads(listing.TABLE.read_text("utf-8"))
        table.update({code.replace("__", "/"): row for code, row in rows.items()})
        path = tmp_path / "rules.json"
        path.write_text(json.dumps({code: row for code, row in table.items() if row}))
        monkeypatch.setattr(listing, "TABLE", path)
        return {each.code: each for each in listing.listed_rules.__wrapped__()}

    return read


@pytest.mark.parametrize(
    "row",
    [None, [1, "ALL", "strict", True, "", [], []]],
    ids=["a new rule", "a rule whose module has another size"],
)
def test_what_the_table_does_not_know_comes_from_the_rule(changed, row: list | None) -> None:
    listed = changed(kernel__static=row)["kernel/static"]
    assert listed.row == listing.row_of("kernel/static")


def test_a_damaged_table_counts_as_empty(changed, monkeypatch, tmp_path) -> None:
    rules = changed(kernel__static=[1])
    assert rules["kernel/static"].row == listing.row_of("kernel/static")
    monkeypatch.setattr(listing, "TABLE", tmp_path / "missing.json")
    assert len(listing.listed_rules.__wrapped__()) == len(all_rules())


@pytest.mark.parametrize("version", ["CL1.0", "CL1.2", "CL2.0", "CL3.0"])
def test_a_listed_rule_runs_where_the_rule_does(version: str) -> None:
    from opencl_ls.analysis.host import Host
    from opencl_ls.analysis.sources import MemorySources

    settings, _ = decode({"std": version})
    host = Host(MemorySources({}))
    host.open("a.cl", "", settings)
    target = host.analysis("a.cl").target
    for listed, rule in zip(listing.listed_rules(), all_rules(), strict=True):
        assert isinstance(rule, Rule)
        assert listed.load() is rule
        assert listed.runs_for(target) is rule.runs_for(target)
        assert listed.about == rule.about
        assert rule.profile in PROFILES


def test_the_checks_of_a_kind_have_the_order_of_their_rules() -> None:
    checks = [check for rule in all_rules() for kind, check in rule.checks if kind is r.Call]
    assert listing.checks_of(r.Call) == checks
    assert [each.about for each in listing.listed_checks(r.Call)] == [each.about for each in checks]
