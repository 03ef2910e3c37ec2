"""The report for GitHub Actions: workflow commands, which become annotations of a change.

https://docs.github.com/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.paths import path_within
from opencl_ls.cli.report_json import readable_path
from opencl_ls.cli.terminal import printable
from opencl_ls.findings import Severity

if TYPE_CHECKING:
    from opencl_ls.cli.model import Run
    from opencl_ls.findings import Finding

_COMMANDS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "notice",
    Severity.HINT: "notice",
}


def github_report(run: Run) -> str:
    """Return one workflow command for each finding; paths are relative to the workspace."""
    root = os.environ.get("GITHUB_WORKSPACE") or "."
    return "".join(f"{_command(run, finding, root)}\n" for finding in run.findings)


def _command(run: Run, finding: Finding, root: str) -> str:
    region = run.region(finding.place)
    properties = {
        "title": f"opencl-ls ({finding.code})",
        "file": readable_path(path_within(region.file, root)),
        "line": str(region.line),
        "endLine": str(region.end_line),
    }
    if region.line == region.end_line:
        # Annotations have columns only within one line.
        properties["col"] = str(region.col)
        properties["endColumn"] = str(region.end_col)
    written = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    place = f"{properties['file']}:{region.line}:{region.col}"
    message = f"{place}: {finding.severity.label}[{finding.code}] {finding.message}"
    return f"::{_COMMANDS[finding.severity]} {written}::{_data(printable(message))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
