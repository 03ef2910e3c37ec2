"""A short run of the fuzzer of refactorings."""

from __future__ import annotations

from tests.fuzz import kernels
from tests.fuzz.refactorings import fuzz

USUAL = ("extract-variable", "extract-function", "inline-variable", "statements", "expand-macro")


def test_what_refactorings_make_of_the_examples_has_no_new_mistakes() -> None:
    """They are made at some hundred selections, and offered in broken text without an exception."""
    tally = fuzz(kernels.own(), 30, seed=4)
    assert not tally.cases, "\n".join(tally.cases)
    assert all(tally.made[name] for name in USUAL), tally.made
