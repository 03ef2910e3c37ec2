"""Races are found behind the first answer, and of the kernels that an edit concerns alone."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.host import Host, check
from opencl_ls.findings import Finding
from opencl_ls.linter.kernel_analyses import KernelAnalyses
from opencl_ls.preprocess import MemorySources
from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
from opencl_ls.semantics.model import ItemModel
from opencl_ls.settings.decode import decode
from opencl_ls.settings.model import DEFAULT

TEXT = """int next(int i) { return i + 1; }
kernel void one(global int *a) { int i = get_local_id(0); a[i] = a[next(i)]; }
kernel void two(global int *a) { int i = get_local_id(0); a[i] = a[i + 1]; }
kernel void three(global int *a) { int i = get_local_id(0); a[i] = i; missing(a); }
void other(void) { }
"""


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """List the kernels that are analysed."""
    names: list[str] = []
    original = KernelAnalyses.analysed

    def counting(self: KernelAnalyses, model: ItemModel) -> KernelAnalysis:
        made = original(self, model)
        names.append(made.kernel.name)
        return made

    monkeypatch.setattr(KernelAnalyses, "analysed", counting)
    return names


def opened() -> Host:
    host = Host(MemorySources({}))
    host.open("a.cl", TEXT, DEFAULT)
    _ = host.analysis("a.cl").findings
    return host


def edit(host: Host, old: str, new: str) -> str:
    text = host.provisional("a.cl").text
    at = text.index(old)
    host.edit("a.cl", at, at + len(old), new)
    return text.replace(old, new, 1)


def go_on(host: Host) -> None:
    host.provisional("a.cl")
    for _ in host.go_on("a.cl"):
        pass


def races(findings: tuple[Finding, ...], text: str) -> list[int]:
    """Return the lines with races, from 0 on."""
    return [
        text.count("\n", 0, each.place.start) for each in findings if each.code.startswith("race/")
    ]


def cold(text: str) -> tuple[Finding, ...]:
    return check("a.cl", MemorySources({"a.cl": text}), DEFAULT).findings


def test_all_kernels_are_analysed_once(analysed: list[str]) -> None:
    host = opened()
    assert sorted(analysed) == ["one", "three", "two"]
    assert races(host.analysis("a.cl").findings, TEXT) == [1, 2]
    assert len(analysed) == 3


def test_the_first_answer_does_not_wait_for_races(analysed: list[str]) -> None:
    """Those of other kernels stay; the edited kernel is analysed in a step of its own."""
    host = opened()
    analysed.clear()
    text = edit(host, "a[i] = a[i + 1]", "a[i] = a[i + 2]")
    first = host.provisional("a.cl")
    assert races(first.findings, text) == [1]
    assert first.lacks_findings
    assert not first.is_provisional
    assert analysed == []
    go_on(host)
    assert analysed == ["two"]
    last = host.provisional("a.cl")
    assert not last.lacks_findings
    assert last.findings == cold(text)
    assert races(last.findings, text) == [1, 2]


def test_a_key_in_another_function_costs_nothing(analysed: list[str]) -> None:
    host = opened()
    analysed.clear()
    text = edit(host, "other(void) { }", "other(void) { int x = 1; }")
    first = host.provisional("a.cl")
    assert races(first.findings, text) == [1, 2]
    assert not first.lacks_findings
    go_on(host)
    assert analysed == []


def test_a_callee_concerns_the_kernels_that_follow_it(analysed: list[str]) -> None:
    host = opened()
    analysed.clear()
    text = edit(host, "return i + 1;", "return i;")
    go_on(host)
    assert analysed == ["one"]
    assert races(host.provisional("a.cl").findings, text) == [2]
    assert host.provisional("a.cl").findings == cold(text)


def test_a_function_that_was_missing(analysed: list[str]) -> None:
    host = opened()
    analysed.clear()
    text = edit(
        host, "void other(void) { }", "void missing(global int *a) { a[0] = get_local_id(0); }"
    )
    text = edit(host, "void missing", "\nvoid missing")
    assert host.analysis("a.cl").findings == cold(text)
    assert "three" in analysed


def test_a_complete_analysis_has_all_races(analysed: list[str]) -> None:
    """Also where a provisional one of the same state was asked before, whose answer stays."""
    host = opened()
    analysed.clear()
    text = edit(host, "a[i] = a[i + 1]", "a[i] = a[i + 2]")
    first, whole = host.provisional("a.cl"), host.analysis("a.cl")
    assert races(first.findings, text) == [1]
    assert races(whole.findings, text) == [1, 2]
    assert races(first.findings, text) == [1]
    assert host.provisional("a.cl").findings == whole.findings
    assert analysed == ["two"]


def test_a_kernel_that_is_gone_or_twice_there() -> None:
    host = opened()
    line = TEXT.split("\n")[2] + "\n"
    for old, new in (
        (line, line + line),
        (line + line, line),
        (line, ""),
        ("void other", line + "void other"),
    ):
        text = edit(host, old, new)
        _ = host.provisional("a.cl").findings
        go_on(host)
        assert host.provisional("a.cl").findings == cold(text)


def test_the_settings_give_sizes() -> None:
    """A new size is new settings: all is analysed again."""
    host = opened()
    settings, problems = decode({"kernels": {"two": {"local-size": 1, "num-groups": [1]}}})
    assert not problems
    host.configure("a.cl", settings)
    assert races(host.analysis("a.cl").findings, TEXT) == [1]


def test_an_undo_costs_nothing(analysed: list[str]) -> None:
    host = opened()
    edit(host, "return i + 1;", "return i;")
    go_on(host)
    edit(host, "a[i] = a[i + 1]", "a[i] = a[i + 2]")
    go_on(host)
    analysed.clear()
    edit(host, "a[i] = a[i + 2]", "a[i] = a[i + 1]")
    assert races(host.provisional("a.cl").findings, TEXT) == [2]
    edit(host, "return i;", "return i + 1;")
    go_on(host)
    found = host.provisional("a.cl").findings
    assert analysed == []
    assert found == cold(TEXT)


def test_of_many_analyses_the_findings_stay(
    analysed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("opencl_ls.linter.kernel_analyses._WHOLE", 1)
    host = Host(MemorySources({}))
    host.open("a.cl", TEXT, DEFAULT)
    go_on(host)
    assert sorted(analysed) == ["one", "three", "two"]
    assert host.analysis("a.cl").findings == cold(TEXT)
    text = edit(host, "a[i] = a[i + 1]", "a[i] = a[i]")
    go_on(host)
    assert host.analysis("a.cl").findings == cold(text)
    analysed.clear()
    # Who asks for the accesses of the others gets them.
    names = ("one", "two", "three")
    found = [host.analysis("a.cl").kernel_races(name) for name in names * 2]
    assert all(each is not None and each.intervals for each in found)
    assert analysed == ["one"]
