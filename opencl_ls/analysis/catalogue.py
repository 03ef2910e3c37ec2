"""The catalogue of rules, and the rules that a pattern matches.

Importing it loads no rule; the first question about one does.
"""

from __future__ import annotations

from opencl_ls.linter.filtering import (
    ALLOW,
    Suppressions,
    matches,
    severity_of,
    unknown_rules,
)
from opencl_ls.linter.registry import all_codes, all_rules, rule
from opencl_ls.linter.rule import Rule

__all__ = [
    "ALLOW",
    "Rule",
    "Suppressions",
    "all_codes",
    "all_rules",
    "matches",
    "rule",
    "severity_of",
    "unknown_rules",
]
