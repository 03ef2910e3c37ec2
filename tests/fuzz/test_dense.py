"""The dense fuzzer: a short run for each kind of text, and that it finds what it looks for."""

from __future__ import annotations

from typing import Any

import pytest

from opencl_ls.analysis import building
from opencl_ls.linter import unit_rules
from opencl_ls.preprocess.preprocessor import _Resync
from tests.fuzz.dense import GRAMMARS, fault


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("texts", GRAMMARS)
def test_programs_are_known_as_they_are(texts: str, number: int) -> None:
    assert fault(GRAMMARS[texts], f"test {number}") is None


@pytest.mark.parametrize(
    ("texts", "owner", "name", "instead"),
    [
        # No item notices what another one now declares.
        ("declarations", building, "_renewed", lambda *given: given[2]),
        # No line notices what a macro above it means now.
        ("directives", _Resync, "agrees", lambda run, index, _: index >= run.new_end),
        # What one function does does not change the findings of others.
        ("bodies", unit_rules._Reuse, "_holds", lambda *_: True),
    ],
    ids=GRAMMARS,
)
def test_what_is_not_noticed_is_found(
    monkeypatch: pytest.MonkeyPatch, texts: str, owner: Any, name: str, instead: object
) -> None:
    """Where what depends on something else is not asked again, a program shows it."""
    monkeypatch.setattr(owner, name, instead)
    assert any(fault(GRAMMARS[texts], f"test {number}") for number in range(30))


def test_errors_in_a_header_that_differ_in_their_fixes_alone_are_two() -> None:
    """On the `#include` they are counted as `check` lists them."""
    assert fault(GRAMMARS["directives"], "n5 11") is None
