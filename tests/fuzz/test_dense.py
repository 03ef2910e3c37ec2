"""The fuzzer of declarations: a short run, and that it finds what it looks for."""

from __future__ import annotations

import pytest

from opencl_ls.analysis import unit
from tests.fuzz.declarations import fault


@pytest.mark.parametrize("number", range(20))
def test_programs_are_known_as_they_are(number: int) -> None:
    assert fault(f"test {number}") == ""


def test_what_is_not_noticed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no item notices what another comes to declare, a program shows it."""
    monkeypatch.setattr(unit, "_renew", lambda *_: None)
    assert any("is not known as it is" in fault(f"test {number}") for number in range(20))
