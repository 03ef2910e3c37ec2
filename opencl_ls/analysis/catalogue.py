"""The catalogue of rules: the rules, their facts, and the rules that a pattern matches.

Importing it loads no rule; the first question about one does.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from opencl_ls.linter import registry
from opencl_ls.linter.filtering import (
    ALLOW,
    Suppressions,
    matches,
    severity_of,
    unknown_rules,
)
from opencl_ls.linter.registry import all_codes
from opencl_ls.settings.profiles import RECOMMENDED, holds, in_words

if TYPE_CHECKING:
    from opencl_ls.findings import Severity
    from opencl_ls.linter.rule import Rule

__all__ = [
    "ALLOW",
    "RuleInfo",
    "Suppressions",
    "all_codes",
    "all_rules",
    "matches",
    "rule",
    "severity_of",
    "unknown_rules",
]


class RuleInfo(Struct, frozen=True):
    """The facts about a rule.

    `severity` is the default one; `profile` enables the rule.  `versions` says for which versions
    it holds, `since` is the release of opencl-ls that added it.  `documentation` is its page in
    Markdown, `summary` the first sentence of that.
    """

    code: str
    severity: Severity
    profile: str
    versions: str
    since: str
    summary: str
    documentation: str

    @property
    def family(self) -> str:
        """The part of the code before the slash."""
        return self.code.partition("/")[0]

    @property
    def enabled(self) -> bool:
        """Whether the rule is enabled by default."""
        return self.is_in(RECOMMENDED)

    @property
    def state(self) -> str:
        """The profile of the rule, in words that follow its severity, or ""."""
        return in_words(self.profile)

    def is_in(self, profile: str) -> bool:
        """Tell whether a profile enables the rule."""
        return holds(profile, self.profile)


@cache
def all_rules() -> tuple[RuleInfo, ...]:
    """Return every rule, in the order of their codes."""
    return tuple(map(_information, registry.all_rules()))


@cache
def rule(code: str) -> RuleInfo | None:
    """Return the rule with this code, None if there is none."""
    known = registry.rule(code)
    return None if known is None else _information(known)


def _information(known: Rule) -> RuleInfo:
    return RuleInfo(
        known.code,
        known.severity,
        known.profile,
        known.versions.label,
        known.since,
        known.summary,
        known.documentation,
    )
