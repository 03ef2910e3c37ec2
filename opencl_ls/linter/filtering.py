"""Which findings a user sees, and their severity: settings by rule, suppression comments."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from opencl_ls.findings import COMPILERS, Severity
from opencl_ls.linter.registry import all_codes, rule
from opencl_ls.settings.model import nearby
from opencl_ls.settings.profiles import EVERYTHING, PERFORMANCE, RECOMMENDED

if TYPE_CHECKING:
    from opencl_ls.settings.model import RuleSettings

_LEVELS: Final = {severity.label: severity for severity in Severity}
# The codes of findings without a rule.
_OTHER_CODES: Final = ("file/too-large", "file/too-many-findings")
MARK: Final = "opencl-ls:"
"""The mark of every suppression comment."""
ALLOW: Final = re.compile(r"opencl-ls:\s*allow(-file)?\s*\(([^)\n]*)\)")
"""A suppression comment: group 1 is `-file` if it is about the whole file, group 2 the rules."""
_GLOB: Final = re.compile(r"[*?\[]")
_FIRST_COMMENT: Final = re.compile(r"\s*(?://[^\n]*\n\s*)*(?:/\*.*?\*/)?(?:\s*//[^\n]*\n?)*", re.S)


def matches(pattern: str, code: str) -> bool:
    """Tell whether a pattern matches a code: a code, a family, or a glob such as `barrier/*`."""
    return pattern in (code, "all") or code.startswith(pattern + "/") or fnmatchcase(code, pattern)


def asks_for_performance(settings: RuleSettings) -> bool:
    """Return whether settings may enable a rule of the profile `performance`."""
    levels = (pattern for pattern, level in settings.severity if level != "off")
    return settings.profile in (PERFORMANCE, EVERYTHING) or any(
        each in ("all", PERFORMANCE) or each.startswith(f"{PERFORMANCE}/") or _GLOB.search(each)
        for each in (*settings.select, *levels)
    )


def unknown_rules(settings: RuleSettings) -> list[tuple[str, str]]:
    """Return the patterns of settings that match no rule, each with a message."""
    levels = (pattern for pattern, _ in settings.severity)
    patterns = dict.fromkeys((*settings.select, *settings.ignore, *levels))
    codes = {*all_codes(), *_OTHER_CODES} if patterns else set()
    names = {*codes, *(code.partition("/")[0] for code in codes)}
    return [
        (pattern, f'there is no rule "{pattern}"{nearby(pattern, names)}')
        for pattern in patterns
        if pattern.partition("/")[0] not in COMPILERS
        and not any(matches(pattern, code) for code in codes)
    ]


@lru_cache(maxsize=4096)
def severity_of(code: str, default: Severity, settings: RuleSettings) -> Severity | None:
    """Return the severity that the settings give a finding, None where they silence it."""
    known = rule(code)
    chosen: Severity | None = default
    if known is not None and settings.complete_defines and known.with_complete_defines is not None:
        chosen = default = known.with_complete_defines
    if known is not None and not known.is_in(settings.profile or RECOMMENDED):
        chosen = None
    if settings.select:
        selected = any(matches(pattern, code) for pattern in settings.select)
        chosen = default if selected else None
    if any(matches(pattern, code) for pattern in settings.ignore):
        chosen = None
    for pattern, level in settings.severity:
        if matches(pattern, code):
            chosen = None if level == "off" else _LEVELS.get(level, default)
    if chosen is Severity.WARNING and settings.warnings == "off":
        return None
    if chosen is Severity.WARNING and settings.warnings == "error":
        return Severity.ERROR
    return chosen


class Suppressions:
    """The suppression comments of one file.

    `// opencl-ls: allow(family/name)` silences a rule on its own line and on the line below;
    `allow-file(...)` in the file's first comment silences it in the whole file.  Several rules in
    one pair of parentheses are separated by commas.
    """

    __slots__ = ("_file", "_lines")

    def __init__(self, text: str, line_starts: list[int]) -> None:
        self._file: tuple[str, ...] = ()
        self._lines: dict[int, tuple[str, ...]] = {}
        first_comment = _FIRST_COMMENT.match(text)
        head = 0 if first_comment is None else first_comment.end()
        line = 0
        for match in ALLOW.finditer(text):
            patterns = tuple(word.strip() for word in match[2].split(",") if word.strip())
            while line + 1 < len(line_starts) and line_starts[line + 1] <= match.start():
                line += 1
            if not match[1]:
                self._lines[line] = self._lines.get(line, ()) + patterns
            elif match.start() < head:
                self._file += patterns

    @property
    def empty(self) -> bool:
        """Whether no comment allows anything."""
        return not self._file and not self._lines

    def silence(self, code: str, line: int) -> bool:
        """Tell whether a comment allows findings of the rule `code` on the 0-based `line`."""
        if self.empty:
            return False
        allowed = self._file + self._lines.get(line, ()) + self._lines.get(line - 1, ())
        return any(matches(pattern, code) for pattern in allowed)


NOTHING_ALLOWED: Final = Suppressions("", [])
"""The suppressions of a file without such comments."""
