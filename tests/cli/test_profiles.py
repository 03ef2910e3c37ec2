"""The profiles of rules on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

TEXT = """\
kernel void k(global float4 *v) { v[0][1] = v[1][2]; }
int f(int a) { { int a = 1; return a; } }
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cl").write_text(TEXT)


def codes(run, *arguments: str) -> list[str]:
    found = json.loads(run("check", "--format", "json", "--no-cache", *arguments).out)
    return [each["code"] for each in found["diagnostics"]]


@pytest.mark.parametrize(
    ("options", "subscripts", "hiding"),
    [
        ("", 0, 0),
        ("--profile recommended", 0, 0),
        ("--profile strict", 0, 1),
        ("--profile portable", 2, 0),
        ("--profile all", 2, 1),
        ("--profile all --ignore names", 2, 0),
        ("--profile portable --select names/shadowing", 0, 1),
        ("--severity vector/subscript=hint", 2, 0),
    ],
)
def test_what_a_profile_brings(run, options: str, subscripts: int, hiding: int) -> None:
    found = codes(run, *options.split(), "a.cl")
    assert found.count("vector/subscript") == subscripts
    assert found.count("names/shadowing") == hiding


def test_a_profile_on_the_command_line_replaces_what_a_file_selects(run) -> None:
    Path("opencl-ls.toml").write_text('select = ["barrier"]\n')
    assert codes(run, "a.cl") == []
    assert "names/shadowing" in codes(run, "--profile", "strict", "a.cl")


def test_a_file_names_a_profile(run) -> None:
    Path("opencl-ls.toml").write_text('profile = "strict"\n')
    assert "names/shadowing" in codes(run, "a.cl")
    assert "names/shadowing" not in codes(run, "--profile", "portable", "a.cl")
    row = next(each for each in run("config").out.splitlines() if each.startswith("profile"))
    assert row.startswith('profile = "strict" ')
    assert row.endswith("opencl-ls.toml:1")


def test_what_holds_where_no_profile_is_named(run) -> None:
    row = next(each for each in run("config").out.splitlines() if each.startswith("profile"))
    assert row.split() == ["profile", "=", '"recommended"', "#", "default"]


def test_a_profile_that_there_is_not(run) -> None:
    assert run("check", "--profile", "loud", "a.cl").status == 2
    Path("opencl-ls.toml").write_text('profile = "loud"\n')
    result = run("check", "a.cl")
    assert "profile should be one of recommended, strict, portable, performance, all" in result.err


def test_rules_are_listed_by_profile(run) -> None:
    lines = {line.split()[0]: line for line in run("rule").out.splitlines() if "/" in line}
    assert lines["vector/subscript"].split()[2] == "portable"
    assert lines["names/shadowing"].split()[2] == "strict"
    recommended = run("rule", "--profile", "recommended").out
    assert "barrier/divergent" in recommended
    assert "names/shadowing" not in recommended
    assert "names/shadowing" in run("rule", "names", "--profile", "strict").out


def test_a_page_names_its_profile(run) -> None:
    assert "hint, in the profile `strict`." in run("rule", "names/shadowing").out
    assert "profile" not in run("rule", "barrier/divergent").out.split("\n\n")[1]
