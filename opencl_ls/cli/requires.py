"""The command `requires`: the versions, extensions and features that kernels need, and why."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec.structs import replace

from opencl_ls.builtins.versions import Version
from opencl_ls.cli.checker import CACHE_SIZE
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
    from opencl_ls.analysis.host import Host
    from opencl_ls.analysis.need_results import ReachedError
    from opencl_ls.cli.one_file import OneFile, OneUnit
    from opencl_ls.features.requirements import Reason, Requirements, VersionNeeds
    from opencl_ls.settings.model import Settings

_NONE_WORKS: Final = 1
_MOST_FAILURES: Final = 5
"""How many reasons are printed why a version does not work."""


class _Found(NamedTuple):
    """What is printed about a translation unit: its needs, and those of the wanted kernels.

    `whole` is None where the host may change a part of the text.  `errors` are in it under every
    version, and `names` are those of all its kernels.
    """

    places: Places
    is_program: bool
    whole: Requirements | None
    kernels: tuple[Requirements, ...]
    errors: tuple[ReachedError, ...]
    names: tuple[str, ...]

    def rows(self, kernel: str | None) -> tuple[Requirements, ...]:
        """Return the rows of the text: a wanted kernel needs no row of the whole."""
        rest = () if kernel is not None or self.whole is None else (self.whole,)
        return (*rest, *self.kernels)


def run_requires(arguments: Sequence[str]) -> int:
    """Run `opencl-ls requires` and return its exit status; raises UsageError."""
    from opencl_ls.analysis.host import Host  # noqa: PLC0415 (slow; not needed for --help)

    options = parse_requires(arguments)
    file = analysed(options.check)
    host = Host(file.files, cache_size=CACHE_SIZE)
    # A file of settings says what a program is checked for, and that is no limit here.
    asked = Version.parse(Configuration(options.check).command_line.target.std)
    versions = tuple(Version) if asked is None else (asked,)
    kernel = None if options.kernel is None else byte_text(options.kernel)
    found = [_found(file, unit, versions, host, kernel) for unit in file.units]
    names = [name for each in found for name in each.names]
    found = [each for each in found if each.rows(kernel)]
    if not found:
        raise UsageError(no_kernel(file.name, names, options.kernel))
    if options.format == "json":
        write(json.dumps(_json(found), indent=2) + "\n", sys.stdout)
    else:
        name = byte_text(file.name)
        lines = [line for each in found for line in _lines(name, each, kernel)]
        write(display("\n".join(lines)) + "\n", sys.stdout)
    rows = [row for each in found for row in each.rows(kernel)]
    return file.complain() or (_NONE_WORKS if any(row.lowest is None for row in rows) else 0)


def _found(
    file: OneFile, unit: OneUnit, versions: Sequence[Version], host: Host, kernel: str | None
) -> _Found:
    def under(settings: Settings) -> Analysis:
        return file.under(unit, settings, host)

    found = requirements(under, unit.settings, versions)
    whole = None if unit.unknown else found.whole
    if whole is not None and unit.program is not None:
        # A text that the host may add can need more.
        is_known = whole.is_known and unit.program.is_whole
        whole = replace(whole, place=unit.place(), is_known=is_known)
    kernels = tuple(
        each
        for each in found.kernels
        if kernel in (None, each.name)
        and (each.place is None or unit.has_kernel(each.name, each.place))
    )
    errors = tuple(each for each in found.errors if unit.is_known(each.finding.place))
    names = tuple(each.name for each in found.kernels)
    return _Found(Places(unit.analysis), unit.program is not None, whole, kernels, errors, names)


# --- text ----------------------------------------------------------------------------------------


def _lines(name: str, found: _Found, kernel: str | None) -> Iterator[str]:
    yield from _notes(name, found)
    for row in found.rows(kernel):
        yield from _text(found.places, name, row)


def _notes(name: str, found: _Found) -> Iterator[str]:
    for error in found.errors[:1]:
        where = found.places.short(error.finding.place)
        message = byte_text(error.finding.message)
        yield f"{name} has errors under every version, the first at {where}: {message}"


def _text(places: Places, name: str, row: Requirements) -> Iterator[str]:
    """Yield the lines about a kernel, or about the whole file."""
    subject = name
    if row.place is not None:
        kind = f"kernel '{row.name}'" if row.name else "the program"
        subject = f"{places.full(row.place)}: {kind}"
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


def _json(found: Sequence[_Found]) -> dict[str, Any]:
    wholes = [_row_json(each.places, each.whole) for each in found if each.whole is not None]
    are_programs = any(each.is_program for each in found)
    return {
        "version": FORMAT_VERSION,
        "errors": [
            {**each.places.json(error.finding.place), "message": error.finding.message}
            for each in found
            for error in each.errors
        ],
        **({"programs": wholes} if are_programs else {"file": wholes[0]}),
        "kernels": [_row_json(each.places, row) for each in found for row in each.kernels],
    }


def _row_json(places: Places, row: Requirements) -> dict[str, Any]:
    name = {"name": display(row.name)} if row.name else {}
    return {
        **name,
        **({} if row.place is None else places.json(row.place)),
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
