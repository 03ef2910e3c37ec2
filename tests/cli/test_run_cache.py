"""The cache of whole runs of `check`: which answers are repeated, and when they are not."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from opencl_ls.cli import check, run_cache
from opencl_ls.cli.main import main

if TYPE_CHECKING:
    from pathlib import Path

KERNEL = '#include "util.h"\nkernel void k(global int *p) { p[0] = SIZE; missing(); }\n'
CALL = ("check", "k.cl", "-I", "near", "-I", "far", "--no-color")


class Folder:
    """A folder with a kernel and a header, and a cache beside it."""

    def __init__(
        self, path: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch
    ) -> None:
        self.path = path / "work"
        self.cache = path / "cache"
        self._capsys = capsys
        self.write("k.cl", KERNEL)
        self.write("far/util.h", "#define SIZE 4\n")
        patch.setenv("OPENCL_LS_CACHE", str(self.cache))
        patch.setenv("TERM", "xterm")
        patch.chdir(self.path)

    def write(self, name: str, text: str | None) -> None:
        """Write a file, or remove it."""
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        if text is not None:
            path.write_bytes(text.encode())

    def call(self, *arguments: str) -> tuple[int, str, str]:
        """Return the exit status of a call, and the texts of its output and its errors."""
        status = main(arguments)
        return status, *self._capsys.readouterr()

    def repeated(self, *arguments: str) -> tuple[int, str] | None:
        """Return the kept answer to a call of `check`, if there is one."""
        status = run_cache.recall(arguments[1:])
        out = self._capsys.readouterr().out
        return None if status is None else (status, out)

    def entries(self) -> list[Path]:
        return sorted(self.cache.glob("??/run-*"))


@pytest.fixture
def folder(tmp_path, capsys, monkeypatch) -> Folder:
    return Folder(tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize("options", [(), ("--format", "json"), ("--format=concise", "-q")])
def test_the_same_call_has_the_same_answer(folder: Folder, monkeypatch, options) -> None:
    first = folder.call(*CALL, *options)
    monkeypatch.setattr(check, "run_check", None)
    assert folder.call(*CALL, *options) == first
    assert first[0] == 1
    assert "there is no function 'missing'" in first[1]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("k.cl", KERNEL + "\n"),
        ("k.cl", None),
        ("far/util.h", "#define SIZE 5\n"),
        ("far/util.h", None),
        ("near/util.h", "#define SIZE 4\n"),
        ("util.h", "#define SIZE 4\n"),
        ("opencl-ls.toml", 'std = "CL1.2"\n'),
        ("pyproject.toml", "[tool.opencl-ls]\n"),
        ("compile_flags.txt", "-cl-std=CL1.2\n"),
        ("compile_commands.json", "[]"),
        ("build/compile_commands.json", "[]"),
        ("../opencl-ls.toml", 'std = "CL1.2"\n'),
    ],
)
def test_an_answer_is_for_all_files(folder: Folder, name: str, text: str | None) -> None:
    """Any file that the run read or looked for; with its content as before, it holds again."""
    _, out, _ = folder.call(*CALL)
    path = folder.path / name
    before = path.read_text() if path.exists() else None
    folder.write(name, text)
    assert folder.repeated(*CALL) is None
    folder.write(name, before)
    assert folder.repeated(*CALL) == (1, out)


def test_an_answer_is_for_one_call(folder: Folder, monkeypatch, tmp_path) -> None:
    """Its arguments, its folder, its colours and its build of the program."""
    folder.call(*CALL)
    assert folder.repeated(*CALL, "-q") is None
    with monkeypatch.context() as patch:
        patch.setenv("NO_COLOR", "1")
        assert folder.repeated(*CALL) is None
    with monkeypatch.context() as patch:
        patch.setattr(run_cache, "is_terminal", lambda _: True)
        assert folder.repeated(*CALL) is None
    with monkeypatch.context() as patch:
        patch.setattr(run_cache, "build", lambda: "another")
        assert folder.repeated(*CALL) is None
    with monkeypatch.context() as patch:
        patch.chdir(tmp_path)
        assert folder.repeated(*CALL) is None
    with monkeypatch.context() as patch:
        patch.setenv("OPENCL_LS_CACHE", "")
        assert folder.repeated(*CALL) is None
    assert folder.repeated(*CALL) is not None


@pytest.mark.parametrize(
    "options",
    [
        ("--fix",),
        ("--diff",),
        ("--no-cache",),
        ("--statistics",),
        ("--debug-types",),
        ("--write-baseline", "known.json"),
        ("--output-file", "out.txt"),
        ("--report", "json:out.json"),
        ("--config", "own.toml"),
        ("--format", "gitlab"),
        ("--host", "host.c"),
        ("missing.cl",),
        (".",),
    ],
)
def test_other_work_is_done_each_time(folder: Folder, options: tuple[str, ...]) -> None:
    folder.write("own.toml", "")
    folder.write("host.c", "")
    folder.call(*CALL, *options)
    assert not folder.entries()


@pytest.mark.parametrize("text", ['std = "CL9"\n', "unheard = 1\n"])
def test_a_problem_is_reported_each_time(folder: Folder, text: str) -> None:
    folder.write("opencl-ls.toml", text)
    first = folder.call(*CALL)
    assert first[2]
    assert folder.call(*CALL) == first
    assert not folder.entries()


def test_a_damaged_entry_is_none(folder: Folder) -> None:
    folder.call(*CALL)
    (entry,) = folder.entries()
    data = entry.read_bytes()
    for damaged in (b"", data[:-1], data[: data.rindex(b"\0")], data + b"\0", data[1:]):
        entry.write_bytes(damaged)
        assert folder.repeated(*CALL) is None
    entry.write_bytes(data)
    assert folder.repeated(*CALL) is not None


def test_what_changes_during_the_run_is_not_kept(folder: Folder, monkeypatch) -> None:
    original = check.report

    def report(*arguments):
        folder.write("k.cl", KERNEL.replace("missing", "other"))
        return original(*arguments)

    monkeypatch.setattr(check, "report", report)
    folder.call(*CALL)
    assert not folder.entries()


def test_no_answer_is_stale(folder: Folder) -> None:
    """After any change of files and options the answer is that of a run without a cache."""
    chance = random.Random(39)
    headers = [
        None,
        "#define SIZE 4\n",
        "#define SIZE x\n",
        "void missing(void);\n#define SIZE 1\n",
    ]
    texts = {
        "k.cl": [KERNEL, KERNEL.replace("SIZE", "p[SIZE]"), "\ufeff" + KERNEL],
        "util.h": headers,
        "near/util.h": headers,
        "far/util.h": headers,
        "opencl-ls.toml": [None, None, 'std = "CL1.2"\n', 'ignore = ["call"]\r\n'],
    }
    repeated = 0
    for _ in range(60):
        name = chance.choice(list(texts))
        folder.write(name, chance.choice(texts[name]))
        call = (*CALL, *chance.choice([(), ("-DSIZE=2",)]))
        repeated += folder.repeated(*call) is not None
        assert folder.call(*call) == folder.call(*call, "--no-cache")
    assert repeated > 5
