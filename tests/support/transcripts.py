"""Transcripts of a terminal in a page: blocks of `console`, with commands after `$`.

A block of C below a line "`path`:" is a file.  All commands of a page run one after the other in
one folder that has these files.  Where a page has "..." as a line, any lines may stand, and within
a line "..." is any text.  `python -m tests.support.transcripts` writes the outputs of `docs/ci.md`
and `docs/compilers.md` again, but for blocks that have such gaps.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parent.parent.parent
PAGE: Final = ROOT / "docs" / "ci.md"
COMPILERS: Final = ROOT / "docs" / "compilers.md"
_FILE: Final = re.compile(r"^`([^`\n]+)`:\n\n```\w*\n(.*?)^```$", re.M | re.S)
_BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


class Step(NamedTuple):
    """A command of a page, and what it prints there."""

    command: str
    shown: str


def steps(page: str) -> list[list[Step]]:
    """Return the commands of each block of a page."""
    return [
        [
            Step(command, shown)
            for command, _, shown in (
                each.partition("\n") for each in re.split(r"^\$ ", block[1], flags=re.M)[1:]
            )
        ]
        for block in _BLOCK.finditer(page)
    ]


def outputs(page: str, folder: Path) -> Iterator[list[str]]:
    """Run the commands of a page in a folder, and yield the outputs of each block."""
    for file in _FILE.finditer(page):
        path = folder / file[1]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file[2])
    programs = folder / ".bin"
    programs.mkdir()
    program = programs / "opencl-ls"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m opencl_ls "$@"\n')
    program.chmod(0o755)
    environment = os.environ | {
        "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "OPENCL_LS_CACHE": "",
    }
    for name in ("GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        environment.pop(name, None)
    status = 0
    for block in steps(page):
        printed = []
        for step in block:
            done = subprocess.run(
                ["bash", "-c", f"(exit {status}); {step.command}"],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            status = done.returncode
            printed.append(done.stdout)
        yield printed


def agrees(shown: str, printed: str) -> bool:
    """Tell whether an output is what a page shows, gaps apart."""
    pattern = re.escape(shown).replace(re.escape("...\n"), "(?:.*\n)*?")
    return re.fullmatch(pattern.replace(re.escape("..."), ".*?"), printed) is not None


def rewritten(page: str, folder: Path) -> str:
    """Return a page in which blocks without gaps show what is printed."""
    results = outputs(page, folder)

    def block(found: re.Match[str]) -> str:
        printed = next(results)
        if "..." in found[1]:
            return found[0]
        (listed,) = steps(found[0])
        shown = "".join(
            f"$ {step.command}\n{text}" for step, text in zip(listed, printed, strict=True)
        )
        return f"```console\n{shown}```"

    return _BLOCK.sub(block, page)


if __name__ == "__main__":
    for path in (PAGE, COMPILERS):
        with tempfile.TemporaryDirectory() as name:
            path.write_text(rewritten(path.read_text("utf-8"), Path(name)), "utf-8")
