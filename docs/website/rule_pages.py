"""The rules: a list of all of them, and a page for each."""

from __future__ import annotations

import re
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.docs.library import read_topic, topics_of_rule

if TYPE_CHECKING:
    from opencl_ls.analysis.catalogue import Rule

# A program's first line names the settings that it is for.
_PROGRAM: Final = re.compile(r"^```cl\b ?(.*)$", re.M)
# What a search need not know of a rule.
_UNSOUGHT: Final = re.compile(r"^## (Example|Use instead|Versions|Reference)$", re.M)
_HAS_FIX: Final = re.compile(r"^## Fix safety$", re.M)

_INTRODUCTION: Final = """\
# Rules

{count} rules watch over OpenCL C. `opencl-ls rule NAME` prints a rule's page in the terminal, and
an editor opens it from a finding. [Configuration](../configuration.md) tells how to switch a rule
off or to give it another severity; a comment `// opencl-ls: allow(family/name)` allows one finding.

A severity in parentheses means that the rule is off until a setting asks for it: the profile that
its page names, for one.
"""


def rule_pages() -> dict[str, str]:
    """Return the Markdown of the list and of each rule, by their paths in the site."""
    rules = all_rules()
    return {
        "rules/index.md": _list(rules),
        **{f"rules/{rule.code}.md": _page(rule) for rule in rules},
    }


def _list(rules: tuple[Rule, ...]) -> str:
    lines = [_INTRODUCTION.format(count=len(rules)), '<div id="rule-filter"></div>', ""]
    for family, members in groupby(rules, attrgetter("family")):
        lines += [f"## {family}", "", "| Rule | Severity | OpenCL C | Fix | What it reports |"]
        lines.append("|---|---|---|---|---|")
        for rule in members:
            cells = (
                f"[{rule.code}]({rule.code}.md)",
                rule.severity.label if rule.enabled else f"({rule.severity.label})",
                rule.versions.label,
                "yes" if has_fix(rule) else "",
                rule.summary.replace("|", "\\|"),
            )
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def _page(rule: Rule) -> str:
    facts = {
        "Severity": rule.severity.label + rule.state,
        "OpenCL C": rule.versions.label,
        "Fix": "yes" if has_fix(rule) else "none",
        "Since": f"opencl-ls {rule.since}",
    }
    shown = " · ".join(f"**{name}** {value}" for name, value in facts.items())
    text = _PROGRAM.sub(_fence, rule.documentation.strip())
    text = _UNSOUGHT.sub(r"## \1 { data-search-exclude }", text)
    return f"# {rule.code}\n\n{shown}\n{{ .facts }}\n\n{text}\n{_read_more(rule.code)}"


def _read_more(code: str) -> str:
    paths = topics_of_rule(code)
    lines = [f"- [{read_topic(path).title}](../../reference/{path})\n" for path in paths]
    return "\n## Read more\n\n" + "".join(lines) if lines else ""


def has_fix(rule: Rule) -> bool:
    """Tell whether a rule offers a fix: its page then says how safe that is."""
    return _HAS_FIX.search(rule.documentation) is not None


def _fence(found: re.Match[str]) -> str:
    settings = " ".join(
        word.replace("CL", "OpenCL C ", 1) if word.startswith("CL") else word.replace("=", ": ", 1)
        for word in found[1].split()
    )
    return f'```opencl title="{settings}"' if settings else "```opencl"
