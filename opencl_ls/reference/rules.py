"""The page of a rule, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.docs.library import read_topic, topics_of_rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.catalogue import RuleInfo


def rule_page(rule: RuleInfo) -> str:
    """Return all there is to say about a rule, its code as the heading."""
    silent = "" if rule.enabled else "; off until a setting asks for it"
    facts = (
        f"Severity: {rule.severity.label}{silent}. OpenCL C: {rule.versions}. "
        f"Since opencl-ls {rule.since}."
    )
    return f"# {rule.code}\n\n{facts}\n\n{rule.documentation.strip()}\n{_read_more(rule.code)}"


def _read_more(code: str) -> str:
    lines = [f"- {title}: `opencl-ls doc {word}`\n" for title, word in _topics(code)]
    return "\n## Read more\n" + "".join(lines) if lines else ""


def _topics(code: str) -> Iterator[tuple[str, str]]:
    """Yield the titles of the topics that a rule watches over, each with a name that leads there.

    The name is quoted where a shell would take it apart.
    """
    for path in topics_of_rules().get(code, ()):
        topic = read_topic(path)
        name = topic.entries[0].names[0]
        yield topic.title, name if name.isidentifier() else f'"{name}"'
