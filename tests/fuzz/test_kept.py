"""A short run of the fuzzer of kept results, and a fault that it has to find."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.environment import UnitEnvironment
from tests.fuzz.kept import Fault, fuzz


def test_kept_results_are_those_of_a_cold_start() -> None:
    """60 rounds; most items come from the store."""
    done = fuzz(60, seed=1)
    assert done["kept"] > done["items"] / 2
    assert done["findings"] > 500


def test_a_stale_answer_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fuzzer sees entries that are taken whatever the names in them mean."""
    monkeypatch.setattr(UnitEnvironment, "agrees_on", lambda *_: True)
    with pytest.raises(Fault, match="only "):
        fuzz(300, seed=1)
