"""Runs the Markdown cases of the rules, and holds what is true of every rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.linter.registry import all_rules
from opencl_ls.linter.rule import HEADINGS, Rule
from opencl_ls.settings.decode import decode
from tests.support.cases import Case, check_block, read_cases, run
from tests.support.failures import failures

HERE = Path(__file__).parent
PAGES = [*HERE.glob("*/*.md"), *(HERE.parent / "conformance").glob("*.md")]
CASES = [case for file in sorted(PAGES) for case in read_cases(file)]
REQUIRED = {"What it does", "Why", "Example", "Versions", "Reference"}
BLOCK = re.compile(r"^```cl ?([^\n]*)\n(.*?)^```", re.M | re.S)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.identity)
def test_case(case: Case) -> None:
    """Findings and marks agree, one to one, in every block below the heading."""
    wrong = [problem for block in case.blocks for problem in check_block(case, block)]
    assert not wrong, "\n" + "\n".join(wrong)


def _page(rule: Rule) -> None:
    headings = re.findall(r"^## (.*)$", rule.documentation, re.M)
    assert set(headings) >= REQUIRED
    assert headings == [heading for heading in HEADINGS if heading in headings]
    assert rule.documentation.partition("\n")[0].endswith(".")


def test_page() -> None:
    """The page has the fixed headings in their order and begins with a sentence."""
    assert not failures(_page, all_rules())


@pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
def test_example(rule: Rule) -> None:
    """The example on the page triggers the rule, and what to use instead does not."""
    for heading, expected in (("Example", True), ("Use instead", False)):
        for info, text in BLOCK.findall(rule.section(heading)):
            raw: dict[str, Any] = {"select": [rule.code]}
            for word in info.split():
                # The version, or another setting: "cl CL1.2 extensions=-cl_khr_fp16".
                setting, _, value = word.partition("=")
                raw.update({setting: value} if value else {"std": word})
            settings, problems = decode(raw)
            assert not problems
            found = [finding.code for finding in run(text, settings)]
            assert (rule.code in found) is expected, f"{heading}: {found}"


def _has_cases(rule: Rule) -> None:
    file = HERE / rule.family / f"{rule.code.partition('/')[2]}.md"
    assert file.exists(), f"{file} is missing"
    blocks = [block.text for case in read_cases(file) for block in case.blocks]
    assert any(f"[{rule.code}]" in text for text in blocks)
    assert any(f"[{rule.code}]" not in text for text in blocks)


def test_has_cases() -> None:
    """Every rule has cases of its own, violating and conforming ones."""
    assert not failures(_has_cases, all_rules())
