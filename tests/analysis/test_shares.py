"""A document that several processes analyse: what each finds, and when it counts."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.analysis.sources import MemorySources
from opencl_ls.findings import Finding
from opencl_ls.semantics.memory.interleaving.analysis import analyse
from opencl_ls.settings.model import DEFAULT

PATH = "/main.cl"
KERNELS = 6
HELPER = "static int twice(local int *cells, int at) { return cells[at] * FACTOR; }\n"
KERNEL = """\
kernel void spread{0}(global int *out, local int *cells) {{
  int i = get_local_id(0), unused;
  cells[i] = i;
  out[i] = twice(cells, i ^ 1) + left_out;
}}
"""
TEXT = f"#define FACTOR 2\n{HELPER}{''.join(map(KERNEL.format, range(KERNELS)))}"


def opened(text: str = TEXT) -> Host:
    """Return a host with a text of which few functions are read."""
    host = Host(MemorySources({}))
    host.open(PATH, text, DEFAULT)
    host.provisional(PATH)
    return host


def findings(host: Host) -> list[Finding]:
    """Return all findings after the steps of the host."""
    for _ in host.go_on(PATH):
        pass
    return sorted(host.analysis(PATH).findings)


def messages(text: str = TEXT, parts: int = 1) -> list[bytes]:
    """Return the messages of some processes."""
    host = opened(text)
    assert host.share(PATH, 1)
    return [each for part in range(parts) for each in host.work(PATH, part, parts)]


@pytest.mark.parametrize("parts", [1, 2, 3])
def test_findings_are_the_same(parts: int) -> None:
    alone, shared = opened(), opened()
    shared.share(PATH, 1)
    for message in messages(parts=parts):
        shared.take(PATH, message)
    assert findings(shared) == findings(alone)


def test_what_was_found_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    given, host = messages(), opened()
    host.share(PATH, 1)
    for message in given:
        host.take(PATH, message)
    analysed: list[object] = []

    def counting(*arguments: object) -> object:
        analysed.append(arguments)
        return analyse(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("opencl_ls.linter.kernel_analyses.analyse", counting)
    assert findings(host) == findings(opened())
    here, alone = KERNELS - len(given), KERNELS
    assert len(analysed) == here + alone


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("cells[i] = i;", "barrier(0); cells[0] = i;", id="in the first kernel"),
        pytest.param("cells[at] *", "at *", id="in a called function"),
        pytest.param("int at)", "long at)", id="a signature"),
        pytest.param("FACTOR 2", "FACTOR (2 / 0)", id="a macro"),
        pytest.param("#define", "constant int left_out = 1;\n#define", id="a new declaration"),
    ],
)
def test_an_edit_makes_only_its_items_stale(old: str, new: str) -> None:
    host = opened()
    host.share(PATH, 1)
    given = messages()
    for message in given[:3]:
        host.take(PATH, message)
    start = TEXT.index(old)
    host.edit(PATH, start, start + len(old), new)
    host.provisional(PATH)
    for message in given[3:]:
        host.take(PATH, message)
    assert findings(host) == findings(opened(TEXT.replace(old, new, 1)))


def test_few_functions_are_not_shared() -> None:
    host = opened()
    assert not host.share(PATH, KERNELS + 1)
    assert not host.is_shared(PATH)
    host.take(PATH, messages()[0])
    assert findings(host) == findings(opened())
    assert not host.share(PATH, 1)


@pytest.mark.parametrize(
    ("old", "new", "still"),
    [("cells[i] = i;", "cells[i] = 0;", True), ("twice(local", "thrice(local", False)],
)
def test_messages_count_until_names_change(old: str, new: str, *, still: bool) -> None:
    host = opened()
    host.share(PATH, 1)
    start = TEXT.index(old)
    host.edit(PATH, start, start + len(old), new)
    host.provisional(PATH)
    assert host.is_shared(PATH) is still


def test_the_races_of_a_kernel_are_there_for_those_who_ask() -> None:
    host = opened()
    host.share(PATH, 1)
    for message in messages():
        host.take(PATH, message)
    findings(host)
    analysis = host.analysis(PATH)
    races = analysis.kernel_races("spread3")
    assert races is not None
    assert races.intervals
