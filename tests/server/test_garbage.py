"""When garbage is collected: counted, never timed."""

from __future__ import annotations

import pytest

from opencl_ls.server import garbage


@pytest.fixture
def collected(monkeypatch):
    """Return the generations that are collected, and a way to set the collector's counts."""
    done = []

    def counts(young, older, old):
        monkeypatch.setattr("gc.get_count", lambda: (young, older, old))

    monkeypatch.setattr("gc.collect", lambda generation=2: done.append(generation))
    counts(0, 0, 0)
    return done, counts


def test_nothing_is_done_for_little(collected):
    done, counts = collected
    counts(9_999, 49, 9)
    assert garbage.pause() is None
    garbage.collect_young()
    assert not done
    assert garbage.long_pause() is None


def test_a_key_right_after_another_goes_first(collected):
    _, counts = collected
    counts(10_000, 3, 0)
    assert garbage.pause() == 0.015
    counts(0, 50, 0)
    assert garbage.pause() == 0.015
    counts(40_000, 3, 0)
    assert garbage.pause() == 0.0


def test_what_is_young_goes_first(collected):
    done, counts = collected
    counts(10_000, 3, 0)
    garbage.collect_young()
    counts(10_000, 50, 0)
    garbage.collect_young()
    assert done == [0, 1]


def test_everything_only_after_a_rest(collected):
    done, counts = collected
    counts(0, 0, 10)
    garbage.collect_young()
    assert not done
    assert garbage.long_pause() == 5.0
    garbage.collect_all()
    assert done == [2]


def test_what_is_loaded_is_let_alone(collected, monkeypatch):
    done, counts = collected
    monkeypatch.setattr("gc.freeze", lambda: done.append("frozen"))
    counts(50_000, 60, 0)
    with garbage.loading():
        assert garbage.pause() is None
        garbage.collect_young()
        assert not done
    assert done == ["frozen"]
    assert garbage.pause() == 0.0
