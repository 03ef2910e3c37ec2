"""Names for findings that stay the same while the lines around them move."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING

from opencl_ls.cli.paths import path_within
from opencl_ls.cli.report_json import readable_path
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.cli.model import Run
    from opencl_ls.findings import Finding


def fingerprints(run: Run, root: str) -> list[str]:
    """Return one fingerprint for each finding of a run.

    It depends on the file, the rule, the message and the text of the line, not on the line's
    number; of several that agree in all of these, each has its ordinal as well.
    """
    seen: Counter[str] = Counter()
    result = []
    for finding in run.findings:
        identity = _identity(run, finding, root)
        ordinal = seen[identity]
        seen[identity] += 1
        named = identity if not ordinal else f"{identity}\0{ordinal}"
        result.append(sha256(named.encode("utf-8", "replace")).hexdigest())
    return result


def _identity(run: Run, finding: Finding, root: str) -> str:
    lines = run.lines(finding.place.file)
    start, end = lines.line_bounds(lines.line_of(min(finding.place.start, len(lines.text))))
    source = " ".join(display(lines.text[start:end]).split())
    path = readable_path(path_within(finding.place.file, root))
    return f"{path}\0{finding.code}\0{finding.message}\0{source}"
