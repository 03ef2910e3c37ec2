"""The statements of the reference pages: none is missing, and each is served as it should be.

`tests/rules/test_rules.py` runs the cases, as it runs all Markdown cases.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest

from opencl_ls.linter.registry import all_rules
from opencl_ls.settings.decode import decode
from tests.rules.test_catalogue import ENTRIES, NOTES, SERVED
from tests.support.cases import marks_of, run, without_marks
from tests.support.failures import failures
from tests.support.statements import PAGES, TABLE, VERSIONS, Statement, all_statements, table

STATEMENTS = all_statements()
RULES = {rule.code: rule for rule in all_rules()}
FAMILIES = ("BLK", "LOC", "WGB", "ENQ", "RES")
# What the catalogue asks for in place of an edit of the text.
NO_EDIT = {"BLK-01": "the fix is a setting, not an edit"}
# Rules about the language as a whole, which no one page made.
GENERAL = {
    "builtin/argument-count",
    "builtin/no-matching-form",
    "builtin/unavailable",
    "call/argument-type",
    "names/undeclared",
    "syntax/error",
    "type/unavailable",
}


def _failures(
    check: Callable[[Statement], None], statements: Iterable[Statement] = STATEMENTS
) -> dict[str, str]:
    return failures(check, statements, lambda each: each.identity)


def test_table_is_up_to_date() -> None:
    """`python -m tests.support.statements` would change nothing."""
    assert TABLE.read_text("utf-8") == table(), "run python -m tests.support.statements"


def test_every_statement_has_its_own_heading() -> None:
    """No statement appears twice, and each is reported or has a reason not to be."""
    identities = [statement.identity for statement in STATEMENTS]
    assert len(identities) == len(set(identities))
    assert all(identity.partition("-")[0] in FAMILIES for identity in identities)


def test_no_statement_is_missing() -> None:
    """The pages hold every entry that the catalogue takes from them."""
    wanted = {identity for identity in ENTRIES if identity.partition("-")[0] in FAMILIES}
    assert {statement.identity for statement in STATEMENTS} == wanted


def test_cases_show_both_sides() -> None:
    """What is reported is shown violated and kept; what is silent is shown to be."""
    assert not _failures(_shows_both_sides)


def _shows_both_sides(statement: Statement) -> None:
    kept = [block for block in statement.case.blocks if not marks_of(block.text)]
    assert kept
    assert bool(statement.marks) == bool(statement.versions)
    assert not (statement.marks and statement.reason)


@pytest.mark.parametrize("page", PAGES)
def test_versions(page: str) -> None:
    """A violation is reported in the versions that are named, and in no other one."""
    assert not _failures(_in_its_versions, [each for each in STATEMENTS if each.page == page])


def _in_its_versions(statement: Statement) -> None:
    found = set()
    for block in statement.case.blocks:
        codes = {mark.code for mark in marks_of(block.text)}
        for version in VERSIONS if codes else ():
            settings, problems = decode({**block.settings, "std": f"CL{version}"})
            assert not problems
            findings = run(without_marks(block.text), settings, block.files)
            if codes <= {finding.code for finding in findings}:
                found.add(version)
    assert tuple(sorted(found)) == statement.versions


def test_rules() -> None:
    """A rule that the catalogue's mapping names reports it, and its page names where it is from."""
    assert not _failures(_has_its_rule, [each for each in STATEMENTS if each.marks])


def _has_its_rule(statement: Statement) -> None:
    serving = set(statement.codes) & SERVED[statement.identity]
    assert serving
    # A few statements are the specification's own, which the catalogue lists beside the page's.
    if not statement.text.startswith("(Specification"):
        for code in serving - GENERAL:
            reference = " ".join(RULES[code].section("Reference").split())
            assert re.search(rf"[Rr]eference pages? .*{statement.title}", reference), reference


def test_entry() -> None:
    """A statement has the severity of the catalogue, and a fix where the catalogue has one."""
    assert not _failures(_agrees_with_its_entry)


def _agrees_with_its_entry(statement: Statement) -> None:
    entry = ENTRIES[statement.identity]
    if entry["kind"] in ("permission", "runtime"):
        assert not statement.marks
    elif entry["kind"] in ("constraint", "advice"):
        assert statement.marks
    if statement.marks and statement.identity not in NOTES:
        assert entry["severity"] in {severity for severity, _ in statement.marks}
    if entry["quick_fix"] and statement.identity not in NO_EDIT:
        blocks = statement.case.blocks
        assert any(
            block.fixed is not None and block.fixed != without_marks(block.text) for block in blocks
        )
