"""The table of the rules, and which rules are loaded for an item."""

from __future__ import annotations

import json
import os

import pytest

from opencl_ls.linter import listing, table
from opencl_ls.linter.registry import all_rules
from opencl_ls.linter.rule import Rule
from opencl_ls.settings.decode import decode
from opencl_ls.settings.profiles import PROFILES
from opencl_ls.syntax import records as r


@pytest.fixture
def written(tmp_path, monkeypatch):
    """The path of a table of all rules that has just been written."""
    path = tmp_path / "rules.json"
    path.write_bytes(table.table())
    monkeypatch.setattr(listing, "TABLE", path)
    return path


def test_the_table_is_that_of_the_rules(written) -> None:
    assert listing.present_rows() == {each.code: listing.row_of(each.code) for each in all_rules()}


def test_a_table_of_the_build_is_that_of_the_rules() -> None:
    """Where it says something of a rule, also after the rule was edited."""
    for code, row in listing.present_rows().items():
        assert row == listing.row_of(code)


def test_a_rule_that_was_edited_after_the_build_is_loaded(written) -> None:
    """Its size may be the same."""
    newest = max(place.changed for place in listing.places().values())
    os.utime(written, (newest, newest))
    assert len(listing.present_rows()) == len(all_rules())
    os.utime(written, (newest - 61, newest - 61))
    changed = {code for code, place in listing.places().items() if place.changed > newest - 1}
    assert changed
    assert not changed & listing.present_rows().keys()


def test_names_and_classes_are_told_apart() -> None:
    names = {each for rule in all_rules() for each in rule.about if isinstance(each, str)}
    assert not [name for name in names if ":" in name.strip(":")]


@pytest.fixture
def changed(written):
    """Read a table with changed rows; None removes one."""

    def read(**rows: list | None) -> dict[str, listing.ListedRule]:
        known = json.loads(written.read_text("utf-8"))
        known.update({code.replace("__", "/"): row for code, row in rows.items()})
        written.write_text(json.dumps({code: row for code, row in known.items() if row}))
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
