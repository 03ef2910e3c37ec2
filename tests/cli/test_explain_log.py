"""The command `explain-log`."""

from __future__ import annotations

import json

import pytest

SOURCE = "kernel void k(global int *a) {\n    a[0] = amd_bfe(1, 2, 3);\n}\n"
QUOTED = " a[0] = amd_bfe(1, 2, 3);\n        ^\n"
LOG = "<kernel>:2:12: error: use of undeclared identifier 'amd_bfe'\n" + QUOTED


@pytest.fixture
def source(run, tmp_path):
    """Return the name of a file with a program."""
    (tmp_path / "blur.cl").write_text(SOURCE)
    return "blur.cl"


def test_a_line_with_its_source(run, source) -> None:
    """What the log quotes is shown once, from the file itself."""
    result = run("explain-log", "--source", source, stdin=LOG.encode())
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        "blur.cl:2:12: error: use of undeclared identifier 'amd_bfe'\n"
        "  |\n"
        "2 |     a[0] = amd_bfe(1, 2, 3);\n"
        "  |            ^^^^^^^\n"
        "help: names/undeclared: A name that nothing declares is used "
        "(opencl-ls rule names/undeclared)\n"
        "help: opencl-ls doc amd_bfe says what it is, and where it exists\n"
    )


def test_a_line_without_a_source(run, tmp_path) -> None:
    """The log stays as it is, with the explanations between its lines."""
    (tmp_path / "build.log").write_text(LOG)
    result = run("explain-log", "build.log")
    assert result.out.startswith(LOG + "help: names/undeclared: ")


def test_what_is_unknown_is_printed_unchanged(run) -> None:
    text = "Device: ß\n\n   started  \nlast"
    result = run("explain-log", "-", stdin=text.encode())
    assert (result.status, result.out) == (0, text + "\n")


def test_the_end_of_a_build_is_explained(run) -> None:
    result = run("explain-log", stdin=b"Frontend phase failed compilation.\n")
    assert result.out == (
        "Frontend phase failed compilation.\n"
        "help: The build has ended here: the reason is in the lines before it.\n"
    )


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Kernel <blur> was successfully vectorized (8)", "runs as many work-items at a time"),
        ("Kernel <blur> was not vectorized", "Each work-item runs by itself"),
        ("error: clBuildProgram: CL_INVALID_BUILD_OPTIONS", "does not know an option"),
        ("Error returned by cvms_element_build_from_source", "compiler itself has failed"),
    ],
)
def test_what_has_no_rule_is_said_in_a_sentence(run, line, says) -> None:
    printed, help_line = run("explain-log", stdin=line.encode()).out.splitlines()
    assert printed == line
    assert help_line.startswith("help: ") and says in help_line


def test_edg_tells_no_column(run, source) -> None:
    log = '"/tmp/OCL1.cl", line 2: error: identifier "amd_bfe" is undefined\n'
    result = run("explain-log", "--source", source, stdin=(log + QUOTED).encode())
    assert "2 |     a[0] = amd_bfe(1, 2, 3);\n  |            ^^^^^^^\n" in result.out


def test_a_linker_names_a_function(run, source) -> None:
    """It is shown where the program has it first."""
    log = b"ptxas fatal   : Unresolved extern function 'amd_bfe'\n"
    result = run("explain-log", "--source", source, stdin=log)
    assert result.out.startswith("blur.cl:2:12: fatal: Unresolved extern function 'amd_bfe'\n")
    assert "help: The program calls a function that it declares and does not define" in result.out


def test_a_header_is_looked_for_beside_the_source(run, tmp_path) -> None:
    (tmp_path / "inc").mkdir()
    (tmp_path / "inc" / "k.cl").write_text('#include "u.h"\n')
    (tmp_path / "inc" / "u.h").write_text("int nothing\n")
    log = b"In file included from <kernel>:1:\nu.h:1:12: error: expected ';'\n"
    result = run("explain-log", "--source", "inc/k.cl", stdin=log)
    assert "u.h:1:12: error: expected ';'\n  |\n1 | int nothing\n  |            ^\n" in result.out


def test_a_line_that_the_source_does_not_have(run, source) -> None:
    """It is another version of the file, or another file."""
    log = "<kernel>:99:1: error: expected expression\n"
    result = run("explain-log", "--source", source, stdin=log.encode())
    assert result.out.startswith(log)


def test_json(run, source) -> None:
    log = LOG + "plain\nld.lld: error: undefined hidden symbol: helper\n"
    result = run("explain-log", "--source", source, "--format", "json", stdin=log.encode())
    found = json.loads(result.out)
    assert found["version"] == 1
    first, second = found["messages"]
    url = first.pop("url")
    assert url.endswith("/names/undeclared.md")
    assert first == {
        "file": "blur.cl",
        "line": 2,
        "col": 12,
        "end_line": 2,
        "end_col": 19,
        "severity": "error",
        "message": "use of undeclared identifier 'amd_bfe'",
        "option": None,
        "driver": "NVIDIA",
        "rule": "names/undeclared",
        "doc": "amd_bfe",
        "explanation": None,
        "log_line": 1,
    }
    assert (second["file"], second["line"], second["rule"]) == (None, None, None)
    assert second["explanation"].startswith("The program calls a function")
    assert (second["driver"], second["log_line"]) == ("AMD", 5)


def test_zero_bytes_and_other_encodings(run, tmp_path) -> None:
    """Drivers end a log with a zero, and PowerShell writes UTF-16."""
    (tmp_path / "zero.log").write_bytes(LOG.encode() + b"\0")
    assert run("explain-log", "zero.log").out.startswith(LOG)
    (tmp_path / "wide.log").write_bytes(LOG.encode("utf-16"))
    assert run("explain-log", "wide.log").out.startswith(LOG)
    assert run("explain-log", stdin=LOG.encode() + b"\0").out.startswith(LOG)


def test_control_characters_do_not_reach_the_terminal(run) -> None:
    result = run("explain-log", stdin=b"<kernel>:1:1: error: \x07 \xe2\x80\xae\nx\x1b]0;t\x07\n")
    assert "\x07" not in result.out and "\x1b" not in result.out and "\u202e" not in result.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nothing.log"], "nothing.log: No such file or directory"),
        (["--source", "nothing.cl"], "--source nothing.cl: No such file or directory"),
        (["a", "b"], "unrecognized arguments: b"),
    ],
)
def test_wrong_usage(run, arguments, problem) -> None:
    result = run("explain-log", *arguments)
    assert result.status == 2
    assert problem in result.err
