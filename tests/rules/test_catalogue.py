"""The rules against the catalogue of statements about OpenCL C.

The page of a rule says which entries the rule serves.  Every entry's snippets are run: the
violating one is reported by a rule that serves it, at the catalogue's severity; the conforming one
is silent; and under the versions in which a compiler accepts the violating one, it brings no error.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from opencl_ls.findings import Finding, Severity
from opencl_ls.settings.options import from_build_options
from opencl_ls.settings.profiles import EVERYTHING, RECOMMENDED
from tests.support.cases import Block, marks_of, read_cases, run
from tests.support.catalogue import TABLE, entries_by_rule, read_catalogue, table
from tests.support.failures import failures

HERE = Path(__file__).parent
CATALOGUE = HERE.parent / "catalogue" / "rules.json"
STANDARDS = ("CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0")
FAMILIES = frozenset("type vector image pipe extension kernel-argument address-space block".split())
OWN_ENTRIES = read_catalogue()
NOTES = {name for name, entry in OWN_ENTRIES.items() if entry.note}
SERVED = {name: set(entry.codes) for name, entry in OWN_ENTRIES.items() if entry.codes}
ENTRIES: dict[str, dict[str, Any]] = {
    entry["id"]: entry for entry in json.loads(CATALOGUE.read_text("utf-8"))
}
CONSTRAINTS = sorted(
    identity
    for identity, entry in ENTRIES.items()
    if entry["kind"] == "constraint" and entry["category"] in FAMILIES
)
WITHOUT_SNIPPET = [
    identity for identity in CONSTRAINTS if identity in SERVED and not ENTRIES[identity].get("bad")
]
# A conforming program that copies a pointer which was never set, as clang warns of as well.
UNSET = {"AS-13b"}
# What the five reference pages permit stays silent as well; `test_statements.py` holds the rest.
FROM_PAGES = {identity for identity, entry in ENTRIES.items() if entry["from_reference_pages"]}
SHOWN = sorted(SERVED.keys() | FROM_PAGES)


def _own_snippets() -> dict[str, list[Block]]:
    """Return the blocks of the Markdown cases that name an entry, by the entry."""
    found: dict[str, list[Block]] = {}
    for file in sorted(HERE.glob("*/*.md")):
        for case in read_cases(file):
            for block in case.blocks:
                for entry in block.entries:
                    found.setdefault(entry, []).append(block)
    return found


OWN = _own_snippets()


def _findings(
    snippet: dict[str, Any], std: str | None = None, more: str = "", profile: str = RECOMMENDED
) -> list[Finding]:
    options = f"-cl-std={std or snippet['std']} -cl-ext=+all {snippet['args']} {more}"
    settings, problems = from_build_options(options.split())
    assert not problems
    rules = replace(settings.rules, profile=profile)
    return run(snippet["code"], replace(settings, rules=rules))


def _shown(findings: list[Finding]) -> str:
    return "\n".join(f"{f.severity.label}[{f.code}]: {f.message}" for f in findings) or "nothing"


def test_table_is_up_to_date() -> None:
    """`python -m tests.support.catalogue` would change nothing."""
    assert TABLE.read_text("utf-8") == table(), "run python -m tests.support.catalogue"


def test_every_name_of_an_entry_is_one() -> None:
    """What the pages of the rules and their cases name is an entry, and one that is served."""
    named = {name for names in entries_by_rule().values() for name in names}
    assert named <= set(OWN_ENTRIES)
    assert set(OWN) | {e.identity for e in OWN_ENTRIES.values() if e.options} <= set(SERVED)


def test_every_entry_has_a_rule_or_a_reason() -> None:
    """No entry is forgotten, and none that a rule reports is called unreported."""
    wrong = [e.identity for e in OWN_ENTRIES.values() if bool(e.codes) == bool(e.reason)]
    assert not wrong


def test_constraints_are_reported() -> None:
    """What has to be reported is reported: only facts and permissions need not be."""
    silent = {e.identity: e.kind for e in OWN_ENTRIES.values() if not e.codes}
    assert {name for name, kind in silent.items() if kind == "constraint"} == set()


def test_entries_are_those_of_the_catalogue() -> None:
    """None is missing, and the kinds agree."""
    assert {e.identity: (e.category, e.kind) for e in OWN_ENTRIES.values()} == {
        name: (entry["category"], entry["kind"]) for name, entry in ENTRIES.items()
    }


def test_own_snippets() -> None:
    """Where the catalogue has no violating snippet the cases have one, and a conforming one."""
    assert not failures(_has_own_snippets, WITHOUT_SNIPPET)


def _has_own_snippets(identity: str) -> None:
    codes, severity = SERVED[identity], ENTRIES[identity]["severity"]
    marks = [marks_of(block.text) for block in OWN.get(identity, [])]
    reported = [mark for row in marks for mark in row if mark.code in codes]
    assert reported, "no block that names the entry has a mark of a rule that serves it"
    assert identity in NOTES or severity in {mark.severity for mark in reported}
    assert ENTRIES[identity].get("good") or [] in marks, "no conforming block names the entry"


@pytest.mark.parametrize("category", sorted({entry["category"] for entry in ENTRIES.values()}))
def test_entries(category: str) -> None:
    """The snippets of an entry are reported and left alone as the catalogue says."""
    entries = [each for each in SHOWN if ENTRIES[each]["category"] == category]
    assert not failures(_is_judged_as_it_says, entries)


def _is_judged_as_it_says(identity: str) -> None:
    entry = ENTRIES[identity]
    bad, good = entry.get("bad"), entry.get("good")
    if bad and identity in SERVED:
        more = " ".join(OWN_ENTRIES[identity].options)
        findings = _findings(bad, more=more, profile=EVERYTHING)
        own = [finding for finding in findings if finding.code in SERVED[identity]]
        assert own, f"violating snippet:\n{bad['code']}\n{_shown(findings)}"
        if identity not in NOTES:
            labels = {finding.severity.label for finding in own}
            assert entry["severity"] in labels, f"{_shown(findings)}\n{bad['code']}"
        if entry["beyond_clang"] == "no" and identity not in NOTES:
            for std, verdict in zip(STANDARDS, bad["clang_by_std"], strict=True):
                if verdict == "silent":
                    errors = [f for f in _findings(bad, std) if f.severity is Severity.ERROR]
                    assert not errors, f"under {std}:\n{bad['code']}\n{_shown(errors)}"
    if good:
        loud = [f for f in _findings(good) if f.severity <= Severity.WARNING]
        if identity in UNSET:
            loud = [f for f in loud if f.code != "names/uninitialized-variable"]
        assert not loud, f"conforming snippet:\n{good['code']}\n{_shown(loud)}"
