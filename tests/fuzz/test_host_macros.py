"""The fuzzer of macros that only the host defines, in short, and that it sees what it looks for."""

from __future__ import annotations

from itertools import islice

import pytest

from opencl_ls.analysis.item_cache import ItemCache
from opencl_ls.syntax.recovery import search, undefined_macros
from tests.fuzz import host_macros, kernels, sources

FOUND = [kernel for kernel in kernels.own() if "include" not in kernel.text]


def test_no_error_follows_from_a_macro_of_the_host() -> None:
    """Whatever is hidden in our own kernels, and wherever a macro is added."""
    assert not list(host_macros.judge(FOUND, 300, 1))


def test_an_error_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where macros are not left out, hints and attributes are errors of syntax."""
    monkeypatch.setattr(sources, "_cache", ItemCache())
    for module in (undefined_macros, search):
        monkeypatch.setattr(module, "without_macros", lambda *_, **__: None)
    assert len(list(islice(host_macros.judge(FOUND, 100, 2), 6))) == 6
