"""The command `check`: reads its options, checks the files, fixes them, and reports."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from opencl_ls.cli.check_options import plain_options
from opencl_ls.cli.model import Problem, Run, counted
from opencl_ls.cli.paths import STANDARD_INPUT, collect
from opencl_ls.cli.reports import report
from opencl_ls.cli.rounds import (
    against,
    check_files,
    finish,
    may_keep,
    open_baseline,
    say_if_none,
)
from opencl_ls.cli.sources import UnreadableError
from opencl_ls.cli.terminal import complain, write_bytes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.cli.baseline import Baseline
    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.checker import Checker
    from opencl_ls.cli.fixing import Check, Fixed
    from opencl_ls.cli.model import FileResult


def run_check(arguments: Sequence[str]) -> int:
    """Run `opencl-ls check` and return its exit status; raises UsageError."""
    options = plain_options(arguments) or _parsed(arguments)
    if options.watch:
        from opencl_ls.cli.watch import watch  # noqa: PLC0415 (of --watch alone)

        return watch(options)
    if options.matrix:
        from opencl_ls.cli.matrix import run_matrix  # noqa: PLC0415 (of --matrix alone)

        return run_matrix(options)

    from opencl_ls.cli.checker import Checker  # noqa: PLC0415 (slow; not for --help)

    checker = Checker(options)
    baseline = open_baseline(options)
    paths = list(collect(options.paths, checker.has_hosts))
    say_if_none(paths, options)
    results = check_files(checker, paths, options)
    if options.fix:
        return _fix(checker, baseline, results, paths, options)
    run = against(baseline, Run(results), options)
    text = report(run, options, sys.stdout)
    status = finish(run, options)
    if may_keep(run, options) and (inputs := checker.inputs(run.results)) is not None:
        from opencl_ls.cli.run_cache import keep  # noqa: PLC0415 (not with --no-cache)

        keep(arguments, status, text, inputs)
    return status


def _parsed(arguments: Sequence[str]) -> CheckOptions:
    from opencl_ls.cli.options import parse_check  # noqa: PLC0415 (slow; few calls need it)

    return parse_check(arguments)


def _fix(
    checker: Checker,
    baseline: Baseline | None,
    results: Sequence[FileResult],
    paths: Sequence[str],
    options: CheckOptions,
) -> int:
    from opencl_ls.cli.fixing import fix_all  # noqa: PLC0415 (of fixes alone)

    check: Check = checker
    if baseline is not None and not options.write_baseline:
        from opencl_ls.cli.baseline import FixesOfNew  # noqa: PLC0415 (of baselines alone)

        check = FixesOfNew(checker, baseline)
        results = baseline.without_known_fixes(Run(results))
    fixed = fix_all(check, results, unsafe=options.unsafe_fixes)
    if options.diff:
        run = against(baseline, Run(results), options)
        _show(checker, fixed)
        _say_fixed(fixed, "would fix", options)
        return finish(run, options)
    problems = _write(checker, fixed, paths)
    run = against(baseline, Run(fixed.results, problems), options)
    # With standard input the fixed source goes to standard output.
    to_errors = STANDARD_INPUT in paths
    report(run, options, sys.stderr if to_errors else sys.stdout)
    _say_fixed(fixed, "fixed", options)
    return finish(run, options)


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
