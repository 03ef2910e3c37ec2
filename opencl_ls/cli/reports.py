"""The reports of a run, and their destinations."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.terminal import Painter, painter, write

if TYPE_CHECKING:
    from typing import TextIO

    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.model import Run

_FOR_PEOPLE: Final = ("text", "concise")


def report(run: Run, options: CheckOptions, stream: TextIO | None) -> str:
    """Write the reports of a run; `stream` gets the one without a file, which is returned."""
    text = ""
    if options.debug_types:
        write(_type_report(run), sys.stderr)
    plain = Painter(enabled=False)
    for name, file in options.reports:
        write_text(file, _rendered(run, name, options, plain))
    if options.output_file is not None:
        write_text(options.output_file, _rendered(run, options.format, options, plain))
    else:
        paint = painter(options.color, stream, os.environ)
        text = _rendered(run, options.format, options, paint)
        write(text, stream)
    if options.statistics and options.format not in _FOR_PEOPLE:
        write(_rule_counts(run, painter(options.color, sys.stderr, os.environ)), sys.stderr)
    return text


def _rendered(run: Run, name: str, options: CheckOptions, paint: Painter) -> str:
    # Each report is imported by itself: so that none slows the others down.
    if name in _FOR_PEOPLE:
        from opencl_ls.cli.report_text import concise_report, text_report  # noqa: PLC0415

        counts = _rule_counts(run, paint) if options.statistics else ""
        of_text = text_report if name == "text" else concise_report
        return of_text(run, paint, counts=counts, summary=not options.quiet)
    if name == "json":
        from opencl_ls.cli.report_json import json_report  # noqa: PLC0415

        return json_report(run)
    if name == "sarif":
        from opencl_ls.cli.report_sarif import sarif_report  # noqa: PLC0415

        return sarif_report(run)
    if name == "github":
        from opencl_ls.cli.report_github import github_report  # noqa: PLC0415

        return github_report(run)
    if name == "junit":
        from opencl_ls.cli.report_junit import junit_report  # noqa: PLC0415

        return junit_report(run, options.fail_on)
    from opencl_ls.cli.report_gitlab import gitlab_report  # noqa: PLC0415

    return gitlab_report(run)


def write_text(path: str, text: str) -> None:
    """Write a whole file as UTF-8; raises UsageError if that fails."""
    try:
        Path(path).write_bytes(text.encode("utf-8", "replace"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise UsageError(f"{path}: not written: {reason}") from error


def _type_report(run: Run) -> str:
    """Return the share of typed expressions of each file, and the expressions without a type."""
    lines = []
    total = unknown = 0
    for result in run.results:
        if result.types is None:
            continue
        total += result.types.total
        unknown += result.types.unknown
        causes = ", ".join(f"{text} ({count})" for text, count in result.types.causes[:5])
        lines.append(
            f"{result.path}: {result.types.share:.2%} of {result.types.total} expressions typed"
            + (f"; unknown: {causes}" if causes else "")
        )
    if len(lines) > 1:
        share = 1.0 if not total else 1.0 - unknown / total
        lines.append(f"in all: {share:.3%} of {total} expressions typed")
    return "".join(f"{line}\n" for line in lines)


def _rule_counts(run: Run, paint: Painter) -> str:
    from opencl_ls.cli.rule_counts import rule_counts  # noqa: PLC0415 (of --statistics alone)

    return rule_counts(run, paint)
