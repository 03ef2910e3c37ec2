"""The report for scripts: one JSON object with a fixed schema (see docs/ci.md).

Lines and columns count from 1, columns in Unicode code points, ends exclusive.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.cli.model import offered_fix
from opencl_ls.findings import source_of
from opencl_ls.reference.rule_files import rule_url
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.cli.model import Run
    from opencl_ls.findings import Finding, Fix, Place

FORMAT_VERSION: Final = 1


def json_report(run: Run) -> str:
    """Return the report, as ASCII, so that a reader's encoding does not matter."""
    report: dict[str, Any] = {
        "version": FORMAT_VERSION,
        "diagnostics": [_diagnostic(run, finding) for finding in run.findings],
        "files": run.file_count,
    }
    if run.known is not None:
        report["known"] = len(run.known)
    return json.dumps(report, indent=2) + "\n"


def _diagnostic(run: Run, finding: Finding) -> dict[str, Any]:
    fix = offered_fix(finding)
    source, page = source_of(finding.code), finding.code
    if source:
        from opencl_ls.compilers.meanings import meaning_of  # noqa: PLC0415 - rarely there

        found = meaning_of(finding.code, finding.message)
        page = "" if found is None else found.rule
    return {
        **_place(run, finding.place),
        "severity": finding.severity.label,
        "code": finding.code,
        "message": finding.message,
        **({"source": source} if source else {}),
        "url": rule_url(page) if page else None,
        "related": [
            {**_place(run, related.place), "message": related.message}
            for related in finding.related
        ],
        "fix": None if fix is None else _fix(run, fix),
    }


def _fix(run: Run, fix: Fix) -> dict[str, Any]:
    edits = [{**_place(run, edit.place), "text": display(edit.text)} for edit in fix.edits]
    return {"title": fix.title, "safe": fix.safe, "edits": edits}


def _place(run: Run, place: Place) -> dict[str, Any]:
    region = run.region(place)
    return {
        "file": readable_path(region.file),
        "line": region.line,
        "col": region.col,
        "end_line": region.end_line,
        "end_col": region.end_col,
    }


def readable_path(path: str) -> str:
    """Return a path that every JSON reader takes; bytes that are not UTF-8 become U+FFFD."""
    return path.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
