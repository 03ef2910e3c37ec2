"""`check --matrix`: the targets, versions by devices, for which all files pass."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from opencl_ls.builtins.versions import Version, version_problem
from opencl_ls.cli.checker import Checker
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.model import Run, counted
from opencl_ls.cli.paths import collect
from opencl_ls.cli.report_json import FORMAT_VERSION, readable_path
from opencl_ls.cli.reports import write_text
from opencl_ls.cli.rounds import check_files, exit_status, say_if_none
from opencl_ls.cli.terminal import complain, write

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.cli.check_options import CheckOptions
    from opencl_ls.findings import Finding

_STD: Final = "-cl-std="
_DEVICES: Final = ("full", "embedded")
"""The devices where none are named."""


class Cell(NamedTuple):
    """A target, and the results of all files for it.

    `first` is the first severe finding, and `failed` the number of files that have one.
    """

    version: Version
    device: str
    run: Run
    first: Finding | None
    failed: int


def run_matrix(options: CheckOptions) -> int:
    """Check the files for each version and device, print a table, and return the exit status.

    Raises UsageError.
    """
    versions = _versions(options.build_options)
    devices = options.device.split(",") if options.device else list(_DEVICES)
    others = tuple(each for each in options.build_options if not each.startswith(_STD))
    searcher = Checker(replace(options, build_options=others, device=None))
    paths = list(collect(options.paths, searcher.has_hosts))
    say_if_none(paths, options)
    cells: list[Cell] = []
    for device in devices:
        for version in versions:
            build_options = (*others, f"{_STD}{version.label}")
            target = replace(options, build_options=build_options, device=device)
            run = Run(check_files(Checker(target), paths, target))
            severe = [each for each in run.findings if _is_severe(each, options)]
            failed = sum(
                any(_is_severe(finding, options) for finding in each.findings)
                for each in run.results
            )
            cells.append(Cell(version, device, run, severe[0] if severe else None, failed))
    text = _json(cells) if options.format == "json" else _text(cells, devices, len(paths))
    if options.output_file is None:
        write(text, sys.stdout)
    else:
        write_text(options.output_file, text)
    problems = dict.fromkeys(problem for cell in cells for problem in cell.run.problems)
    for problem in problems:
        if problem.fatal or not options.quiet:
            complain(f"{problem.path}: {problem.message}")
    return max((exit_status(cell.run, options) for cell in cells), default=0)


def _versions(build_options: Sequence[str]) -> list[Version]:
    """Return the versions that the command line names, all if none; raises UsageError."""
    named = [each.removeprefix(_STD) for each in build_options if each.startswith(_STD)]
    if not named:
        return list(Version)
    found: list[Version] = []
    for word in dict.fromkeys(named[-1].split(",")):
        version = Version.parse(word)
        if version is None:
            raise UsageError(version_problem(word) or word)
        found.append(version)
    return found


def _is_severe(finding: Finding, options: CheckOptions) -> bool:
    return options.fail_on is not None and finding.severity <= options.fail_on


# --- reports -------------------------------------------------------------------------------------


def _text(cells: Sequence[Cell], devices: Sequence[str], files: int) -> str:
    """Return the table, and the first reason of each target that fails."""
    versions = list(dict.fromkeys(cell.version for cell in cells))
    width = max(map(len, devices), default=0)
    rows = [[" " * width, *(each.label for each in versions)]]
    for device in devices:
        said = ["passes" if not each.failed else "fails" for each in cells if each.device == device]
        rows.append([f"{device:{width}}", *said])
    lines = ["  ".join(f"{each:6}" for each in row).rstrip() for row in rows]
    reasons = list(_reasons(cells, files))
    return "".join(f"{line}\n" for line in [*lines, *([""] if reasons else []), *reasons])


def _reasons(cells: Sequence[Cell], files: int) -> Iterator[str]:
    """Yield each first reason with the targets that it is the first of."""
    targets: dict[str, list[str]] = {}
    for cell in cells:
        if cell.first is not None:
            region = cell.run.region(cell.first.place)
            words = f"{region.file}:{region.line}:{region.col}: {cell.first.message}"
            more = f" ({cell.failed} of {counted(files, 'file')})" if files > 1 else ""
            name = f"{cell.version.label} {cell.device}{more}"
            targets.setdefault(f"{words} [{cell.first.code}]", []).append(name)
    for reason, names in targets.items():
        yield f"{', '.join(names)}:"
        yield f"  {reason}"


def _json(cells: Sequence[Cell]) -> str:
    report = {"version": FORMAT_VERSION, "targets": [_cell_json(each) for each in cells]}
    return json.dumps(report, indent=2) + "\n"


def _cell_json(cell: Cell) -> dict[str, Any]:
    reason = None
    if cell.first is not None:
        region = cell.run.region(cell.first.place)
        reason = {
            "file": readable_path(region.file),
            "line": region.line,
            "col": region.col,
            "end_line": region.end_line,
            "end_col": region.end_col,
            "severity": cell.first.severity.label,
            "code": cell.first.code,
            "message": cell.first.message,
        }
    return {
        "std": cell.version.label,
        "device": cell.device,
        "passes": not cell.failed,
        "failed_files": cell.failed,
        "reason": reason,
    }
