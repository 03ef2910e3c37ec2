"""Settings from files and from the command line: what holds, and where it comes from."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from opencl_ls.cli import sources
from opencl_ls.cli.options import parse_check
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.sources import LARGEST
from tests.cli.test_check import make_pipe

TOML = """\
std = "CL1.2"
defines = ["W=16", "H=4"]
ignore = ["kernel"]
[severity]
kernel = "warning"
[configurations.fast]
fast-relaxed-math = true
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("opencl-ls.toml").write_text(TOML)
    Path("a.cl").write_text("")


def _lines(out: str) -> dict[str, str]:
    rows = (line.split(" = ", 1) for line in out.splitlines() if " = " in line)
    return dict(rows)


def test_config_prints_values_and_their_origins(run, tmp_path: Path) -> None:
    result = run("config", "a.cl", "-D", "W=8", "--configuration", "fast")
    assert (result.status, result.err) == (0, "")
    values = tomllib.loads(result.out)
    assert values["std"] == "CL1.2"
    assert values["defines"] == {"H": "4", "W": "8"}
    assert values["fast-relaxed-math"] is True
    assert values["pointer-bits"] == 64
    rows = _lines(result.out)
    file = str(tmp_path / "opencl-ls.toml")
    assert rows["std"].endswith(f"# {file}:1")
    assert rows["defines"].endswith(f"# {file}:2 and the command line")
    assert rows["configuration"].endswith("# chosen by the command line")
    assert rows["fast-relaxed-math"].endswith(f"# {file}:7 [configurations.fast]")
    assert f"# * fast: -cl-fast-relaxed-math  ({file}:6)" in result.out
    assert rows["device"].endswith("# default")
    assert "# OpenCL C 1.2" in result.out


def test_the_strongest_place_is_named_where_it_replaces(run) -> None:
    rows = _lines(run("config", "a.cl", "--std", "CL2.0").out)
    assert rows["std"].split("#")[1].strip() == "the command line"


PER_FILE = """\
configuration = "one"
[configurations.one]
defines = ["N=1"]
[configurations.two]
std = "CL2.0"
defines = ["N=2"]
[per-file-configurations]
"sub/*.cl" = "two"
"b.cl" = "two"
"sub/b.cl" = "one"
"""


@pytest.mark.parametrize(
    ("path", "name", "why"),
    [
        ("a.cl", "one", "chosen by {file}:1"),
        ("sub/a.cl", "two", "chosen for sub/*.cl by {file}:8"),
        ("b.cl", "two", "chosen for b.cl by {file}:9"),
        ("sub/b.cl", "one", "chosen for sub/b.cl by {file}:10"),
        ("deep/er/b.cl", "two", "chosen for b.cl by {file}:9"),
    ],
)
def test_a_configuration_for_each_file(run, tmp_path: Path, path: str, name: str, why: str) -> None:
    Path("opencl-ls.toml").write_text(PER_FILE)
    file = tmp_path / "opencl-ls.toml"
    out = run("config", path).out
    assert tomllib.loads(out)["configuration"] == name
    assert _lines(out)["configuration"].endswith("# " + why.format(file=file))
    assert tomllib.loads(out)["defines"] == {"N": "1" if name == "one" else "2"}
    shown = json.loads(run("config", path, "--format", "json").out)
    assert shown["configuration"] == name
    assert shown["reason"] == why.format(file=file)
    assert shown["configurations"] == [
        {
            "name": "one",
            "description": "-D N=1",
            "sources": [f"{file}:2"],
            "isCurrent": name == "one",
        },
        {
            "name": "two",
            "description": "-cl-std=CL2.0 -D N=2",
            "sources": [f"{file}:4"],
            "isCurrent": name == "two",
        },
    ]
    line = 3 if name == "one" else 6
    assert shown["settings"]["defines"] == {
        "value": {"N": "1" if name == "one" else "2"},
        "origins": [f"{file}:{line} [configurations.{name}]"],
    }
    assert shown["settings"]["device"] == {"value": "full", "origins": []}


def test_the_files_of_one_run_have_their_own_configurations(run) -> None:
    Path("opencl-ls.toml").write_text(PER_FILE)
    for name in ("a.cl", "b.cl"):
        Path(name).write_text("#if N != 1\n#error two\n#endif\n")
    found = json.loads(run("check", "a.cl", "b.cl", "--format", "json").out)["diagnostics"]
    assert [each["file"] for each in found] == ["b.cl"]
    options = ("--configuration", "one", "--format", "json")
    assert json.loads(run("check", "a.cl", "b.cl", *options).out)["diagnostics"] == []


def test_a_configuration_that_does_not_exist_is_reported_at_its_line(run) -> None:
    Path("opencl-ls.toml").write_text(PER_FILE.replace('"b.cl" = "two"', '"b.cl" = "tow"'))
    result = run("config", "a.cl")
    assert result.status == 2
    shown = 'opencl-ls.toml:9: there is no configuration "tow"; there are: one, two'
    assert f"{shown}; did you mean two?" in result.err
    assert result.err.count("\n") == 1


def test_the_origin_of_a_setting_that_is_spelt_otherwise(run, tmp_path: Path) -> None:
    text = 'build_options = "-cl-std=CL1.1"\n\nfast_relaxed_math = true\n'
    Path("opencl-ls.toml").write_text(text)
    rows = _lines(run("config", "a.cl").out)
    assert rows["std"].endswith(f"{tmp_path / 'opencl-ls.toml'}:1")
    assert rows["fast-relaxed-math"].endswith(f"{tmp_path / 'opencl-ls.toml'}:3")


def test_the_schema_is_printed(run) -> None:
    result = run("config", "--schema")
    assert result.status == 0
    assert json.loads(result.out)["title"] == "opencl-ls"


@pytest.mark.parametrize("path", [".", "a.cl", "missing.cl", "sub/missing.cl"])
def test_config_takes_a_file_or_a_folder(run, path: str) -> None:
    assert tomllib.loads(run("config", path).out)["std"] == "CL1.2"


def test_config_tells_what_is_wrong(run) -> None:
    Path("opencl-ls.toml").write_text("std = 'CL9'\n")
    result = run("config")
    assert result.status == 2
    assert "opencl-ls.toml:1: " in result.err


@pytest.mark.parametrize("name", ["other.toml", "pyproject.toml", "compile_flags.txt"])
def test_one_configuration_file_for_all(run, name: str) -> None:
    text = {
        "other.toml": 'std = "CL1.1"',
        "pyproject.toml": '[tool.opencl-ls]\nstd = "CL1.1"',
        "compile_flags.txt": "-cl-std=CL1.1\n",
    }
    Path("conf").mkdir()
    Path("conf", name).write_text(text[name])
    result = run("config", "a.cl", "--config", f"conf/{name}")
    assert tomllib.loads(result.out)["std"] == "CL1.1"
    assert f"conf/{name}" in _lines(result.out)["std"]
    assert "opencl-ls.toml" not in result.out


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.mkdir(), "directory"),
        (lambda path: path.symlink_to(path.name), "symbolic links"),
        (lambda path: path.symlink_to("/dev/zero"), "a device"),
        (lambda path: path.write_bytes(b" " * (LARGEST + 1)), "larger than 16 MB"),
        (make_pipe, "has no writer"),
    ],
    ids=["a folder", "a link to itself", "a device", "huge", "a pipe without a writer"],
)
def test_a_configuration_file_that_is_none(run, monkeypatch, make, words: str) -> None:
    monkeypatch.setattr(sources, "_PIPE_WAIT", 0.0)
    make(Path("x.toml"))
    result = run("check", "a.cl", "--config", "x.toml")
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith("opencl-ls: --config x.toml: ")
    assert words in result.err
    assert result.err.count("\n") == 1


def test_a_compilation_database_speaks_for_its_files() -> None:
    Path("opencl-ls.toml").unlink()
    Path("compile_commands.json").write_text(
        '[{"file": "a.cl", "directory": ".", "command": "clang -cl-std=CL1.1 a.cl"}]'
    )
    configuration = Configuration(parse_check(["a.cl"]))
    assert configuration.of("b.cl")[0].target.std == ""
    assert configuration.of("a.cl")[0].target.std == "CL1.1"


CODE = "kernel/return-type"
KERNEL = "kernel int f(global int *a) { a[0] = 1; }\n"


@pytest.mark.parametrize(
    ("file", "options", "expected"),
    [
        ("", "", "error"),
        ("", f"--ignore {CODE}", None),
        ("", "--ignore kernel", None),
        ("", "--ignore kernel/*", None),
        ("", "--select kernel", "error"),
        ("", "--select kernel=hint", "hint"),
        ("", f"--severity {CODE}=warning", "warning"),
        ("", "--severity kernel=info --ignore kernel", None),
        ("", "--severity kernel=off", None),
        ("", "--severity kernel=warning -Werror", "error"),
        ("", "--severity kernel=warning -w", None),
        ("ignore = ['kernel']", "", None),
        ("ignore = ['kernel']", "--select kernel", "error"),
        ("severity = { kernel = 'off' }", "--select kernel", "error"),
        ("severity = { kernel = 'hint' }", "--select kernel", "hint"),
        ("severity = { kernel = 'hint' }", f"--severity {CODE}=warning", "warning"),
        ("severity = { kernel = 'hint' }", "--ignore kernel", None),
    ],
)
def test_the_command_line_has_the_last_word_on_rules(
    run, file: str, options: str, expected: str | None
) -> None:
    Path("opencl-ls.toml").write_text(file + "\n")
    Path("a.cl").write_text(KERNEL)
    out = run("check", "a.cl", *options.split()).out
    if expected is None:
        assert CODE not in out
    else:
        assert f"{expected}[{CODE}]" in out


def test_what_is_not_selected_stays_silent_whatever_a_file_says(run) -> None:
    from opencl_ls.linter.registry import all_rules

    other = next((rule.code for rule in all_rules() if rule.family != "kernel"), None)
    if other is None:
        pytest.skip("there is one family alone so far")
    Path("opencl-ls.toml").write_text("severity = { kernel = 'error' }\n")
    Path("a.cl").write_text(KERNEL)
    assert CODE not in run("check", "a.cl", "--select", other).out


def test_a_rule_that_does_not_exist_is_reported(run) -> None:
    Path("opencl-ls.toml").write_text(
        "ignore = ['ra?e', 'barriers']\n"
        "severity = { 'kernel/return-typ' = 'off', kernel = 'hint' }\n"
    )
    result = run("check", "a.cl")
    assert result.status != 0
    assert 'there is no rule "barriers"; did you mean barrier?' in result.err
    assert 'there is no rule "kernel/return-typ"; did you mean kernel/return-type?' in result.err
    assert result.err.count("there is no rule") == 3
