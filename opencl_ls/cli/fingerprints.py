"""Names for findings that stay the same while the lines around them move."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.cli.paths import path_within
from opencl_ls.cli.report_json import readable_path
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.cli.model import Run
    from opencl_ls.findings import Finding


class Identity(NamedTuple):
    """The identity of a finding between runs; the position of its line does not count."""

    file: str
    rule: str
    message: str
    source: str


def identity(run: Run, finding: Finding, file: str) -> Identity:
    """Return the identity of a finding; `file` is the path by which its file is known.

    `source` is the text of the line, with one blank for each gap in it.
    """
    lines = run.lines(finding.place.file)
    start, end = lines.line_bounds(lines.line_of(min(finding.place.start, len(lines.text))))
    source = " ".join(display(lines.text[start:end]).split())
    return Identity(readable_path(file), finding.code, finding.message, source)


def fingerprints(run: Run, root: str) -> list[str]:
    """Return one fingerprint for each finding of a run, the known ones first.

    It depends on the file, the rule, the message and the text of the line, not on the line's
    number; if several agree in all of these, each has its ordinal as well.
    """
    seen: Counter[Identity] = Counter()
    result = []
    for finding in (*(run.known or ()), *run.findings):
        found = identity(run, finding, path_within(finding.place.file, root))
        ordinal = seen[found]
        seen[found] += 1
        named = "\0".join(found if not ordinal else (*found, str(ordinal)))
        result.append(sha256(named.encode("utf-8", "replace")).hexdigest())
    return result
