"""The profiles: which rules each asks for, and what settings of single rules make of them."""

from __future__ import annotations

import pytest

from opencl_ls.findings import Severity
from opencl_ls.linter.filtering import severity_of
from opencl_ls.linter.registry import all_rules
from opencl_ls.settings.model import RuleSettings
from opencl_ls.settings.profiles import PROFILES

CODES = {
    profile: {rule.code for rule in all_rules() if rule.is_in(profile)} for profile in PROFILES
}
RECOMMENDED, STRICT, PORTABLE = "barrier/divergent", "names/shadowing", "vector/subscript"


def reported(code: str, **said: object) -> Severity | None:
    return severity_of(code, Severity.HINT, RuleSettings(**said))  # type: ignore[arg-type]


def test_each_rule_names_a_profile() -> None:
    assert {rule.profile for rule in all_rules()} == set(PROFILES)


def test_all_profiles_hold_what_is_recommended_and_one_holds_everything() -> None:
    assert CODES["recommended"] == CODES["strict"] & CODES["portable"]
    assert CODES["strict"] | CODES["portable"] < CODES["all"]
    assert CODES["all"] == {rule.code for rule in all_rules()}


def test_no_error_depends_on_a_profile() -> None:
    """Code that no compiler accepts is reported in any case."""
    errors = {rule.code for rule in all_rules() if rule.severity is Severity.ERROR}
    assert errors <= CODES["recommended"]


@pytest.mark.parametrize(
    ("profile", "codes"),
    [
        ("", {RECOMMENDED}),
        ("recommended", {RECOMMENDED}),
        ("strict", {RECOMMENDED, STRICT}),
        ("portable", {RECOMMENDED, PORTABLE}),
        ("all", {RECOMMENDED, STRICT, PORTABLE}),
    ],
)
def test_what_a_profile_brings(profile: str, codes: set[str]) -> None:
    found = {code for code in (RECOMMENDED, STRICT, PORTABLE) if reported(code, profile=profile)}
    assert found == codes


def test_what_is_said_of_a_rule_goes_before_the_profile() -> None:
    assert reported(STRICT, profile="recommended", severity=((STRICT, "error"),)) is Severity.ERROR
    assert reported(STRICT, profile="strict", severity=((STRICT, "off"),)) is None
    assert reported(STRICT, profile="strict", ignore=("names",)) is None
    assert reported(STRICT, profile="portable", select=(STRICT,)) is Severity.HINT
    assert reported(RECOMMENDED, profile="all", select=(STRICT,)) is None
