"""The profiles: which rules each asks for, and what settings of single rules make of them."""

from __future__ import annotations

import pytest

from opencl_ls.findings import Severity
from opencl_ls.rules.filtering import severity_of, shown_once
from opencl_ls.rules.registry import all_rules
from opencl_ls.settings.model import RuleSettings, Settings
from opencl_ls.settings.profiles import PROFILES
from tests.support.cases import run

CODES = {
    profile: {rule.code for rule in all_rules() if rule.is_in(profile)} for profile in PROFILES
}
# A rule of each kind: always there, in one profile, and once in the profiles that lack it.
RECOMMENDED, STRICT, ONCE = "barrier/divergent", "names/shadowing", "vector/subscript"


def told(code: str, **said: object) -> Severity | None:
    return severity_of(code, Severity.HINT, RuleSettings(**said))  # type: ignore[arg-type]


def test_each_rule_names_a_profile() -> None:
    assert {rule.profile for rule in all_rules()} == set(PROFILES)


def test_all_profiles_hold_what_is_recommended_and_one_holds_everything() -> None:
    assert CODES["recommended"] == CODES["strict"] & CODES["portable"]
    assert CODES["strict"] | CODES["portable"] < CODES["all"]
    assert CODES["all"] == {rule.code for rule in all_rules()}


@pytest.mark.parametrize("profile", ["", "recommended", "portable"])
def test_a_rule_of_another_profile_is_silent(profile: str) -> None:
    assert told(RECOMMENDED, profile=profile) is Severity.HINT
    assert told(STRICT, profile=profile) is None


@pytest.mark.parametrize("profile", ["strict", "all"])
def test_a_rule_of_the_profile_reports(profile: str) -> None:
    assert told(STRICT, profile=profile) is Severity.HINT


def test_what_is_said_of_a_rule_goes_before_the_profile() -> None:
    assert told(STRICT, profile="recommended", severity=((STRICT, "error"),)) is Severity.ERROR
    assert told(STRICT, profile="strict", severity=((STRICT, "off"),)) is None
    assert told(STRICT, profile="strict", ignore=("names",)) is None
    assert told(STRICT, profile="portable", select=(STRICT,)) is Severity.HINT
    assert told(RECOMMENDED, profile="all", select=(STRICT,)) is None


@pytest.mark.parametrize(
    ("said", "is_once"),
    [
        ({}, True),
        ({"profile": "recommended"}, True),
        ({"profile": "strict"}, True),
        ({"profile": "portable"}, False),
        ({"profile": "all"}, False),
        ({"select": (ONCE,)}, False),
        ({"severity": (("vector", "warning"),)}, False),
        ({"ignore": (ONCE,)}, True),
    ],
)
def test_a_rule_is_shown_once_where_nothing_asks_for_it(
    said: dict[str, object], is_once: bool
) -> None:
    settings = RuleSettings(**said)  # type: ignore[arg-type]
    assert (ONCE in shown_once(settings)) is is_once
    assert RECOMMENDED not in shown_once(settings)


def test_every_rule_that_is_shown_once_belongs_to_a_profile() -> None:
    once = {rule.code for rule in all_rules() if rule.once}
    assert once == shown_once(RuleSettings())
    assert not once & CODES["recommended"]


def test_findings_hold_each_place_of_a_rule_that_is_shown_once() -> None:
    """Whoever fixes them needs all of them."""
    text = "float f(float4 v) { return v[1] + v[2]; }\n"
    assert [each.code for each in run(text, Settings())].count(ONCE) == 2
