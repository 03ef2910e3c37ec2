"""The number of findings of each rule."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from opencl_ls.cli.model import offered_fix

if TYPE_CHECKING:
    from opencl_ls.cli.model import Run
    from opencl_ls.cli.terminal import Painter


def rule_counts(run: Run, paint: Painter) -> str:
    """Return a table of the rules, the most frequent first."""
    counts = Counter((finding.code, finding.severity) for finding in run.findings)
    fixable = Counter(
        (finding.code, finding.severity)
        for finding in run.findings
        if offered_fix(finding) is not None
    )
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    width = max((len(str(count)) for count in counts.values()), default=0)
    lines = []
    for (code, severity), count in rows:
        label = paint(severity.label, f"{severity.label:7}")
        number = fixable[code, severity]
        fixes = f"  ({number} with a fix)" if number else ""
        lines.append(f"{count:{width}}  {label}  {code}{fixes}\n")
    return "".join(lines)
