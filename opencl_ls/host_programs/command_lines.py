"""Build options in command lines: CMake and make, where they compile OpenCL C."""

from __future__ import annotations

import re
from typing import Final

from opencl_ls.host_programs.build_options import HostOption, OptionSet
from opencl_ls.host_programs.option_forms import COMPILERS

_COMPILER: Final = re.compile(COMPILERS)
_LINE: Final = re.compile(r"(?:[^\\\n]|\\.|\\\r?\n)+", re.S)
_COMMAND: Final = re.compile(
    r"\b(?:add_custom_command|execute_process|add_custom_target)\s*\(", re.I
)
_OPTION: Final = re.compile(
    r"(?<![\w-])-(D|I)\s*((?:\$\([^()]*\)|[^\s\"';()])+)|(?<![\w-])(-cl-[\w.-]+(?:=[\w.+]+)?)"
)
_VARIABLE: Final = re.compile(r"\$(?:\{[^{}]*\}|\([^()]*\)|\w)")


def command_line_sets(source: str) -> list[OptionSet]:
    """Return the options of the lines of a byte text that compile OpenCL C.  Raises nothing."""
    found: list[OptionSet] = []
    if not _COMPILER.search(source):
        return found
    for start, end in _stretches(source):
        if not _COMPILER.search(source, start, end):
            continue
        options = tuple(
            each for match in _OPTION.finditer(source, start, end) if (each := _option(match))
        )
        if options:
            found.append(OptionSet("", options, start, end))
    return found


def _stretches(source: str) -> list[tuple[int, int]]:
    """Return where commands begin and end: lines with those that continue them, CMake's calls."""
    calls: list[tuple[int, int]] = []
    for match in _COMMAND.finditer(source):
        end = source.find("\n)", match.end())
        close = source.find(")\n", match.end())
        ends = [each for each in (end, close) if each >= 0]
        calls.append((match.start(), min(ends) if ends else len(source)))
    lines = [match.span() for match in _LINE.finditer(source)]
    outside = [each for each in lines if not any(a <= each[0] < b for a, b in calls)]
    return sorted((*calls, *outside))


def _option(match: re.Match[str]) -> HostOption | None:
    if match[3]:
        return HostOption("", match[3], (), "", match.start())
    kind, written = f"-{match[1]}", match[2]
    if kind == "-I":
        folder = _VARIABLE.sub("", written).strip("/") or "."
        return HostOption("-I", folder, (), "", match.start())
    name, sign, value = written.partition("=")
    if not re.fullmatch(r"[A-Za-z_]\w*", name):
        return None
    if _VARIABLE.search(value):
        return HostOption("-D", name, (), value, match.start())
    return HostOption("-D", name, (value if sign else "1",), "", match.start())
