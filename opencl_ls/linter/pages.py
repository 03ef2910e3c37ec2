"""Writes the rules' documentation pages: `python -m opencl_ls.linter.pages`.

The pages are made from the docstrings and shipped with the package, so that an editor's link
opens them without a network.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.linter.registry import all_rules

if TYPE_CHECKING:
    from opencl_ls.linter.rule import Rule

FOLDER: Final = Path(__file__).parent.parent / "docs" / "rules"


def pages() -> dict[str, str]:
    """Return the text of each page by its path below the folder of pages, an index included."""
    found = {f"{rule.code}.md": page(rule) for rule in all_rules()}
    found["README.md"] = _index()
    return found


def page(rule: Rule) -> str:
    """Return the page of one rule as Markdown."""
    facts = (
        f"Severity: **{rule.severity.label}**{rule.state}. OpenCL C: {rule.versions.label}. "
        f"Since opencl-ls {rule.since}."
    )
    return f"# {rule.code}\n\n{facts}\n\n{rule.documentation.strip()}\n"


def _index() -> str:
    lines = [
        "# Rules",
        "",
        "Made from the rules' docstrings by `python -m opencl_ls.linter.pages`.",
        "",
    ]
    family = ""
    for rule in all_rules():
        if rule.family != family:
            family = rule.family
            lines += ["", f"## {family}", "", "| rule | severity | OpenCL C | what it reports |"]
            lines.append("|---|---|---|---|")
        severity = rule.severity.label if rule.enabled else f"({rule.severity.label})"
        cells = (
            f"[{rule.code}]({rule.code}.md)",
            severity,
            rule.versions.label,
            rule.summary.replace("|", "\\|"),
        )
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join([*lines, ""])


def main() -> int:
    """Write the pages and remove those of former rules; return the exit status."""
    wanted = pages()
    for name, text in wanted.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for path in FOLDER.rglob("*.md"):
        if path.relative_to(FOLDER).as_posix() not in wanted:
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
