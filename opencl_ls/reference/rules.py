"""The page of a rule, as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.docs.library import read_topic, topics_of_rule
from opencl_ls.reference.links import page_link

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.catalogue import Rule


def rule_page(rule: Rule) -> str:
    """Return the text of a rule with links to topics of the reference.

    Its links to the reference are resolved where it is shown.
    """
    return rule_text(rule) + _read_more(rule.code)


def rule_text(rule: Rule) -> str:
    """Return the code of a rule as the heading, its facts and its documentation."""
    facts = (
        f"Severity: {rule.severity.label}{rule.state}. OpenCL C: {rule.versions.label}. "
        f"Since opencl-ls {rule.since}."
    )
    return f"# {rule.code}\n\n{facts}\n\n{rule.documentation.strip()}\n"


def _read_more(code: str) -> str:
    lines = [
        f"- {page_link(title, name)}: `opencl-ls doc {_quoted(name)}`\n"
        for title, name in _topics(code)
    ]
    return "\n## Read more\n" + "".join(lines) if lines else ""


def _topics(code: str) -> Iterator[tuple[str, str]]:
    """Yield the titles of the topics that name a rule, and a name that leads to each."""
    for path in topics_of_rule(code):
        topic = read_topic(path)
        yield topic.title, topic.entries[0].names[0]


def _quoted(name: str) -> str:
    """Return a name quoted for a shell."""
    return name if name.isidentifier() else f'"{name}"'
