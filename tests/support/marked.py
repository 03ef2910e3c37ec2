"""Questions about a place as data: Markdown pages with programs that hold a cursor mark.

`$0` in the main program is the place that is asked about; with `$1` it is the begin of a stretch
that ends there.  Blocks after the program name a question, `layout T` one with an argument, and
hold the whole answer.  `` `name.h`: `` before a block makes it another file; a version may stand
beside `cl`; a `toml` block before the program gives settings as opencl-ls.toml does.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from opencl_ls.analysis.host import check
from opencl_ls.settings.decode import decode
from opencl_ls.text import byte_text
from tests.support.cases import MemoryFiles

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from opencl_ls.analysis.facade import Analysis

_BLOCK = re.compile(r"(?:^`([\w./]+)`:\n+)?^```([\w-]+)[ ]*(.*?)\n(.*?)^```", re.M | re.S)
_HEADING = re.compile(r"^## (.+)$", re.M)
_MARK = re.compile(r"\$(\d)")


@dataclass(frozen=True)
class Case:
    """One question to one program."""

    name: str
    code: str
    question: str
    argument: str
    lines: tuple[str, ...]
    settings: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def cases(pages: Iterable[Path]) -> list[Case]:
    """Return the cases of some pages."""
    found: list[Case] = []
    for page in pages:
        parts = _HEADING.split(page.read_text("utf-8"))
        for heading, body in zip(parts[1::2], parts[2::2], strict=True):
            files: dict[str, str] = {}
            settings: dict[str, Any] = {}
            code = ""
            for block in _BLOCK.finditer(body):
                file, kind, label, content = block.groups()
                if file:
                    files[file] = content
                elif kind == "toml":
                    settings = {**settings, **tomllib.loads(content)}
                elif kind == "cl":
                    code = content
                    settings = {**settings, "std": label} if label else settings
                else:
                    name = f"{page.stem}: {heading}: {kind} {label}".strip()
                    lines = tuple(content.splitlines())
                    found.append(Case(name, code, kind, label, lines, settings, dict(files)))
    return found


def analysed(case: Case) -> tuple[Analysis, int, int | None]:
    """Return the analysis of a case's program, and the byte offsets of its marks.

    A mark at the very end of the program stands at the end of the file, without a line's end.
    """
    code = case.code
    text, marks = unmarked(code.removesuffix("\n") if "$0" in code[-4:] else code)
    settings, problems = decode(case.settings)
    assert not problems, problems
    sources = MemoryFiles({**case.files, "main.cl": text.encode("latin-1").decode("utf-8")})
    return check("main.cl", sources, settings), marks.get(0, 0), marks.get(1)


def with_crlf(case: Case) -> Case:
    """Return a case whose program's lines end as on Windows."""
    code = case.code.removesuffix("\n") if case.code.endswith("$0\n") else case.code
    return replace(case, code=code.replace("\n", "\r\n"))


def unmarked(code: str) -> tuple[str, dict[int, int]]:
    """Return a program as byte text without its marks, and the byte offset of each mark."""
    text = byte_text(code)
    marks: dict[int, int] = {}
    for count, mark in enumerate(_MARK.finditer(text)):
        marks[int(mark[1])] = mark.start() - 2 * count
    return _MARK.sub("", text), marks
