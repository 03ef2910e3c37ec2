"""The command `requires`: the versions, extensions and features that kernels need, and why."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.builtins.versions import Version
from opencl_ls.cli.checker import CACHE_SIZE, analyse
from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.one_file import analysed, no_kernel
from opencl_ls.cli.one_file_options import parse_requires
from opencl_ls.cli.places import Places
from opencl_ls.cli.report_json import FORMAT_VERSION
from opencl_ls.cli.settings import Configuration
from opencl_ls.cli.terminal import write
from opencl_ls.features.requirements import requirements
from opencl_ls.text import byte_text, display

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.requirements import (
        ProgramRequirements,
        Reason,
        Requirements,
        VersionNeeds,
    )
    from opencl_ls.settings.model import Settings

_NONE_WORKS: Final = 1
_MOST_FAILURES: Final = 5
"""How many reasons are printed why a version does not work."""


def run_requires(arguments: Sequence[str]) -> int:
    """Run `opencl-ls requires` and return its exit status; raises UsageError."""
    from opencl_ls.analysis.host import Host  # noqa: PLC0415 (slow; not needed for --help)

    options = parse_requires(arguments)
    file = analysed(options.check)
    host = Host(file.files, cache_size=CACHE_SIZE)

    def under(settings: Settings) -> Analysis:
        return analyse(file.name, file.files, settings, host)

    # A file of settings says what a program is checked for, and that is no limit here.
    asked = Version.parse(Configuration(options.check).command_line.target.std)
    versions = tuple(Version) if asked is None else (asked,)
    found = requirements(under, file.settings, versions)
    kernels = found.kernels
    if options.kernel is not None:
        name = byte_text(options.kernel)
        kernels = tuple(each for each in kernels if each.name == name)
        if not kernels:
            names = [each.name for each in found.kernels]
            raise UsageError(no_kernel(file.name, names, options.kernel))
    places = Places(file.analysis)
    rows = kernels if options.kernel is not None else (found.whole, *kernels)
    if options.format == "json":
        write(json.dumps(_json(places, found, kernels), indent=2) + "\n", sys.stdout)
    else:
        name = byte_text(file.name)
        lines = [*_notes(places, name, found)]
        for row in rows:
            lines += _text(places, name, row)
        write(display("\n".join(lines)) + "\n", sys.stdout)
    return file.complain() or (_NONE_WORKS if any(row.lowest is None for row in rows) else 0)


# --- text ----------------------------------------------------------------------------------------


def _notes(places: Places, name: str, found: ProgramRequirements) -> Iterator[str]:
    for error in found.errors[:1]:
        where = places.short(error.finding.place)
        message = byte_text(error.finding.message)
        yield f"{name} has errors under every version, the first at {where}: {message}"


def _text(places: Places, name: str, row: Requirements) -> Iterator[str]:
    """Yield the lines about a kernel, or about the whole file."""
    subject = name
    if row.place is not None:
        subject = f"{places.full(row.place)}: kernel '{row.name}'"
    if not row.ways:
        labels = [each.label for each in row.versions]
        yield f"{subject} does not work under {' or '.join(labels)}"
        yield from _failures(places, row.versions[-1])
        return
    # What cannot be parsed may need more.
    least = "" if row.is_known else "at least "
    yield f"{subject} needs {least}{', or '.join(each.words for each in row.ways)}"
    known = row.ways[0]
    index = row.versions.index(known)
    if index:
        yield from _failures(places, row.versions[index - 1])
    yield from _reasons(places, known)
    for later in row.versions[index + 1 :]:
        if later.failures:
            yield from _failures(places, later)
        elif not set(later.needs) <= set(known.needs):
            yield f"  {later.words}"
            yield from _reasons(places, later, "    ")
            known = later


def _failures(places: Places, version: VersionNeeds) -> Iterator[str]:
    shown = version.failures[:_MOST_FAILURES]
    for reason in shown:
        yield f"  not {version.label}: {_chain(places, reason)}"
    more = len(version.failures) - len(shown)
    if more:
        yield f"  not {version.label}: {more} more reasons"


def _reasons(places: Places, version: VersionNeeds, indent: str = "  ") -> Iterator[str]:
    for name in version.needs:
        reason = next(each for each in version.reasons if name in each.needs)
        yield f"{indent}{name}: {_chain(places, reason)}"


def _chain(places: Places, reason: Reason) -> str:
    """Return "calls 'f' (line 3), which uses 'popcount' (line 1)"."""
    steps = [
        f"{'calls' if step.is_call else 'uses'} '{step.name}' ({places.line(step.place)})"
        for step in reason.path
    ]
    line = places.line(reason.place)
    last = f"{line}: {reason.words}" if reason.is_message else f"uses {reason.words} ({line})"
    if reason.is_message and steps:
        return f"{', which '.join(steps)}; {last}"
    return ", which ".join([*steps, last])


# --- JSON ----------------------------------------------------------------------------------------


def _json(
    places: Places, found: ProgramRequirements, kernels: Sequence[Requirements]
) -> dict[str, Any]:
    return {
        "version": FORMAT_VERSION,
        "errors": [
            {**places.json(each.finding.place), "message": each.finding.message}
            for each in found.errors
        ],
        "file": _row_json(places, found.whole),
        "kernels": [_row_json(places, each) for each in kernels],
    }


def _row_json(places: Places, row: Requirements) -> dict[str, Any]:
    kernel = {} if row.place is None else {"name": display(row.name), **places.json(row.place)}
    return {
        **kernel,
        "lowest": None if row.lowest is None else row.lowest.label,
        "known": row.is_known,
        "versions": [
            {
                "version": each.label,
                "works": not each.failures,
                "extensions": each.extensions,
                "features": each.features,
                "reasons": [_reason_json(places, reason) for reason in each.reasons],
                "failures": [_reason_json(places, reason) for reason in each.failures],
            }
            for each in row.versions
        ],
    }


def _reason_json(places: Places, reason: Reason) -> dict[str, Any]:
    return {
        **places.json(reason.place),
        "message": display(reason.words),
        "needs": reason.needs,
        "through": [
            {"name": display(step.name), "calls": step.is_call, **places.json(step.place)}
            for step in reason.path
        ],
    }
