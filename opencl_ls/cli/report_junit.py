"""The report for test reports: JUnit's XML, as Jenkins, GitLab and Azure read it.

They take one failure of a test case.  So a file without findings is one case, and any other has a
case for each rule that found something in it.  A case fails if the command does: findings below
the level of `--fail-on` are in the output of a case that passes.
"""

from __future__ import annotations

import re
from itertools import groupby
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape, quoteattr

from opencl_ls.cli.model import counted
from opencl_ls.cli.paths import path_within
from opencl_ls.cli.report_json import readable_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from opencl_ls.cli.model import Problem, Run
    from opencl_ls.findings import Finding, Severity

_NAME: Final = "opencl-ls"
# Characters that XML 1.0 cannot represent.
_NOT_XML: Final = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def junit_report(run: Run, fail_on: Severity | None) -> str:
    """Return the report; paths are relative to the folder in which the check was run."""
    of_file: dict[str, list[Finding]] = {
        result.path: [] for result in run.results if result.checked
    }
    for finding in run.findings:
        of_file.setdefault(finding.place.file, []).append(finding)
    fatal = [problem for problem in run.problems if problem.fatal]
    cases = [_error(problem) for problem in fatal]
    failures = 0
    for path, findings in of_file.items():
        if not findings:
            cases.append(_case(path, "", ()))
        for rule, each in groupby(sorted(findings, key=_code), key=_code):
            found = list(each)
            fails = fail_on is not None and any(one.severity <= fail_on for one in found)
            failures += fails
            cases.append(_case(path, rule, _found(run, found, fails=fails)))
    numbers = f'tests="{len(cases)}" failures="{failures}" errors="{len(fatal)}"'
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuites name="{_NAME}" {numbers}>',
        f'  <testsuite name="{_NAME}" {numbers} skipped="0" time="0">',
        *cases,
        "  </testsuite>",
        "</testsuites>",
    ]
    return "".join(f"{line}\n" for line in lines)


def _case(path: str, rule: str, content: Iterable[str]) -> str:
    file = PurePosixPath(readable_path(path_within(path, ".")))
    # Jenkins takes the part before the last dot for a package, and shows folders by that.
    folders = [part.replace(".", "_") for part in file.parent.parts if part != "/"]
    name = f"{file.name}: {rule}" if rule else file.name
    attributes = {
        "classname": ".".join((_NAME, *folders)),
        "name": name,
        "file": str(file),
        "time": "0",
    }
    written = " ".join(f"{key}={_attribute(value)}" for key, value in attributes.items())
    inside = "\n".join(content)
    if not inside:
        return f"    <testcase {written}/>"
    return f"    <testcase {written}>\n{inside}\n    </testcase>"


def _found(run: Run, findings: list[Finding], *, fails: bool) -> Iterator[str]:
    lines = [_line(run, finding) for finding in findings]
    text = escape(_xml("\n".join(lines)))
    if not fails:
        yield f"      <system-out>{text}</system-out>"
        return
    worst = min(finding.severity for finding in findings)
    first = findings[0].message.partition("\n")[0]
    message = first if len(findings) == 1 else f"{counted(len(findings), 'finding')}: {first}"
    kind = f"type={_attribute(worst.label)} message={_attribute(message)}"
    yield f"      <failure {kind}>{text}</failure>"


def _line(run: Run, finding: Finding) -> str:
    region = run.region(finding.place)
    place = f"{readable_path(region.file)}:{region.line}:{region.col}"
    return f"{place}: {finding.severity.label}[{finding.code}] {finding.message}"


def _error(problem: Problem) -> str:
    message = f"type={_attribute('not checked')} message={_attribute(problem.message)}"
    return _case(problem.path, "", [f"      <error {message}/>"])


def _code(finding: Finding) -> str:
    return finding.code


def _attribute(text: str) -> str:
    return quoteattr(_xml(text), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})


def _xml(text: str) -> str:
    return _NOT_XML.sub("\ufffd", text)
