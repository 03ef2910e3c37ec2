"""The command `check`: reads its options, checks the files, fixes them, and reports."""

from __future__ import annotations

import os
import sys
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from opencl_ls.cli.model import Problem, Run, counted
from opencl_ls.cli.options import parse_check
from opencl_ls.cli.paths import STANDARD_INPUT, collect
from opencl_ls.cli.progress import Progress
from opencl_ls.cli.sources import UnreadableError
from opencl_ls.cli.terminal import complain, is_terminal, painter, write, write_bytes
from opencl_ls.cli.workers import check_all

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from opencl_ls.cli.checker import Checker
    from opencl_ls.cli.fixing import Fixed
    from opencl_ls.cli.model import FileResult
    from opencl_ls.cli.options import CheckOptions
    from opencl_ls.cli.terminal import Painter


def run_check(arguments: Sequence[str]) -> int:
    """Run `opencl-ls check` and return its exit status; raises UsageError."""
    options = parse_check(arguments)

    from opencl_ls.cli.checker import Checker  # noqa: PLC0415 (slow; not for --help)

    checker = Checker(options)
    paths = list(collect(options.paths))
    if not paths and not options.quiet:
        complain(f"no OpenCL C files (*.cl, *.ocl) below {', '.join(options.paths)}")
    run = Run(_check_files(checker, paths, options))
    if not options.fix:
        _report(run, options, sys.stdout)
        return _finish(run, options)

    from opencl_ls.cli.fixing import fix_all  # noqa: PLC0415 (of fixes alone)

    fixed = fix_all(checker, run.results, unsafe=options.unsafe_fixes)
    if options.diff:
        _show(checker, fixed)
        _say_fixed(fixed, "would fix", options)
        return _finish(run, options)
    problems = _write(checker, fixed, paths)
    run = Run(fixed.results, problems)
    # With standard input the fixed source is what standard output carries.
    to_errors = STANDARD_INPUT in paths
    _report(run, options, sys.stderr if to_errors else sys.stdout)
    _say_fixed(fixed, "fixed", options)
    return _finish(run, options)


def _type_report(run: Run) -> str:
    """Return the share of typed expressions of each file, and what has no type."""
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


def exit_status(run: Run, options: CheckOptions) -> int:
    """Return 2 where a file could not be checked, 1 where a finding is grave enough, else 0."""
    if any(problem.fatal for problem in run.problems):
        return 2
    level = options.fail_on
    return int(level is not None and any(each.severity <= level for each in run.findings))


def _check_files(checker: Checker, paths: list[str], options: CheckOptions) -> list[FileResult]:
    shown = not options.quiet and len(paths) > 1 and is_terminal(sys.stderr)
    known = {path: found for path in paths if (found := checker.known(path)) is not None}
    unknown = [path for path in paths if path not in known]
    progress = Progress(len(unknown), sys.stderr if shown else None)
    if unknown:
        from opencl_ls.cli.checker import prepare  # noqa: PLC0415 (slow; not for --help)

        prepare()
    try:
        with closing(check_all(checker, unknown, options.jobs)) as stream:
            for path, result in zip(unknown, stream, strict=False):
                known[path] = result
                progress.step(result.path)
    finally:
        progress.clear()
    checker.finish()
    return [known[path] for path in paths if path in known]


def _report(run: Run, options: CheckOptions, stream: TextIO | None) -> None:
    paint = painter(options.color, stream, os.environ)
    if options.debug_types:
        write(_type_report(run), sys.stderr)
    if options.format == "text":
        from opencl_ls.cli.report_text import text_report  # noqa: PLC0415 (one of five)

        counts = _rule_counts(run, paint) if options.statistics else ""
        write(text_report(run, paint, counts=counts, summary=not options.quiet), stream)
        return
    write(_machine_report(run, options.format), stream)
    if options.statistics:
        write(_rule_counts(run, painter(options.color, sys.stderr, os.environ)), sys.stderr)


def _machine_report(run: Run, name: str) -> str:
    # Each report is imported by itself: none of them should slow the others down.
    if name == "json":
        from opencl_ls.cli.report_json import json_report  # noqa: PLC0415

        return json_report(run)
    if name == "sarif":
        from opencl_ls.cli.report_sarif import sarif_report  # noqa: PLC0415

        return sarif_report(run)
    if name == "github":
        from opencl_ls.cli.report_github import github_report  # noqa: PLC0415

        return github_report(run)
    from opencl_ls.cli.report_gitlab import gitlab_report  # noqa: PLC0415

    return gitlab_report(run)


def _rule_counts(run: Run, paint: Painter) -> str:
    from opencl_ls.cli.rule_counts import rule_counts  # noqa: PLC0415 (of --statistics alone)

    return rule_counts(run, paint)


def _show(checker: Checker, fixed: Fixed) -> None:
    from opencl_ls.cli.changes import diff  # noqa: PLC0415 (of fixes alone)

    write_bytes(b"".join(diff(checker.source(path), text) for path, text in fixed.texts.items()))


def _write(checker: Checker, fixed: Fixed, paths: Sequence[str]) -> list[Problem]:
    """Write the fixed files, and the fixed standard input to standard output."""
    from opencl_ls.cli.changes import write_change  # noqa: PLC0415 (of fixes alone)
    from opencl_ls.cli.sources import encoded  # noqa: PLC0415

    problems = []
    standard_input = checker.name(STANDARD_INPUT) if STANDARD_INPUT in paths else None
    if standard_input is not None:
        with suppress(UnreadableError):
            source = checker.source(standard_input)
            text = fixed.texts.get(standard_input)
            data = source.data if text is None else encoded(text, source.data)
            write_bytes(source.data if data is None else data)
    for path, text in fixed.texts.items():
        if path != standard_input:
            try:
                write_change(checker.source(path), text)
            except UnreadableError as error:
                problems.append(Problem(path, str(error)))
    return problems


def _say_fixed(fixed: Fixed, verb: str, options: CheckOptions) -> None:
    if fixed.count and not options.quiet:
        where = counted(len(fixed.texts), "file")
        complain(f"{verb} {counted(fixed.count, 'finding')} in {where}")


def _finish(run: Run, options: CheckOptions) -> int:
    for problem in run.problems:
        if problem.fatal or not options.quiet:
            complain(f"{problem.path}: {problem.message}")
    return exit_status(run, options)
