"""The table of `check --matrix`: versions by devices."""

from __future__ import annotations

import json

import pytest

TWO = """\
kernel void count(global int *out) { out[0] = popcount(out[0]); }
kernel void total(global int *out) { out[0] = work_group_reduce_add(out[0]); }
"""

TABLE = """\
         CL1.1   CL1.2   CL2.0   CL3.0
full     fails   fails   passes  passes
minimal  fails   fails   passes  fails

CL1.1 full, CL1.1 minimal:
  two.cl:1:47: 'popcount' needs OpenCL C 1.2 [builtin/unavailable]
CL1.2 full, CL1.2 minimal:
  two.cl:2:47: 'work_group_reduce_add' needs OpenCL C 2.0 [builtin/unavailable]
CL3.0 minimal:
  two.cl:2:47: 'work_group_reduce_add' in OpenCL C 3.0 needs \
__opencl_c_work_group_collective_functions [builtin/unavailable]
"""


@pytest.fixture(autouse=True)
def files(tmp_path) -> None:
    """Write a file that passes for all targets, and one that does not."""
    (tmp_path / "one.cl").write_text("kernel void k(global int *out) { out[0] = 1; }\n")
    (tmp_path / "two.cl").write_text(TWO)


def test_the_table(run) -> None:
    result = run(
        "check", "--matrix", "two.cl", "--std=1.1,1.2,CL2.0,CL3.0", "--device=full,minimal"
    )
    assert (result.status, result.err) == (1, "")
    assert result.out == TABLE


def test_all_versions_and_both_profiles(run) -> None:
    result = run("check", "--matrix", "one.cl")
    assert (result.status, result.err) == (0, "")
    head, *rows = result.out.splitlines()
    assert head.split() == ["CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0"]
    assert [row.split() for row in rows] == [
        ["full", *["passes"] * 5],
        ["embedded", *["passes"] * 5],
    ]


def test_several_files(run) -> None:
    """A target passes if all files do; the first reason says how many do not."""
    result = run("check", "--matrix", ".", "--std", "1.2", "--device", "full")
    assert result.status == 1
    assert "\nCL1.2 full (1 of 2 files):\n  two.cl:2:47: " in result.out


def test_the_chosen_targets_count(run) -> None:
    assert run("check", "--matrix", "two.cl", "--std", "CL2.0,CL3.0").status == 0


def test_the_level_and_the_rules(run) -> None:
    """A target fails as its check alone does."""
    arguments = ("check", "--matrix", "two.cl", "--std", "CL1.2", "--device", "full")
    assert run(*arguments, "--ignore", "builtin").status == 0
    assert run(*arguments, "--fail-on", "never").status == 0


def test_json(run) -> None:
    result = run("check", "--matrix", "--format=json", "two.cl", "--std=1.2,2.0", "--device=full")
    assert result.status == 1
    report = json.loads(result.out)
    old, new = report["targets"]
    assert (old["std"], old["device"], old["passes"]) == ("CL1.2", "full", False)
    assert old["failed_files"] == 1
    assert old["reason"]["file"] == "two.cl"
    assert (old["reason"]["line"], old["reason"]["code"]) == (2, "builtin/unavailable")
    assert (new["passes"], new["reason"]) == (True, None)


def test_names_beyond_ascii(run, tmp_path) -> None:
    (tmp_path / "größe€.cl").write_text("kernel void k(global int *o) { o[0] = fehltß; }\n")
    result = run("check", "--matrix", "größe€.cl", "--std=1.2", "--device=full")
    assert "  größe€.cl:1:39: 'fehltß' is not declared " in result.out


def test_to_a_file(run, tmp_path) -> None:
    result = run("check", "--matrix", "one.cl", "--std=1.2", "--output-file", "table.txt")
    assert (result.status, result.out) == (0, "")
    assert "passes" in (tmp_path / "table.txt").read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--std", "1.2,7.0"), "unknown OpenCL C version"),
        (("--device", "full,absent"), "absent"),
        (("--fix",), "--matrix and --fix exclude each other"),
        (("--write-baseline", "b.json"), "--matrix and --write-baseline exclude each other"),
        (("--format", "sarif"), "--matrix has the formats text and json"),
        (("-",), "standard input"),
        (("missing.cl",), "missing.cl"),
    ],
)
def test_wrong_usage(run, arguments, words) -> None:
    result = run("check", "--matrix", "one.cl", *arguments)
    assert result.status == 2
    assert words in result.err
