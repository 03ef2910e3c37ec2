"""The report for GitLab: Code Quality, with fingerprints that survive moves within a file.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.cli.fingerprints import fingerprints
from opencl_ls.cli.paths import path_within
from opencl_ls.cli.report_json import readable_path
from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from opencl_ls.cli.model import Run
    from opencl_ls.findings import Finding

_SEVERITIES: Final = {
    Severity.ERROR: "critical",
    Severity.WARNING: "major",
    Severity.INFO: "minor",
    Severity.HINT: "info",
}


def gitlab_report(run: Run) -> str:
    """Return the report; paths are relative to the project's folder."""
    root = os.environ.get("CI_PROJECT_DIR") or "."
    prints = fingerprints(run, root)[len(run.known or ()) :]
    issues = [
        _issue(run, finding, fingerprint, root)
        for finding, fingerprint in zip(run.findings, prints, strict=True)
    ]
    return json.dumps(issues, indent=2) + "\n"


def _issue(run: Run, finding: Finding, fingerprint: str, root: str) -> dict[str, Any]:
    region = run.region(finding.place)
    return {
        "description": finding.message,
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[finding.severity],
        "location": {
            "path": readable_path(path_within(region.file, root)),
            "positions": {
                "begin": {"line": region.line, "column": region.col},
                "end": {"line": region.end_line, "column": region.end_col},
            },
        },
    }
