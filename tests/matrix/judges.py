"""Who judges cells: clang-19, and the checker in this process."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Severity
from opencl_ls.settings.options import from_build_options
from tests.matrix.frame import TARGETS
from tests.support.cases import run

if TYPE_CHECKING:
    from collections.abc import Iterator

CLANG: Final = shutil.which("clang-19")

_DIAGNOSTIC = re.compile(r"^<stdin>:(\d+):\d+: (fatal error|error|warning): (.*)$", re.MULTILINE)


def clang(program: str, target: str) -> Iterator[tuple[int, str, str]]:
    """Ask clang-19, for a device of 64 bits, with the warnings that are on by default."""
    assert CLANG is not None
    language = ["-cc1", "-triple", "spir64", "-x", "cl", *TARGETS[target]]
    headers = ["-finclude-default-header", "-fdeclare-opencl-builtins"]
    headers += ["-nostdsysteminc", "-internal-isystem", _headers()]
    finished = subprocess.run(
        [CLANG, *language, *headers, "-ferror-limit", "0", "-fno-caret-diagnostics", "-"],
        input=program,
        capture_output=True,
        text=True,
        check=False,
    )
    if finished.returncode not in (0, 1):
        yield program.count("\n"), "E", "clang crashes"
    for line, level, words in _DIAGNOSTIC.findall(finished.stderr):
        yield int(line), "W" if level == "warning" else "E", words


def ours(program: str, target: str) -> Iterator[tuple[int, str, str]]:
    """Ask our checker, with the rules that are on by default."""
    settings, problems = from_build_options(TARGETS[target])
    assert not problems
    for finding in run(program, settings):
        if finding.severity <= Severity.WARNING:
            line = program.count("\n", 0, finding.place.start) + 1
            level = "E" if finding.severity is Severity.ERROR else "W"
            yield line, level, f"[{finding.code}] {finding.message}"


def _headers() -> str:
    assert CLANG is not None
    if not _folder:
        command = [CLANG, "-print-resource-dir"]
        finished = subprocess.run(command, capture_output=True, text=True, check=True)
        _folder.append(f"{finished.stdout.strip()}/include")
    return _folder[0]


_folder: list[str] = []
