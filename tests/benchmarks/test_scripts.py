"""The benchmarks run: each part in its shortest form, only our server; no time is checked."""

from __future__ import annotations

import shutil
import sys

import pytest

from benchmarks import cold_check, first_look, keystrokes, memory, opening, stages, start, steps

SMALL = ["--lines", "150"]


def rows(text: str) -> list[list[str]]:
    """Return the cells of the tables' rows, heads left out."""
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_keystrokes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(keystrokes, "SILENCE", 0.0)
    short = ["--edits", "1", "--kernels", "2", "--seconds", "0.1"]
    assert keystrokes.main([*SMALL, *short]) == 0
    found = rows(capsys.readouterr().out)
    cells = {row[2]: row for row in found if row[0] == "synthetic_150.cl"}
    assert cells["type in a body"][6] == "1"
    assert cells["newline at the top"][6] == "0"
    assert cells["newline at the top"][8] == "1"
    assert [row[0] for row in found if "of 2" in row[0]] == [
        "member renamed, first of 2",
        "member renamed, last of 2",
        "its undo, first of 2",
        "its undo, last of 2",
    ]
    assert cells["ours"][3] == "3"
    assert {row[2] for row in found} >= {"completion", "hover", "tokens in sight", "selection"}


def test_opening(capsys: pytest.CaptureFixture[str]) -> None:
    short = ["--starts", "1", "--files", "2", "--kernels", "2", "--seconds", "0"]
    assert opening.main([*SMALL, *short]) == 0
    found = rows(capsys.readouterr().out)
    assert [row[0] for row in found if len(row) == 4] == ["what", "spawn"]
    shown = [row[2] for row in found if row[0] == "synthetic_150.cl"]
    assert shown == [
        *("spawn", "open", "both", "complete"),
        *("again", "kept", "kept, from the spawn"),
        *("diagnostics", "symbols", "folds", "tokens", "hover"),
    ]
    assert [row[1] for row in found if row[0] == "2"] == [
        *("first", "last", "complete"),
        *("open", "key", "slowest key"),
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="there is no wait4")
def test_start(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(start, "_TRIES", 0)
    assert start.main(["--rounds", "1", "--clang", "no-such-clang"]) == 0
    found = rows(capsys.readouterr().out)
    assert [row[0].partition(": ")[2] for row in found[1:]] == [
        *("the interpreter", "check --no-cache", "check, repeated"),
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in Linux's /proc")
def test_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert memory.main([*SMALL, "--keys", "4", "--every", "2"]) == 0
    text = capsys.readouterr().out
    found = rows(text)
    (opened,) = [row for row in found if row[0] == "synthetic_150.cl"]
    assert all(int(cell) > 1000 for cell in opened[3:5])
    samples = [row for row in found if len(row) == 2 and row[0].isdigit()]
    assert [row[0] for row in samples] == ["0", "2", "4"]
    assert all(int(row[1]) > 1000 for row in samples)


@pytest.mark.skipif(shutil.which("clang-19") is None, reason="it is compared with clang")
def test_cold_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert cold_check.main([*SMALL, "--lines", "200"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    shown = [row[0] for row in rows(captured.out)]
    assert shown[-3:] == ["clang", "ours", "ours, from its cache"]
    assert {"synthetic_150.cl", "synthetic_200.cl"} <= {*shown}


@pytest.mark.skipif(shutil.which("clang-19") is None, reason="it is compared with clang")
def test_first_look(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(first_look, "SILENCE", 0.0)
    monkeypatch.setattr(first_look, "LOADING", 0.0)
    assert first_look.main([*SMALL, "--starts", "1", "--dearest", "1", "--jobs", "1"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    dearest, unseen = [row for row in rows(captured.out) if row[0] == "synthetic_150.cl"]
    assert int(dearest[1]) > 120
    assert all(float(cell) > 0 for cell in dearest[2:])
    assert int(unseen[2]) <= int(unseen[3])


def test_steps(capsys: pytest.CaptureFixture[str]) -> None:
    row = "newline at the top"
    assert steps.main(["--lines", "150", "--lines", "300", "--row", row, "--most", "2"]) == 0
    assert len(rows(capsys.readouterr().out)) == 3


def test_stages(capsys: pytest.CaptureFixture[str]) -> None:
    """Each stage takes some time, and the timers are taken out at the end."""
    before = {name: stages.found(name) for name in stages.BEGINNINGS}
    assert stages.main(["--lines", "150", "--lines", "200", "--dearest", "1"]) == 0
    assert {name: stages.found(name) for name in stages.BEGINNINGS} == before
    shown = rows(capsys.readouterr().out)
    assert [row[0] for row in shown if len(row) == 3] == ["what", *stages.STAGES] * 2
    (dearest,) = [row for row in shown if row[0] == "synthetic_200.cl"]
    assert all(int(cell) >= 0 for cell in dearest[1:])
