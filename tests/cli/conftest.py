"""A command line with an analysis of our own, so that reports are tested without any rule."""

from __future__ import annotations

import io
import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.results import IncludeInfo
from opencl_ls.cli import checker
from opencl_ls.cli.main import main
from opencl_ls.findings import Finding, Fix, Place, Related, Severity, TextEdit
from opencl_ls.text import LineTable

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_INCLUDE = re.compile(r'#include "([^"]+)"')
_WORD = re.compile(r"\b(BAD|RISKY|SLOW|HINT|WORSE|PAIR|UNREAD)\b|<<.*?>>", re.DOTALL)
_SEVERITIES = {
    "BAD": Severity.ERROR,
    "UNREAD": Severity.ERROR,
    "RISKY": Severity.WARNING,
    "WORSE": Severity.WARNING,
    "SLOW": Severity.INFO,
    "HINT": Severity.HINT,
}
# What a word's fix puts in its place, and whether it is safe; the fix of WORSE breaks the program,
# and that of UNREAD, an error of syntax, lets more of it be read.
_FIXES = {
    "BAD": ("GOOD", True),
    "RISKY": ("CALM\nDOWN", False),
    "WORSE": ("BAD BAD", True),
    "UNREAD": ("BAD BAD", True),
}


@dataclass
class FakeSnapshot:
    """Finds the words above in a file and in what it includes."""

    path: str
    texts: dict[str, str]
    included: tuple[IncludeInfo, ...] = ()

    @property
    def files(self) -> tuple[str, ...]:
        return tuple(self.texts)

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(
            _finding(file, text, match)
            for file, text in self.texts.items()
            for match in _WORD.finditer(text)
        )

    def includes(self) -> tuple[IncludeInfo, ...]:
        return self.included

    def lines(self, file: str) -> LineTable:
        return LineTable(self.texts[file])


def fake_analyse(name, files, settings, host=None):
    text = files.read(name)
    if "CRASH" in text:
        raise RuntimeError("the analysis broke")
    texts = {name: text}
    included = []
    for match in _INCLUDE.finditer(text):
        path = files.resolve(match[1], True, name, settings.target.include_paths)
        included.append(IncludeInfo(match[1], True, name, path))
        if path is not None:
            texts[path] = files.read(path)
    return FakeSnapshot(name, texts, tuple(included))


def _finding(file: str, text: str, match: re.Match[str]) -> Finding:
    word = match[1] or "BLOCK"
    place = Place(file, match.start(), match.end())
    fixes = ()
    if word in _FIXES:
        new, safe = _FIXES[word]
        edit = TextEdit(place, new)
        fixes = (Fix(f"write {new.split()[0]}", (edit,), safe),)
    related = ()
    if word == "PAIR":
        related = (Related(Place(file, 0, text.index("\n")), "the first line"),)
    severity = _SEVERITIES.get(word, Severity.WARNING)
    family = "syntax" if word == "UNREAD" else "demo"
    return Finding(place, f"{family}/{word.lower()}", severity, f"{word} is here", related, fixes)


@dataclass
class Result:
    status: int
    out: str
    err: str


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "analyse", fake_analyse)
    # What is made up for a test says nothing of its preprocessor, as an entry has to.
    monkeypatch.setattr(checker, "cache_folder", lambda: None)


@pytest.fixture
def run(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> Callable[..., Result]:
    """Run the command in an empty folder; `stdin` is what it reads."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "GITHUB_WORKSPACE", "CI_PROJECT_DIR"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str, stdin: bytes = b"") -> Result:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        status = main(arguments)
        captured = capfdbinary.readouterr()
        return Result(
            status,
            captured.out.decode(errors="surrogateescape"),
            captured.err.decode(errors="surrogateescape"),
        )

    return call
