"""`check` reads what it can, says what it cannot, and ends with the right status."""

from __future__ import annotations

import json
import os
import pickle
from pathlib import Path

import pytest

from opencl_ls.cli import cache, checker, sources
from opencl_ls.cli.changes import write_change
from opencl_ls.cli.sources import LARGEST

pytestmark = pytest.mark.usefixtures("fake")


@pytest.mark.parametrize(
    ("source", "options", "status"),
    [
        ("int a;", "", 0),
        ("BAD", "", 1),
        ("RISKY", "", 0),
        ("RISKY", "--fail-on warning", 1),
        ("SLOW", "--fail-on warning", 0),
        ("SLOW", "--fail-on info", 1),
        ("HINT", "--fail-on info", 0),
        ("HINT", "--fail-on hint", 1),
        ("BAD", "--fail-on never", 0),
        ("BAD", "--format json", 1),
        ("BAD", "--statistics", 1),
    ],
)
def test_exit_status(run, source: str, options: str, status: int) -> None:
    Path("a.cl").write_text(source)
    assert run("check", "a.cl", *options.split()).status == status


NAMES = [
    "sp ace.cl",
    "quo'te\".cl",
    "new\nline.cl",
    "per%20cent%.cl",
    "ha#sh?.cl",
    "back\\slash.cl",
    "C:\\x.cl",
    "\\\\host\\share.cl",
    "b\udcff\udcfe.cl",
    "tab\tbell\x07.cl",
]


def make_pipe(path: Path) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("no pipes with names here")
    os.mkfifo(path)


# What is wrong with a file, and what is said about it.
UNREADABLE = {
    "missing": (lambda path: None, "No such file"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "symbolic links"),
    "binary": (lambda path: path.write_bytes(b"\x7fELF\0\0\0"), "binary"),
    "huge": (lambda path: path.write_bytes(b" " * (LARGEST + 1)), "larger than 16 MB"),
    "zero at the end": (lambda path: path.write_bytes(b"BAD\n\0"), "binary"),
    "a pipe without a writer": (make_pipe, "has no writer"),
    "a link to a device": (lambda path: path.symlink_to("/dev/zero"), "a device"),
    "utf-16, little": (lambda path: path.write_bytes("BAD".encode("utf-16-le")), "UTF-16"),
    "utf-16, big": (lambda path: path.write_bytes("BAD\u00e9 bad".encode("utf-16-be")), "UTF-16"),
    "utf-32": (lambda path: path.write_bytes("BAD".encode("utf-32")), "UTF-32"),
}


@pytest.mark.parametrize("path", ["/dev/kmsg", "/proc/kmsg", "/proc/self/mem", "/dev/zero"])
def test_what_has_no_end_is_not_waited_for(run, path: str) -> None:
    """The log of the kernel would wait for its next line, and calls itself a file in one place."""
    if not Path(path).exists():
        pytest.skip("there is no such file here")
    result = run("check", path)
    assert result.status == 2
    assert result.err.startswith(f"opencl-ls: {path}: ")
    assert result.err.count("\n") == 1


def test_the_null_device_is_an_empty_file(run) -> None:
    assert run("check", "/dev/null").status == 0


@pytest.mark.parametrize("name", UNREADABLE)
def test_an_unreadable_file_is_named_and_the_others_are_checked(
    run, name: str, monkeypatch
) -> None:
    monkeypatch.setattr(sources, "_PIPE_WAIT", 0.0)
    make, words = UNREADABLE[name]
    make(Path("x.cl"))
    Path("a.cl").write_text("BAD")
    result = run("check", "x.cl", "a.cl")
    assert result.status == 2
    assert result.err.startswith("opencl-ls: x.cl: ")
    assert words in result.err
    assert result.err.count("\n") == 1
    assert "a.cl:1:1: error[demo/bad]" in result.out
    assert result.out.endswith("1 error, 0 warnings in 1 file\n")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_folder_without_permission(run) -> None:
    Path("closed").mkdir(mode=0o000)
    result = run("check", "closed")
    assert (result.status, "closed" in result.err) == (2, True)


def test_a_file_in_a_folder_without_permission(run, monkeypatch) -> None:
    # Here even the question whether it is a folder is refused, as for others than root.
    def refuse(path: Path | str, *arguments: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    Path("a.cl").write_text("BAD")
    monkeypatch.setattr(sources, "read_file", refuse)
    monkeypatch.setattr(Path, "is_dir", refuse)
    result = run("check", "a.cl")
    assert (result.status, result.err) == (2, "opencl-ls: a.cl: Permission denied\n")


def test_a_file_that_is_not_utf8_is_checked_all_the_same(run) -> None:
    Path("a.cl").write_bytes(b"int a;\n// caf\xe9\nBAD\n")
    result = run("check", "a.cl")
    assert result.status == 1
    assert "a.cl:3:1: error[demo/bad]" in result.out
    assert result.err == (
        "opencl-ls: a.cl: not UTF-8 (byte 0xE9 in line 2); checked byte by byte\n"
    )
    assert run("check", "--quiet", "a.cl").err == ""


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_with_a_mark_is_read_and_said(run, encoding: str) -> None:
    Path("a.cl").write_bytes("\ufeffgröße BAD".encode(encoding))
    result = run("check", "a.cl")
    assert "a.cl:1:7: error" in result.out
    assert result.err == (
        "opencl-ls: a.cl: encoded as UTF-16, which compilers refuse: save it as UTF-8\n"
    )
    assert result.status == 1


def test_utf8_with_a_mark_is_read(run) -> None:
    Path("a.cl").write_bytes(b"\xef\xbb\xbfBAD")
    result = run("check", "a.cl")
    assert "a.cl:1:4: error" in result.out
    assert result.err == ""


def test_a_pipe_is_read_once(run, tmp_path: Path, monkeypatch) -> None:
    """As in `check <(generate)`, also where the cache has looked at it first."""
    monkeypatch.setattr(checker, "cache_folder", lambda: tmp_path / "cache")
    monkeypatch.setattr(cache.Cache, "store", lambda *_: None)
    reading, writing = os.pipe()
    os.write(writing, b"BAD\n")
    os.close(writing)
    result = run("check", f"/dev/fd/{reading}")
    os.close(reading)
    assert "1:1: error[demo/bad]" in result.out
    assert result.status == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("report", ["text", "json", "sarif", "github", "gitlab"])
def test_names_of_every_kind(run, name: str, report: str) -> None:
    """Each is read and named in each report, and none breaks a report apart."""
    Path(name).write_text("BAD")
    result = run("check", "--format", report, name)
    assert (result.status, result.err) == (1, "")
    if report in {"text", "github"}:
        assert result.out.splitlines()[0].count("error") >= 1
    else:
        assert json.loads(result.out)


@pytest.mark.parametrize("name", NAMES)
def test_a_fix_writes_under_every_name(run, name: str) -> None:
    Path(name).write_text("BAD")
    assert run("check", "--fix", name).status == 0
    assert Path(name).read_text() == "GOOD"


def test_a_pipe_is_not_fixed(run, tmp_path: Path) -> None:
    """What came out of a pipe is no file that could be replaced."""
    make_pipe(Path("pipe.cl"))
    with pytest.raises(sources.UnreadableError, match="not fixed"):
        write_change(sources.Source("pipe.cl", b"BAD"), "GOOD")


def test_a_file_that_vanishes(run, monkeypatch) -> None:
    """It was listed, and is gone when it is read."""
    Path("a.cl").write_text("BAD")
    Path("b.cl").write_text("BAD")
    read = checker.read_source

    def gone(path: str) -> sources.Source:
        Path("a.cl").unlink(missing_ok=True)
        return read(path)

    monkeypatch.setattr(checker, "read_source", gone)
    result = run("check", ".")
    assert result.status == 2
    assert "a.cl: No such file" in result.err
    assert "b.cl:1:1: error" in result.out


def test_a_broken_analysis_costs_one_file(run) -> None:
    Path("a.cl").write_text("CRASH")
    Path("b.cl").write_text("BAD")
    result = run("check", ".")
    assert result.status == 2
    assert "b.cl:1:1" in result.out
    assert result.err == (
        "opencl-ls: a.cl: internal error, please report it: RuntimeError: the analysis broke\n"
    )


def test_a_folder_without_kernels(run) -> None:
    result = run("check")
    assert result.status == 0
    assert "no OpenCL C files" in result.err
    assert result.out == "0 errors, 0 warnings in 0 files\n"


def test_standard_input(run) -> None:
    Path("sub").mkdir()
    Path("sub/h.h").write_text("BAD")
    source = b'#include "h.h"\nRISKY'
    assert "<stdin>:2:1: warning" in run("check", "-", stdin=source).out
    result = run("check", "--stdin-filename", "sub/a.cl", stdin=source)
    assert result.status == 1
    assert "sub/a.cl:2:1: warning" in result.out
    assert "sub/h.h:1:1: error" in result.out


def test_what_is_found_in_a_header_is_said_once(run) -> None:
    Path("h.h").write_text("BAD")
    for name in ("a.cl", "b.cl"):
        Path(name).write_text('#include "h.h"\n')
    out = run("check", "--format", "json").out
    assert [each["file"] for each in json.loads(out)["diagnostics"]] == ["h.h"]
    assert json.loads(out)["files"] == 2


def test_a_header_with_letters_in_its_name(run) -> None:
    Path("größe.h").write_text("BAD")
    Path("a.cl").write_text('#include "größe.h"\n', "utf-8")
    assert "größe.h:1:1: error" in run("check", "a.cl").out


def test_include_paths_reach_the_analysis(run) -> None:
    Path("inc").mkdir()
    Path("inc/h.h").write_text("BAD")
    Path("a.cl").write_text('#include "h.h"\n')
    assert run("check", "a.cl").status == 0
    assert "inc/h.h:1:1" in run("check", "a.cl", "-I", "inc").out


@pytest.mark.parametrize("name", ["text", "json", "sarif", "github", "gitlab"])
def test_processes_change_nothing(run, name: str) -> None:
    for number in range(30):
        Path(f"k{number:02}.cl").write_text("BAD\n" * (number % 3) + "RISKY")
    Path("k15.cl").write_text("CRASH")
    Path("k16.cl").write_bytes(b"\0")
    one = run("check", "--format", name, "-j", "1")
    assert one.status == 2
    assert run("check", "--format", name, "-j", "3") == one
    assert run("check", "--format", name) == one


def test_statistics(run) -> None:
    Path("a.cl").write_text("BAD BAD SLOW RISKY")
    table = "2  error    demo/bad  (2 with a fix)\n1  warning  demo/risky  (1 with a fix)\n"
    table += "1  info     demo/slow\n"
    assert table in run("check", "--statistics").out
    result = run("check", "--statistics", "--format", "json")
    assert json.loads(result.out)["files"] == 1
    assert result.err == table


def test_quiet_prints_findings_alone(run) -> None:
    Path("a.cl").write_text("int a;")
    result = run("check", "--quiet")
    assert (result.status, result.out, result.err) == (0, "", "")


def test_a_broken_configuration_is_said_once_and_is_status_2(run) -> None:
    Path("opencl-ls.toml").write_text('std = "CL1.2"\nsdt = 3\n')
    for name in ("a.cl", "b.cl"):
        Path(name).write_text("BAD")
    result = run("check")
    assert result.status == 2
    assert result.err.count("\n") == 1
    assert "opencl-ls.toml:2: " in result.err
    assert result.out.endswith("2 errors, 0 warnings in 2 files\n")


def test_a_checker_can_be_sent_to_a_spawned_process(run) -> None:
    from opencl_ls.cli.checker import Checker
    from opencl_ls.cli.options import parse_check

    Path("a.cl").write_text("BAD")
    checker = pickle.loads(pickle.dumps(Checker(parse_check(["a.cl", "--std", "CL1.2"]))))
    result = pickle.loads(pickle.dumps(checker("a.cl")))
    assert [finding.code for finding in result.findings] == ["demo/bad"]
