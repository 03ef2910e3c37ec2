"""Loads the rules, by the place of their modules, and gives them their codes."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from types import ModuleType

    from opencl_ls.linter.rule import CheckAbout, Rule

_RULES: Final = str(Path(__file__).parent.parent / "rules")
"""The folder of the families, each of which has a module for each of its rules."""


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, in the order of their codes."""
    found: list[Rule] = []
    for family, folder in _entries(_RULES, ""):
        package = import_module(f"opencl_ls.rules.{family}").__name__
        for name, path in _entries(folder, ".py"):
            module = _loaded(f"{package}.{name}", path)
            rule: Rule = module.RULE
            rule.bind(f"{family}/{name}".replace("_", "-"), module.__doc__ or "")
            found.append(rule)
    return tuple(sorted(found, key=lambda rule: rule.code))


def _entries(folder: str, suffix: str) -> list[tuple[str, str]]:
    """Return the names and paths of the modules or packages in a folder, sorted."""
    with os.scandir(folder) as entries:
        found = [(entry.name.removesuffix(suffix), entry) for entry in entries]
    return sorted(
        (name, entry.path)
        for name, entry in found
        if name.isidentifier() and name[0] != "_" and entry.name == name + suffix
    )


def _loaded(name: str, path: str) -> ModuleType:
    """Import a module from its known path, which saves the search of the import system."""
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


@cache
def _by_code() -> dict[str, Rule]:
    return {rule.code: rule for rule in all_rules()}


@cache
def all_codes() -> frozenset[str]:
    """Return the codes of all rules, by the names of their modules: loads no rule."""
    return frozenset(
        f"{family}/{name}".replace("_", "-")
        for family, folder in _entries(_RULES, "")
        for name, _ in _entries(folder, ".py")
    )


def rule(code: str) -> Rule | None:
    """Return the rule with this code, or None."""
    return _by_code().get(code)


@cache
def checks_by_kind() -> dict[type[Any], tuple[CheckAbout, ...]]:
    """Return the check functions of all rules by the kind of record or symbol."""
    table: dict[type[Any], list[CheckAbout]] = {}
    for entry in all_rules():
        for kind, check in entry.checks:
            table.setdefault(kind, []).append(check)
    return {kind: tuple(checks) for kind, checks in table.items()}
