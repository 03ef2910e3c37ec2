"""The steps of one check: read the baseline, check files, compare, and give the exit status."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Final

from opencl_ls.cli.progress import Progress
from opencl_ls.cli.reports import write_text
from opencl_ls.cli.terminal import complain, is_terminal
from opencl_ls.cli.workers import check_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.cli.baseline import Baseline
    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.cli.checker import Checker
    from opencl_ls.cli.model import FileResult, Run


_KEPT_FORMATS: Final = ("text", "concise", "json", "sarif")
"""The formats of answers that are kept; the others read variables of the environment."""
_KEPT_FILES: Final = 10
"""The largest number of files for which an answer is kept."""


def open_baseline(options: CheckOptions) -> Baseline | None:
    """Read the baseline, if there is one; raises UsageError."""
    if options.baseline is None and options.write_baseline is None:
        return None
    from opencl_ls.cli.baseline import (  # noqa: PLC0415 (of baselines alone)
        baseline_to_update,
        read_baseline,
    )

    if options.write_baseline is not None:
        return baseline_to_update(options.write_baseline)
    assert options.baseline is not None
    return read_baseline(options.baseline)


def against(baseline: Baseline | None, run: Run, options: CheckOptions) -> Run:
    """Return a run with a baseline, which is written first if that is wanted."""
    if baseline is None:
        return run
    if options.write_baseline is not None:
        new = baseline.updated(run, options)
        write_text(options.write_baseline, new.text())
        if not options.quiet:
            complain(f"{options.write_baseline}: {baseline.changes(new)}")
        baseline = new
    return baseline.without_known(run, options)


def say_if_none(paths: Sequence[str], options: CheckOptions) -> None:
    """Print a message if there is nothing to check."""
    if not paths and not options.quiet:
        hosts = " and no host programs with kernels" if options.embedded else ""
        complain(f"no OpenCL C files (*.cl, *.ocl){hosts} below {', '.join(options.paths)}")


def exit_status(run: Run, options: CheckOptions) -> int:
    """Return 2 if a file could not be checked, 1 if a finding is severe enough, else 0."""
    if any(problem.fatal for problem in run.problems):
        return 2
    level = options.fail_on
    return int(level is not None and any(each.severity <= level for each in run.findings))


def may_keep(run: Run, options: CheckOptions) -> bool:
    """Return whether the answer to a call may be kept: a report on few files, and nothing else."""
    more = (
        *(options.fix, options.statistics, options.embedded, options.reports, options.config),
        *(options.baseline, options.write_baseline, options.output_file, options.compiler),
    )
    return (
        options.cache
        and not any(more)
        and not run.problems
        and options.format in _KEPT_FORMATS
        and len(run.results) == len(options.paths) <= _KEPT_FILES
        and all(map(os.path.isfile, options.paths))
    )


def check_files(checker: Checker, paths: Sequence[str], options: CheckOptions) -> list[FileResult]:
    """Return the findings in files, in their order, from the cache if that is valid."""
    shown = not options.quiet and len(paths) > 1 and is_terminal(sys.stderr)
    results = {path: found for path in paths if (found := checker.cached(path)) is not None}
    unknown = [path for path in paths if path not in results]
    progress = Progress(len(unknown), sys.stderr if shown else None)
    if len(unknown) > 1:
        from opencl_ls.cli.checker import prepare  # noqa: PLC0415 (slow; of many files alone)

        prepare()
    try:
        with closing(check_all(checker, unknown, options.jobs)) as stream:
            for path, result in zip(unknown, stream, strict=False):
                results[path] = result
                progress.step(result.path)
    finally:
        progress.clear()
    checker.finish()
    return [results[path] for path in paths if path in results]


def finish(run: Run, options: CheckOptions) -> int:
    """Print the problems of a run, and return the exit status."""
    for problem in run.problems:
        if problem.fatal or not options.quiet:
            complain(f"{problem.path}: {problem.message}")
    return exit_status(run, options)
