"""`rule` lists the rules and prints their pages."""

from __future__ import annotations

import pytest

from opencl_ls.linter.registry import all_rules

CODE = "kernel/return-type"


def test_the_list_names_every_rule_with_severity_and_summary(run) -> None:
    lines = run("rule").out.splitlines()
    for rule in all_rules():
        (line,) = (line for line in lines if line.split()[:1] == [rule.code])
        assert rule.severity.label in line
        assert line.endswith(rule.summary)
        assert rule.family in lines


@pytest.mark.parametrize("pattern", ["kernel", "kernel/*", "kernel/ret*"])
def test_a_family_or_a_pattern_lists_its_rules(run, pattern: str) -> None:
    out = run("rule", pattern).out
    assert CODE in out
    assert all(line.split()[0].startswith("kernel") for line in out.splitlines() if line)


def test_a_page_is_markdown(run) -> None:
    out = run("rule", CODE).out
    assert out.startswith(f"# {CODE}\n")
    assert "Severity: error" in out
    assert "\n## Why\n" in out
    assert "```" in out


def test_a_page_with_colours_has_no_marks(run) -> None:
    out = run("rule", CODE, "--color").out
    assert "\x1b[1mWhy\x1b[0m" in out
    assert "```" not in out
    assert "##" not in out


@pytest.mark.parametrize("name", ["kernel/retrun-type", "return-type", "x/return-type"])
def test_an_unknown_rule_brings_the_nearest_ones(run, name: str) -> None:
    result = run("rule", name)
    assert (result.status, result.out) == (2, "")
    assert CODE in result.err
    assert result.err.count("\n") == 1


def test_a_rule_like_no_other(run) -> None:
    result = run("rule", "zzzzzzzz")
    assert result.status == 2
    assert "lists them all" in result.err
