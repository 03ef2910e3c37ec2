"""The OpenCL C in host programs: which files have some, and its check."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.disk import OPENCL_ENDINGS, is_source
from opencl_ls.text import byte_text_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.cli.sources import Overlay
    from opencl_ls.findings import Finding
    from opencl_ls.host_programs.kernels import EmbeddedProgram
    from opencl_ls.settings.model import Settings


class Unit(NamedTuple):
    """A translation unit of a file: the file itself, or a program in a string of a host.

    Each byte of `text` has the place that it has in the file.  `program` is None for the file
    itself.
    """

    text: str
    settings: Settings
    program: EmbeddedProgram | None = None


class Analysed(NamedTuple):
    """The analyses of all translation units of a file, and the findings of the file."""

    analyses: tuple[Analysis, ...]
    findings: tuple[Finding, ...]


def programs_of(name: str, text: str) -> list[EmbeddedProgram] | None:
    """Return the programs in a file with that byte text, None if it is OpenCL C itself.

    A file with an ending such as `.h` is, if no program is in it.
    """
    if name.lower().endswith(OPENCL_ENDINGS):
        return None
    from opencl_ls.host_programs.kernels import programs  # noqa: PLC0415 (of host programs alone)
    from opencl_ls.host_programs.languages import language_of  # noqa: PLC0415

    language = language_of(name)
    if language is None:
        return None
    found = programs(text, language)
    return None if not found and language.may_be_opencl else found


def units_of(name: str, text: str, settings: Settings) -> list[Unit]:
    """Return the translation units of a file with that byte text; a host program may have none."""
    programs = programs_of(name, text)
    if programs is None:
        return [Unit(text, settings)]
    from opencl_ls.host_programs.checking import (  # noqa: PLC0415 (of host programs alone)
        placed_text,
        settings_for,
    )

    return [Unit(placed_text(each), settings_for(each, settings), each) for each in programs]


def analysed(
    name: str,
    text: str,
    files: Overlay,
    settings: Settings,
    analyse: Callable[[Settings], Analysis],
) -> Analysed:
    """Return the analyses and the findings of a file, a host program or OpenCL C.

    `analyse` analyses what `files` show as the file, under settings.
    """
    analyses: list[Analysis] = []
    findings: list[Finding] = []
    for unit in units_of(name, text, settings):
        files.show(name, unit.text)
        analysis = analyse(unit.settings)
        analyses.append(analysis)
        findings += _reported(analysis, name, text, unit)
    return Analysed(tuple(analyses), tuple(findings))


def unknown_parts(unit: Unit) -> Iterable[tuple[int, int]]:
    """Return the bytes of the file, first and end, of what the host may change in a unit."""
    if unit.program is None:
        return ()
    from opencl_ls.host_programs import checking  # noqa: PLC0415 (of host programs alone)

    return checking.unknown_parts(unit.program)


def _reported(analysis: Analysis, name: str, text: str, unit: Unit) -> Iterable[Finding]:
    if unit.program is None:
        return analysis.findings
    from opencl_ls.host_programs.checking import reported  # noqa: PLC0415 (of host programs alone)

    return reported(analysis.findings, name, text, unit.program)


def is_host_program(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry of a folder is the file of a host program with OpenCL C in it."""
    from opencl_ls.host_programs.languages import SUFFIXES  # noqa: PLC0415 (of host programs alone)

    if not is_source(entry, tuple(SUFFIXES)):
        return False
    try:
        status = entry.stat()
        return _has_programs(entry.path, status.st_mtime_ns, status.st_size)
    except OSError:
        return False


@cache
def _has_programs(path: str, _changed: int, _size: int) -> bool:
    """Return whether a file has programs; `--watch` asks again after each change."""
    data = Path(path).read_bytes()
    return b"kernel" in data and bool(programs_of(path, byte_text_of(data)))
