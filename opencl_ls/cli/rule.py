"""The command `rule`: the list of the rules, or the page of one."""

from __future__ import annotations

import os
import re
import sys
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from opencl_ls.analysis.catalogue import all_rules
from opencl_ls.cli.parsers import rule_parser
from opencl_ls.cli.rule_access import matching_rules
from opencl_ls.cli.terminal import painter, write
from opencl_ls.reference.links import unlinked
from opencl_ls.reference.rules import rule_page
from opencl_ls.settings.profiles import PROFILES, RECOMMENDED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.catalogue import Rule
    from opencl_ls.cli.terminal import Painter

_PROFILE = max(map(len, PROFILES.keys() - {RECOMMENDED}))
_INLINE_CODE = re.compile(r"`([^`\n]+)`")


def run_rule(arguments: Sequence[str]) -> int:
    """Run `opencl-ls rule` and return its exit status; raises UsageError."""
    found = rule_parser().parse_args(list(arguments))
    paint = painter(found.color, sys.stdout, os.environ)
    rules = all_rules() if found.name is None else matching_rules(found.name)
    if found.profile is not None:
        rules = tuple(rule for rule in rules if rule.is_in(found.profile))
        write(rule_table(rules, paint), sys.stdout)
    elif [rule.code for rule in rules] == [found.name]:
        write(rendered_rule(rules[0], paint), sys.stdout)
    else:
        write(rule_table(rules, paint), sys.stdout)
    return 0


def rule_table(rules: Sequence[Rule], paint: Painter) -> str:
    """Return the rules by family, each with its severity, its profile and its summary.

    The profile is named if it is not the recommended one.
    """
    width = max((len(rule.code) for rule in rules), default=0)
    lines = []
    for name, members in groupby(rules, attrgetter("family")):
        lines.append(paint("bold", name))
        for rule in members:
            label = paint(rule.severity.label, f"{rule.severity.label:7}")
            profile = "" if rule.is_in(RECOMMENDED) else rule.profile
            lines.append(f"  {rule.code:{width}}  {label}  {profile:{_PROFILE}}  {rule.summary}")
        lines.append("")
    return "".join(f"{line}\n" for line in lines[:-1])


def rendered_rule(rule: Rule, paint: Painter) -> str:
    """Return a rule's page: as Markdown, or with colours instead of marks."""
    text = unlinked(rule_page(rule))
    if not paint.enabled:
        return text
    return "".join(f"{line}\n" for line in _rendered(text, paint))


def _rendered(markdown: str, paint: Painter) -> Iterator[str]:
    """Yield the lines of a page for a terminal: with colours instead of the marks of Markdown."""
    in_code = False
    for line in markdown.splitlines():
        if line.startswith("```"):
            in_code = not in_code
        elif in_code:
            yield f"    {line}".rstrip()
        elif line.startswith("#"):
            yield paint("bold", line.lstrip("#").strip())
        else:
            yield _INLINE_CODE.sub(lambda match: paint("help", match[1]), line)
