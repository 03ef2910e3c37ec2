"""The report for code scanning: SARIF 2.1.0.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from opencl_ls import __version__
from opencl_ls.analysis.catalogue import rule
from opencl_ls.cli.fingerprints import fingerprints
from opencl_ls.cli.model import offered_fix
from opencl_ls.cli.paths import path_within
from opencl_ls.cli.report_json import readable_path
from opencl_ls.findings import Severity
from opencl_ls.text import display

if TYPE_CHECKING:
    from opencl_ls.cli.model import Problem, Region, Run
    from opencl_ls.findings import Finding, Fix, Place

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT: Final = "%SRCROOT%"
_LEVELS: Final = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFO: "note",
    Severity.HINT: "note",
}

# The state of a result against a baseline, in the two spellings that readers expect.
_NEW: Final = {"baselineState": "new"}
_KNOWN: Final = {
    "baselineState": "unchanged",
    "suppressions": [{"kind": "external", "justification": "listed in the baseline"}],
}


def sarif_report(run: Run) -> str:
    """Return the report, as ASCII; it describes only the rules with findings."""
    findings = (*(run.known or ()), *run.findings)
    codes = sorted({finding.code for finding in findings})
    numbers = {code: number for number, code in enumerate(codes)}
    driver = {
        "name": "opencl-ls",
        "semanticVersion": __version__,
        "rules": [_rule(code) for code in codes],
    }
    prints = fingerprints(run, ".")
    results = [
        _result(run, finding, numbers[finding.code], fingerprint)
        for finding, fingerprint in zip(findings, prints, strict=True)
    ]
    if run.known is not None:
        for number, each in enumerate(results):
            each.update(_KNOWN if number < len(run.known) else _NEW)
    log = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": driver},
                "columnKind": "unicodeCodePoints",
                "originalUriBaseIds": {
                    _ROOT: {"description": {"text": "The folder in which the check was run."}}
                },
                "invocations": [_invocation(run)],
                "results": results,
            }
        ],
    }
    return json.dumps(log, indent=2) + "\n"


def _rule(code: str) -> dict[str, Any]:
    result: dict[str, Any] = {"id": code}
    known = rule(code)
    if known is not None:
        result["shortDescription"] = {"text": known.summary}
        result["help"] = {"text": known.documentation, "markdown": known.documentation}
        result["defaultConfiguration"] = {"level": _LEVELS[known.severity]}
    return result


def _result(run: Run, finding: Finding, number: int, fingerprint: str) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": number,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [{"physicalLocation": _location(run, finding.place)}],
        "partialFingerprints": {"openclLsFinding/v1": fingerprint},
    }
    if finding.related:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _location(run, related.place),
                "message": {"text": related.message},
            }
            for number, related in enumerate(finding.related, 1)
        ]
    fix = offered_fix(finding)
    if fix is not None and fix.edits:
        result["fixes"] = [_fix(run, fix)]
    return result


def _fix(run: Run, fix: Fix) -> dict[str, Any]:
    replacements: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {
            "deletedRegion": _region(run.region(edit.place)),
            "insertedContent": {"text": display(edit.text)},
        }
        replacements.setdefault(edit.place.file, []).append(replacement)
    changes = [
        {"artifactLocation": _artifact(file), "replacements": each}
        for file, each in replacements.items()
    ]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def _location(run: Run, place: Place) -> dict[str, Any]:
    return {
        "artifactLocation": _artifact(place.file),
        "region": _region(run.region(place)),
    }


def _region(region: Region) -> dict[str, int]:
    return {
        "startLine": region.line,
        "startColumn": region.col,
        "endLine": region.end_line,
        "endColumn": region.end_col,
    }


def _artifact(file: str) -> dict[str, str]:
    path = path_within(file, ".")
    if Path(path).is_absolute():
        # Outside of the folder only the full address leads to the file.
        start = "" if path.startswith("/") else "/"
        return {"uri": "file://" + quote(start + path, safe="/:", errors="surrogateescape")}
    return {"uri": quote(path, errors="surrogateescape"), "uriBaseId": _ROOT}


def _invocation(run: Run) -> dict[str, Any]:
    fatal = [problem for problem in run.problems if problem.fatal]
    result: dict[str, Any] = {"executionSuccessful": not fatal}
    if run.problems:
        result["toolExecutionNotifications"] = [_notification(each) for each in run.problems]
    return result


def _notification(problem: Problem) -> dict[str, Any]:
    return {
        "level": "error" if problem.fatal else "warning",
        "message": {"text": f"{readable_path(problem.path)}: {problem.message}"},
    }
