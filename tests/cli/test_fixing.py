"""Fixes are applied together where they can be, and leave every other byte alone."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from opencl_ls.cli.fixing import apply_edits

pytestmark = pytest.mark.usefixtures("fake")

# What a file holds, the options, and what it holds afterwards.
CASES = {
    "safe fixes": (b"BAD; RISKY; BAD", "--fix", b"GOOD; RISKY; GOOD"),
    "unsafe ones too": (b"BAD; RISKY;\n", "--fix --unsafe-fixes", b"GOOD; CALM\nDOWN;\n"),
    "unsafe ones alone say enough": (b"RISKY\n", "--unsafe-fixes", b"CALM\nDOWN\n"),
    "nothing to fix": (b"HINT", "--fix", b"HINT"),
    "no option": (b"BAD", "", b"BAD"),
    "a diff": (b"BAD", "--diff", b"BAD"),
    "a fix that brings errors": (b"WORSE", "--fix", b"WORSE"),
    "a fix that lets more be read": (b"UNREAD", "--fix", b"GOOD GOOD"),
    "letters of many bytes": ("größe BAD é".encode(), "--fix", "größe GOOD é".encode()),
    "bytes that are not UTF-8": (b"\xff\xe9 BAD \xe9", "--fix", b"\xff\xe9 GOOD \xe9"),
    "a mark of UTF-8": (b"\xef\xbb\xbfBAD", "--fix", b"\xef\xbb\xbfGOOD"),
    "line ends": (b"a\r\nRISKY\r\n", "--unsafe-fixes", b"a\r\nCALM\r\nDOWN\r\n"),
    "mixed line ends": (b"a\r\nb\rc\nBAD", "--fix", b"a\r\nb\rc\nGOOD"),
    "UTF-16": (
        "\ufeffgröße BAD\r\n".encode("utf-16-be"),
        "--fix",
        "\ufeffgröße GOOD\r\n".encode("utf-16-be"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_fix(run, name: str) -> None:
    before, options, after = CASES[name]
    Path("a.cl").write_bytes(before)
    run("check", "a.cl", *options.split())
    assert Path("a.cl").read_bytes() == after


def test_the_report_tells_what_is_left(run) -> None:
    Path("a.cl").write_text("BAD; RISKY")
    result = run("check", "--fix", "a.cl")
    assert result.status == 0
    assert result.out.endswith("0 errors, 1 warning in 1 file\n")
    assert "demo/bad" not in result.out
    assert result.err == "opencl-ls: fixed 1 finding in 1 file\n"


@pytest.mark.skipif(shutil.which("git") is None, reason="git applies the diff")
def test_a_diff_can_be_applied(run) -> None:
    Path("a b.cl").write_bytes("é RISKY\r\nBAD\nend".encode())
    Path("c.cl").write_bytes(b"fine")
    result = run("check", "--diff", "--unsafe-fixes", ".")
    assert result.status == 1
    assert result.err == "opencl-ls: would fix 2 findings in 1 file\n"
    assert result.out == (
        "--- a/a b.cl\n+++ b/a b.cl\n@@ -1,3 +1,4 @@\n"
        "-é RISKY\r\n-BAD\n+é CALM\r\n+DOWN\r\n+GOOD\n end\n\\ No newline at end of file\n"
    )
    subprocess.run(["git", "apply", "-p1"], input=result.out.encode(), check=True)
    assert Path("a b.cl").read_bytes() == "é CALM\r\nDOWN\r\nGOOD\nend".encode()


@pytest.mark.skipif(shutil.which("git") is None, reason="git applies the diff")
@pytest.mark.skipif(os.name == "nt", reason="names that Windows does not know")
@pytest.mark.parametrize(
    ("name", "before"),
    [
        ("a.cl", b"\xef\xbb\xbfBAD\n"),
        ("a\n--- b.cl", b"BAD\n"),
        ('tab\t"quote"\\.cl', b"BAD\n"),
        ("\x1b\x7f\xfc.cl", b"BAD\n"),
    ],
)
def test_a_diff_of_any_name_and_mark_can_be_applied(run, name: str, before: bytes) -> None:
    Path(name).write_bytes(before)
    result = run("check", "--diff", ".")
    subprocess.run(["git", "apply", "-p1"], input=result.out.encode(), check=True)
    assert Path(name).read_bytes() == before.replace(b"BAD", b"GOOD")


def test_a_file_that_is_included_and_checked_is_fixed_once(run) -> None:
    Path("a.cl").write_text('#include "b.cl"\nBAD')
    Path("b.cl").write_text("BAD BAD")
    result = run("check", "--fix", ".")
    assert (result.status, Path("b.cl").read_text()) == (0, "GOOD GOOD")
    assert result.err == "opencl-ls: fixed 3 findings in 2 files\n"


def test_a_header_that_is_not_checked_is_left_alone(run) -> None:
    Path("a.cl").write_text('#include "h.h"\nBAD')
    Path("h.h").write_text("BAD")
    assert run("check", "--fix", "a.cl").status == 1
    assert Path("h.h").read_text() == "BAD"
    assert Path("a.cl").read_text().endswith("GOOD")


def test_mode_and_link_are_kept_and_nothing_is_left_behind(run) -> None:
    Path("real").mkdir()
    Path("real/a.cl").write_text("BAD")
    Path("real/a.cl").chmod(0o640)
    Path("a.cl").symlink_to("real/a.cl")
    assert run("check", "--fix", "a.cl").status == 0
    assert Path("a.cl").is_symlink()
    assert Path("real/a.cl").read_text() == "GOOD"
    assert stat.S_IMODE(Path("real/a.cl").stat().st_mode) == 0o640
    assert [each.name for each in Path("real").iterdir()] == ["a.cl"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everything")
def test_a_read_only_file_is_said_to_be_one(run) -> None:
    Path("a.cl").write_text("BAD")
    Path("a.cl").chmod(0o444)
    result = run("check", "--fix", "a.cl")
    assert result.status == 2
    assert "not fixed: the file is read-only" in result.err


def test_a_file_that_changed_meanwhile_is_not_overwritten(run, monkeypatch) -> None:
    from opencl_ls.cli import changes

    def meanwhile(path: str) -> str:
        Path(path).write_text("somebody's work")
        return path

    Path("a.cl").write_text("BAD")
    # The source is read once more when it is written; the writer looks at the real path last.
    monkeypatch.setattr(changes, "real_path", meanwhile)
    result = run("check", "--fix", "a.cl")
    assert result.status == 2
    assert "changed" in result.err
    assert Path("a.cl").read_text() == "somebody's work"


def test_standard_input_is_fixed_to_standard_output(run) -> None:
    result = run("check", "--fix", "-", stdin="é BAD RISKY".encode())
    assert (result.status, result.out) == (0, "é GOOD RISKY")
    assert "demo/risky" in result.err
    result = run("check", "--fix", "-", stdin=b"fine")
    assert (result.status, result.out) == (0, "fine")


@pytest.mark.parametrize(
    ("text", "edits", "expected"),
    [
        ("abc", [(1, 2, "X")], "aXc"),
        ("abc", [(2, 3, ""), (0, 1, "XY")], "XYb"),
        ("abc", [(1, 1, "X")], "aXbc"),
        ("abc", [(3, 3, "\n")], "abc\n"),
        ("a\r\nb", [(3, 4, "x\ny")], "a\r\nx\r\ny"),
        ("", [(0, 0, "x")], "x"),
    ],
)
def test_apply_edits(text: str, edits: list[tuple[int, int, str]], expected: str) -> None:
    assert apply_edits(text, edits) == expected
