"""The problems of configuration files, as diagnostics in them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

from opencl_ls.settings.files import NAMES
from opencl_ls.text import UTF8, UTF16

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.server.rendering import Entry
    from opencl_ls.settings.model import Problem

CODE: Final = "settings"

_ERROR, _WARNING = 1, 2
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


def is_settings_file(path: str) -> bool:
    """Tell whether a path is that of a configuration file, which is no kernel."""
    return path.rpartition("/")[2] in NAMES


def entries(problems: Iterable[Problem], text: str, encoding: str) -> list[Entry]:
    """Return the diagnostics of problems in a file with this text; columns are in the encoding."""
    lines = _LINE_END.split(text)
    return [_entry(problem, lines, encoding) for problem in problems]


def _entry(problem: Problem, lines: list[str], encoding: str) -> Entry:
    number = max(0, min(problem.line, len(lines)) - 1)
    line = lines[number]
    if problem.column:
        start, end = problem.column - 1, problem.end_column - 1
    else:
        start, end = len(line) - len(line.lstrip()), len(line.rstrip())
    column, end_column = (_units(line[:place], encoding) for place in (start, end))
    severity = _WARNING if problem.is_warning else _ERROR
    diagnostic = {
        "range": {
            "start": {"line": number, "character": column},
            "end": {"line": number, "character": end_column},
        },
        "severity": severity,
        "source": "opencl-ls",
        "code": CODE,
        "message": problem.message,
    }
    text = json.dumps(diagnostic, separators=(",", ":"))
    return number, column, number, end_column, CODE, text, severity


def _units(text: str, encoding: str) -> int:
    if text.isascii():
        return len(text)
    if encoding == UTF16:
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text.encode("utf-8", "surrogatepass")) if encoding == UTF8 else len(text)
