"""The page about precision says what its data says, and the data keeps the promise."""

from __future__ import annotations

import pytest

from opencl_ls.linter.registry import all_rules
from opencl_ls.settings.profiles import RECOMMENDED
from tests.precision.page import LEAST, PAGE, SHOWN, findings, judgements, page, spread

FOUND = findings()
RULES = sorted({each.rule for each in FOUND})
JUDGED, _ = judgements()


def test_the_page_is_up_to_date() -> None:
    """`python -m tests.precision page` would change nothing."""
    assert PAGE.read_text("utf-8") == page(), "run python -m tests.precision page"


def test_what_was_found_is_of_the_profile_and_no_error() -> None:
    recommended = {rule.code for rule in all_rules() if rule.is_in(RECOMMENDED)}
    assert recommended.issuperset(RULES)
    assert not [each for each in FOUND if each.level == "error"]


def test_each_rule_that_found_anything_was_read() -> None:
    assert sorted(JUDGED) == RULES


@pytest.mark.parametrize("rule", RULES)
def test_enough_of_what_was_read_is_true(rule: str) -> None:
    found = [each for each in FOUND if each.rule == rule]
    read = spread(found, SHOWN)
    said = JUDGED[rule]
    assert said.read == len(read)
    assert said.others.keys() <= {(each.file, each.line) for each in read}
    assert said.read - len(said.others) >= LEAST * said.read
