"""Finds the rules by their place and answers which there are."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from pathlib import Path
from typing import Any, Final

from opencl_ls.rules.rule import Rule

_PAGES: Final = Path(__file__).parent.parent / "docs" / "rules"


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, in the order of their codes."""
    folder = Path(__file__).parent
    found: list[Rule] = []
    for family in pkgutil.iter_modules([str(folder)]):
        if not family.ispkg:
            continue
        package = f"{__package__}.{family.name}"
        for module in pkgutil.iter_modules([str(folder / family.name)]):
            if module.name.startswith("_"):
                continue
            rule = getattr(importlib.import_module(f"{package}.{module.name}"), "RULE", None)
            if isinstance(rule, Rule):
                found.append(rule)
    return tuple(sorted(found, key=lambda rule: rule.code))


@cache
def _by_code() -> dict[str, Rule]:
    return {rule.code: rule for rule in all_rules()}


def rule(code: str) -> Rule | None:
    """Return the rule with this code, or None."""
    return _by_code().get(code)


@cache
def rule_url(code: str) -> str:
    """Return the address of a rule's page, which is a file of this installation.

    Editors open it without a network, and it always tells of the version that runs.
    """
    return (_PAGES / f"{code}.md").as_uri()


@cache
def checks_by_kind() -> dict[type[Any], tuple[tuple[Rule, Any], ...]]:
    """Return, for each kind of record or symbol, the rules that look at it and their functions."""
    table: dict[type[Any], list[tuple[Rule, Any]]] = {}
    for entry in all_rules():
        for kind, check in entry.checks:
            table.setdefault(kind, []).append((entry, check))
    return {kind: tuple(checks) for kind, checks in table.items()}
