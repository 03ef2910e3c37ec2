"""The pages show what the commands print, and what CI systems get works."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from opencl_ls.cli.options import FORMATS
from tests.support.transcripts import COMPILERS, PAGE, ROOT, agrees, outputs, steps

MATCHER = json.loads((ROOT / ".github" / "opencl-ls-matcher.json").read_text())
ACTION = (ROOT / "action.yml").read_text()
HOOKS = (ROOT / ".pre-commit-hooks.yaml").read_text()


@pytest.mark.parametrize(("path", "blocks"), [(PAGE, 9), (COMPILERS, 2)])
def test_the_page_shows_what_is_printed(tmp_path, path, blocks) -> None:
    page = path.read_text("utf-8")
    found = list(outputs(page, tmp_path))
    assert len(found) == blocks
    for block, printed in zip(steps(page), found, strict=True):
        for step, text in zip(block, printed, strict=True):
            assert agrees(step.shown, text), f"{step.command}\n{text}"
    if path == PAGE:
        assert (tmp_path / "report.xml").exists() and (tmp_path / "report.sarif").exists()


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n...\nd\n", "a\nb\nc\nd\n", True),
        ("a\n...\n", "a\n", True),
        ("x .../y\n", "x /home/y\n", True),
        ("x .../y\n", "x /home\n/y\n", False),
        ("a.b\n", "acb\n", False),
    ],
)
def test_gaps_of_a_transcript(shown: str, printed: str, same: bool) -> None:
    assert agrees(shown, printed) is same


def test_every_format_is_reported() -> None:
    page = PAGE.read_text("utf-8")
    for name in FORMATS:
        assert f"| `{name}` |" in page


# --- the problem matcher --------------------------------------------------------------------------

KERNEL = """\
#include <math.h>
kernel int f(global int *a) { barrier(CLK_LOCAL_MEM_FENCE); return *a; }
"""


def matched(output: str) -> list[dict[str, str]]:
    """Return what a runner of GitHub makes of an output."""
    found = []
    for line in output.splitlines():
        for matcher in MATCHER["problemMatcher"]:
            (pattern,) = matcher["pattern"]
            match = re.search(pattern["regexp"], line)
            if match:
                groups = {name: match[group] for name, group in pattern.items() if name != "regexp"}
                found.append({"severity": matcher.get("severity", ""), **groups})
                break
    return found


@pytest.mark.parametrize("form", ["text", "concise"])
@pytest.mark.parametrize("name", ["a.cl", "deep er/b:1.cl"])
def test_the_matcher_finds_each_finding_once(run, form: str, name: str) -> None:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(KERNEL)
    assert matched(run("check", "--format", form, "--select", "all", ".").out) == [
        {
            "severity": "warning",
            "file": name,
            "line": "1",
            "column": "10",
            "code": "preprocessor/standard-header",
            "message": "'math.h' is no part of OpenCL C: only some compilers have it",
        },
        {
            "severity": "error",
            "file": name,
            "line": "2",
            "column": "8",
            "code": "kernel/return-type",
            "message": "kernel 'f' returns 'int': a kernel's return type is void",
        },
        {
            "severity": "notice",
            "file": name,
            "line": "2",
            "column": "31",
            "code": "barrier/old-name",
            "message": (
                "'barrier' is called 'work_group_barrier' from OpenCL C 2.0 on; "
                "the old name stays valid"
            ),
        },
    ]


# --- the action -----------------------------------------------------------------------------------


def scripts(text: str) -> dict[str, str]:
    """Return the scripts of an action by the names of their steps."""
    parts = re.split(r"^    - name: (.*)\n", text, flags=re.M)[1:]
    return {
        name: textwrap.dedent(step.partition("run: |\n")[2])
        for name, step in zip(parts[::2], parts[1::2], strict=True)
    }


@pytest.fixture
def action(tmp_path, monkeypatch):
    """Run the check of the action with its inputs as variables, as a runner does."""
    if shutil.which("bash") is None:
        pytest.skip("no bash: apt-get install bash")
    programs = tmp_path / "bin"
    programs.mkdir()
    program = programs / "opencl-ls"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m opencl_ls "$@"\n')
    program.chmod(0o755)
    output = tmp_path / "github-output"
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)

    def call(**inputs: str) -> tuple[int, str, str]:
        output.write_text("")
        names = dict.fromkeys(("PATHS", "ARGS", "BASELINE", "SARIF", "JUNIT"), "")
        environment = {
            **os.environ,
            **names,
            **inputs,
            "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_WORKSPACE": str(work),
        }
        script = scripts(ACTION)["Check OpenCL C"]
        # So a runner starts what says `shell: bash`.
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout, output.read_text()

    return call


def test_the_action_annotates_and_fails(action) -> None:
    Path("a.cl").write_text(KERNEL)
    status, out, written = action(PATHS=".")
    assert (status, written) == (1, "status=1\n")
    assert "::error title=opencl-ls (kernel/return-type),file=a.cl,line=2," in out


def test_the_action_passes(action) -> None:
    Path("a.cl").write_text("kernel void f(global int *a) { a[0] = 1; }\n")
    assert action(PATHS=".") == (0, "", "status=0\n")


def test_inputs_of_the_action_are_lines(action) -> None:
    for name in ("a b.cl", "-c.cl", "d.cl"):
        Path(name).write_text(KERNEL)
    status, out, _ = action(
        PATHS="a b.cl\n\n-c.cl\n",
        ARGS=(
            "--ignore=kernel/return-type\n--severity=preprocessor/standard-header=hint\n"
            "--profile=strict\n"
        ),
        SARIF="out put.sarif",
        JUNIT="out.xml",
    )
    assert status == 0
    assert [re.findall(r"file=([^,]+)", line) for line in out.splitlines()] == [
        ["a b.cl"],
        ["a b.cl"],
        ["-c.cl"],
        ["-c.cl"],
    ]
    assert json.loads(Path("out put.sarif").read_text())["version"] == "2.1.0"
    assert "<testsuites" in Path("out.xml").read_text()


def test_the_action_has_a_baseline(action) -> None:
    Path("a.cl").write_text(KERNEL)
    action(PATHS="a.cl", ARGS="--write-baseline=known.json")
    status, out, _ = action(PATHS="a.cl", BASELINE="known.json")
    assert (status, out) == (0, "")


def test_scripts_of_the_action_are_sound() -> None:
    if shutil.which("shellcheck") is None:
        pytest.skip("no shellcheck: apt-get install shellcheck")
    found = scripts(ACTION)
    assert list(found) == ["Install opencl-ls", "Check OpenCL C"]
    for script in found.values():
        subprocess.run(["shellcheck", "--shell=bash", "-"], input=script, text=True, check=True)


def test_hooks_name_commands_that_there_are(run) -> None:
    entries = re.findall(r"^  entry: opencl-ls (.*)$", HOOKS, re.M)
    assert entries == ["check", "check --fix"]
    Path("a.cl").write_text("kernel void f(void) {}\n")
    for entry in entries:
        assert run(*entry.split(), "a.cl").status == 0
