"""Loads the rules, by the place of their modules, and gives them their codes."""

from __future__ import annotations

import os
import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from opencl_ls.linter.rule import Rule

_RULES: Final = str(Path(__file__).parent.parent / "rules")
"""The folder of the families, each of which has a module for each of its rules."""


class Place(NamedTuple):
    """The place of a rule: its family and the name of its module.

    `path` is that of the module, `size` its size in bytes, and `changed` the time of its last
    change, in seconds since 1970.
    """

    family: str
    name: str
    path: str
    size: int
    changed: float


@cache
def places() -> dict[str, Place]:
    """Return the places of all rules by their codes, in the order of these; loads no rule."""
    found = {}
    for family, folder in _entries(_RULES, ""):
        for name, entry in _entries(folder.path, ".py"):
            status = entry.stat()
            place = Place(family, name, entry.path, status.st_size, status.st_mtime)
            found[f"{family}/{name}".replace("_", "-")] = place
    return dict(sorted(found.items()))


@cache
def all_rules() -> tuple[Rule, ...]:
    """Return every rule, in the order of their codes."""
    return tuple(each for each in map(rule, places()) if each is not None)


@cache
def all_codes() -> frozenset[str]:
    """Return the codes of all rules, by the names of their modules: loads no rule."""
    return frozenset(places())


@cache
def rule(code: str) -> Rule | None:
    """Return the rule with this code, or None; loads no other rule."""
    place = places().get(code)
    if place is None:
        return None
    # The package of the family is empty, and there are 40: it is not imported.
    module = _loaded(f"opencl_ls.rules.{place.family}.{place.name}", place.path)
    found: Rule = module.RULE
    found.bind(code, module.__doc__ or "")
    return found


def _entries(folder: str, suffix: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield the modules or packages in a folder, each with its name."""
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name.removesuffix(suffix)
            if name.isidentifier() and name[0] != "_" and entry.name == name + suffix:
                yield name, entry


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
