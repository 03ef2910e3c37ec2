"""The fuzzer of lines that break off, in short, and that it sees what it looks for."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.item_cache import ItemCache
from opencl_ls.syntax.recovery import unfinished
from tests.fuzz import kernels, lines, sources

# In one of the others a label follows; another has a mistake of syntax as it is.
FOUND = [
    kernel for kernel in kernels.own() if "odd" not in kernel.path and "mistakes" not in kernel.path
]


def test_what_is_missing_is_reported_where_it_is_missing() -> None:
    """Nothing is reported elsewhere in our own kernels."""
    for way, tally in lines.broken_off(FOUND, 40, 1).items():
        assert tally[lines.RIGHT] > 10, way
        assert not tally[lines.ELSEWHERE], way
        assert not tally[lines.ALSO], way


def test_an_error_elsewhere_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the help that lines get, values are missed where the next statement is."""
    monkeypatch.setattr(sources, "_cache", ItemCache())
    monkeypatch.setattr(unfinished, "finished", lambda _: None)
    tally = lines.broken_off(FOUND, 60, 2)["a value is missing"]
    assert tally[lines.ELSEWHERE] + tally[lines.ALSO] > 3
