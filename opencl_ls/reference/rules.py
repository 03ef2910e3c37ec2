"""The page of a rule, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from opencl_ls.analysis.catalogue import RuleInfo


def rule_page(rule: RuleInfo) -> str:
    """Return all there is to say about a rule, its code as the heading."""
    silent = "" if rule.enabled else "; off until a setting asks for it"
    facts = (
        f"Severity: {rule.severity.label}{silent}. OpenCL C: {rule.versions}. "
        f"Since opencl-ls {rule.since}."
    )
    return f"# {rule.code}\n\n{facts}\n\n{rule.documentation.strip()}\n"
