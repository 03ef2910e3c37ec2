"""The OpenCL C in host programs: which files have some, and its check."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.disk import OPENCL_ENDINGS, is_source
from opencl_ls.text import byte_text_of

if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.cli.sources import Overlay
    from opencl_ls.findings import Finding
    from opencl_ls.host_programs.kernels import EmbeddedProgram
    from opencl_ls.settings.model import Settings


class Analysed(NamedTuple):
    """The analyses of all programs in a file, and the findings of the file."""

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
    programs = programs_of(name, text)
    if programs is None:
        files.show(name, text)
        analysis = analyse(settings)
        return Analysed((analysis,), analysis.findings)
    from opencl_ls.host_programs.checking import (  # noqa: PLC0415 (of host programs alone)
        placed_text,
        reported,
        settings_for,
    )

    analyses: list[Analysis] = []
    findings: list[Finding] = []
    for program in programs:
        files.show(name, placed_text(program))
        analysis = analyse(settings_for(program, settings))
        analyses.append(analysis)
        findings += reported(analysis.findings, name, text, program)
    return Analysed(tuple(analyses), tuple(findings))


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
