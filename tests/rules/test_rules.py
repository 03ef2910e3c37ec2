"""Runs the Markdown cases of the rules, and holds what is true of every rule."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.linter.registry import all_rules
from opencl_ls.linter.rule import HEADINGS, Rule
from opencl_ls.settings.decode import decode
from tests.support.cases import Case, check_block, read_cases, run, run_host
from tests.support.failures import failures

HERE = Path(__file__).parent
PAGES = sorted([*HERE.glob("*/*.md"), *(HERE.parent / "conformance").glob("*.md")])
FAMILIES = sorted({rule.family for rule in all_rules()})
REQUIRED = {"What it does", "Why", "Example", "Versions", "Reference"}
BLOCK = re.compile(r"^```cl ?([^\n]*)\n(.*?)^```(?:\n\n```(c|cpp|python)\n(.*?)^```)?", re.M | re.S)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_cases(page: Path) -> None:
    """Findings and marks agree, one to one, in every block below every heading of a page."""
    cases = read_cases(page)
    assert cases
    assert not failures(_agree, cases, lambda case: case.identity)


def _agree(case: Case) -> None:
    wrong = [problem for block in case.blocks for problem in check_block(case, block)]
    assert not wrong, "\n" + "\n".join(wrong)


def _page(rule: Rule) -> None:
    headings = re.findall(r"^## (.*)$", rule.documentation, re.M)
    assert set(headings) >= REQUIRED
    assert headings == [heading for heading in HEADINGS if heading in headings]
    assert rule.documentation.partition("\n")[0].endswith(".")


def test_page() -> None:
    """The page has the fixed headings in their order and begins with a sentence."""
    assert not failures(_page, all_rules(), lambda rule: rule.code)


@pytest.mark.parametrize("family", FAMILIES)
def test_examples(family: str) -> None:
    """The example on a rule's page triggers the rule, and what to use instead does not."""
    rules = [rule for rule in all_rules() if rule.family == family]
    assert not failures(_example, rules, lambda rule: rule.code)


def _example(rule: Rule) -> None:
    for heading, expected in (("Example", True), ("Use instead", False)):
        for info, text, language, host in BLOCK.findall(rule.section(heading)):
            raw: dict[str, Any] = {"select": [rule.code]}
            for word in info.split():
                # The version, or another setting: "cl CL1.2 extensions=-cl_khr_fp16".
                setting, _, value = word.partition("=")
                raw.update({setting: value} if value else {"std": word})
            settings, problems = decode(raw)
            assert not problems
            findings = run_host(text, settings, language, host) if host else run(text, settings)
            found = [finding.code for finding in findings]
            assert (rule.code in found) is expected, f"{heading}: {found}"


def _has_cases(rule: Rule) -> None:
    file = HERE / rule.family / f"{rule.code.partition('/')[2]}.md"
    assert file.exists(), f"{file} is missing"
    blocks = [
        text
        for case in read_cases(file)
        for block in case.blocks
        for text in (block.text, *(host.text for host in block.hosts))
    ]
    assert any(f"[{rule.code}]" in text for text in blocks)
    assert any(f"[{rule.code}]" not in text for text in blocks)


def test_has_cases() -> None:
    """Every rule has cases of its own, violating and conforming ones."""
    assert not failures(_has_cases, all_rules(), lambda rule: rule.code)
