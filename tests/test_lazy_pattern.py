"""Patterns that are compiled when they are first used."""

from __future__ import annotations

import re

import pytest

from opencl_ls.lazy_pattern import lazy_pattern


def test_it_is_the_pattern() -> None:
    words, lazy = re.compile(r"(?P<first>\w)\w*", re.ASCII), lazy_pattern(r"(?P<first>\w)\w*", re.A)
    assert lazy.pattern == words.pattern
    assert lazy.findall("a bc") == words.findall("a bc")
    assert lazy.sub("x", "a bc") == "x x"
    assert (lazy.flags, lazy.groups, lazy.groupindex) == (words.flags, 1, words.groupindex)


def test_it_is_compiled_once_and_when_it_is_used(monkeypatch) -> None:
    calls = []
    compiled = re.compile("a")
    monkeypatch.setattr(re, "compile", lambda *arguments: calls.append(arguments) or compiled)
    lazy = lazy_pattern("a", re.S)
    assert not calls
    for _ in range(2):
        assert lazy.match("ab")
        assert lazy.search("ba")
    assert calls == [("a", re.S)]


def test_a_wrong_one_raises_at_its_use() -> None:
    with pytest.raises(re.error):
        lazy_pattern("(").match("")
