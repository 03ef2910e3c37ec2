"""The rules for the command line: by code, and by the patterns of users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.catalogue import all_rules, matches
from opencl_ls.builtins.spelling import nearest
from opencl_ls.cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.analysis.catalogue import Rule


def matching_rules(pattern: str) -> tuple[Rule, ...]:
    """Return the rules that match a code, a family or a pattern (`barrier/*`).

    Raises UsageError, with the names that may have been meant, if there is none.
    """
    found = tuple(rule for rule in all_rules() if matches(pattern, rule.code))
    if not found:
        raise UsageError(_unknown(pattern))
    return found


def _unknown(name: str) -> str:
    codes = [rule.code for rule in all_rules()]
    near = _near(name, codes)
    if not near:
        return f"unknown rule {name!r}; opencl-ls rule lists them all"
    return f"unknown rule {name!r}; did you mean {_either(near)}?"


def _near(name: str, codes: Sequence[str]) -> list[str]:
    """Return up to three names that may have been meant: misspelt, or without their family."""
    families = list(dict.fromkeys(code.partition("/")[0] for code in codes))
    found = nearest(name, [*codes, *families], limit=3)
    short = name.rpartition("/")[2]
    found += [code for code in codes if code.partition("/")[2] == short]
    for part in nearest(short, {code.partition("/")[2] for code in codes}, limit=3):
        found += [code for code in codes if code.partition("/")[2] == part]
    found += [code for code in codes if len(short) > 2 and short in code]
    return list(dict.fromkeys(found))[:3]


def _either(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} or {names[-1]}"
