"""The command that checks what rules are about finds a wrong one, and says what to write."""

from __future__ import annotations

import pytest

from opencl_ls.linter.registry import all_rules, rule
from opencl_ls.syntax import records as r
from tests.support.about import CASES, Place, Seen, places, record, written

SOURCE = """RULE = Rule(Severity.ERROR)

@RULE.on(r.Call, about=("read_",))
def check(context, call):
    pass
"""


@pytest.fixture(scope="module")
def seen() -> list[Place]:
    files = [*CASES.glob("enqueue/*.md"), *CASES.glob("block/*.md")]
    return list(places(record(iter(files))))


def test_no_about_loses_a_finding(seen: list[Place]) -> None:
    assert not [place.rule.code for place in seen if place.about and place.better()]


def test_no_rule_is_about_just_what_it_looks_at() -> None:
    """An item without such a record or symbol has none to check."""
    assert not [
        each.code
        for each in all_rules()
        if each.about and all(kind in each.about for kind, _ in each.checks)
    ]


@pytest.mark.parametrize("about", [frozenset({"printf"}), frozenset()], ids=["wrong", "missing"])
def test_what_to_write_comes_from_the_source(
    seen: list[Place], about: frozenset[type | str]
) -> None:
    """It is the name without which the rule has no finding."""
    known = rule("enqueue/missing-flags")
    place = next(place for place in seen if place.rule is known and not place.check)
    # Most items of a program enqueue nothing.
    others = Seen(place.seen.found, {**place.seen.passed, frozenset([r.Call]): 1000})
    assert Place(place.rule, "", about, others).better() == '("enqueue_kernel",)'


def test_it_is_written_into_the_source() -> None:
    assert written(SOURCE, "", "(t.PipeType,)").startswith(
        "RULE = Rule(Severity.ERROR, about=(t.PipeType,))\n"
    )
    assert '@RULE.on(r.Call, about=("write_",))' in written(SOURCE, "check", '("write_",)')
