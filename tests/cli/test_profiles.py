"""The profiles of rules on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from opencl_ls.cli import checker

SUBSCRIPTS = "kernel void k(global float4 *v) { v[0][1] = v[1][2]; v[0][3] = 1; }\n"
HIDING = "int f(int a) { { int a = 1; return a; } }\n"


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.cl").write_text(SUBSCRIPTS)
    Path("b.cl").write_text(SUBSCRIPTS + HIDING)


def codes(run, *arguments: str) -> list[tuple[str, str]]:
    found = json.loads(run("check", "--format", "json", "--no-cache", *arguments).out)
    return [(each["file"], each["code"]) for each in found["diagnostics"]]


def test_what_is_written_on_purpose_is_told_once_a_file(run) -> None:
    assert codes(run, ".") == [("a.cl", "vector/subscript"), ("b.cl", "vector/subscript")]


@pytest.mark.parametrize(
    ("options", "subscripts", "hiding"),
    [
        ("--profile recommended", 1, 0),
        ("--profile strict", 1, 1),
        ("--profile portable", 3, 0),
        ("--profile all", 3, 1),
        ("--profile all --ignore names", 3, 0),
        ("--profile portable --select names/shadowing", 0, 1),
        ("--severity vector=hint", 3, 0),
        ("--severity names/shadowing=warning", 1, 1),
    ],
)
def test_what_a_profile_brings(run, options: str, subscripts: int, hiding: int) -> None:
    found = [code for _, code in codes(run, *options.split(), "b.cl")]
    assert found.count("vector/subscript") == subscripts
    assert found.count("names/shadowing") == hiding


def test_a_profile_on_the_command_line_replaces_what_a_file_selects(run) -> None:
    Path("opencl-ls.toml").write_text('select = ["barrier"]\n')
    assert codes(run, "b.cl") == []
    assert ("b.cl", "names/shadowing") in codes(run, "--profile", "strict", "b.cl")


def test_a_file_names_a_profile(run) -> None:
    Path("opencl-ls.toml").write_text('profile = "strict"\n')
    assert ("b.cl", "names/shadowing") in codes(run, "b.cl")
    assert ("b.cl", "names/shadowing") not in codes(run, "--profile", "portable", "b.cl")
    row = next(each for each in run("config").out.splitlines() if each.startswith("profile"))
    assert row.startswith('profile = "strict" ')
    assert row.endswith("opencl-ls.toml:1")


def test_a_profile_that_there_is_not(run) -> None:
    assert run("check", "--profile", "loud", "a.cl").status == 2
    Path("opencl-ls.toml").write_text('profile = "loud"\n')
    result = run("check", "a.cl")
    assert "profile should be one of recommended, strict, portable, all" in result.err


def test_fixes_are_for_all_places(run) -> None:
    run("check", "--fix", "--no-cache", "a.cl")
    assert Path("a.cl").read_text() == (
        "kernel void k(global float4 *v) { v[0].s1 = v[1].s2; v[0].s3 = 1; }\n"
    )


def test_what_is_kept_is_shown_once_too(run, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(checker, "cache_folder", lambda: tmp_path / "kept")
    first = run("check", "a.cl")
    assert first.out.count("vector/subscript") == 1
    assert run("check", "a.cl") == first


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
    told = run("rule", "vector/subscript").out
    assert "warning, once a file; at each place in the profile `portable`." in told
    assert "profile" not in run("rule", "barrier/divergent").out.split("\n\n")[1]
