"""The cases of the Markdown files beside this module.

Each heading is a test.  A line "`name.h`:" before a `cl` block names a file; a block without a
name is the main file.  `toml` blocks give settings: defines, undefs, includes, force-includes.
An `expanded` block holds the tokens expected (pragmas as lines).  A comment `// ^^^ error[code]:
text` tells a finding in the line above it, exactly at the carets; `// <-` one at the column where
the comment starts.  Findings that no comment tells are failures.
"""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from opencl_ls.preprocess import Headers, MemorySources, Options, Preprocessor, Unit
from opencl_ls.preprocess.lexer import lex
from opencl_ls.text import byte_text

HERE = Path(__file__).parent
MAIN = "main.cl"
_BLOCK = re.compile(r"(?:`([^`\n]+)`:\n\n?)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_MARK = re.compile(r"^\s*//\s*(?:(\^+)|<-)\s*(error|warning)\[([\w/-]+)\](?::\s*(.*?))?\s*$")


@dataclass
class Case:
    """One heading of a file."""

    name: str
    files: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    expanded: str | None = None


def cases() -> list[Case]:
    """All the cases of all the files."""
    result: list[Case] = []
    for path in sorted(HERE.glob("*.md")):
        for section in re.split(r"^#+ ", byte_text(path.read_text("utf-8")), flags=re.M)[1:]:
            title, _, body = section.partition("\n")
            case = Case(f"{path.stem}: {title.strip()}")
            for name, kind, text in _BLOCK.findall(body):
                if kind == "cl":
                    case.files[name or MAIN] = text
                elif kind == "toml":
                    case.settings = tomllib.loads(text)
                elif kind == "expanded":
                    case.expanded = text
            if case.files:
                result.append(case)
    return result


def unit_of(case: Case) -> Unit:
    """The unit of a case's main file."""
    settings = case.settings
    actions = [("define", define) for define in settings.get("defines", [])]
    actions += [("undef", name) for name in settings.get("undefs", [])]
    actions += [("include", name) for name in settings.get("force-includes", [])]
    options = Options(
        settings.get("predefined", {}), tuple(actions), tuple(settings.get("includes", []))
    )
    headers = Headers(MemorySources(case.files))
    return Preprocessor(MAIN, case.files[MAIN], headers, options).unit


def marks(file: str, text: str) -> list[tuple[str, int, int, str, str, str]]:
    """The findings that the comments of a file expect: file, start, end, severity, code, text."""
    result = []
    offset = 0
    line_start = 0
    for line in re.findall(r"[^\n]*\n", text):
        match = _MARK.match(line)
        if match is None:
            line_start = offset
        else:
            column = match.start(1) if match.group(1) else line.index("//")
            end = match.end(1) if match.group(1) else -1
            start = line_start + column
            stop = line_start + end if end >= 0 else -1
            result.append((file, start, stop, match[2], match[3], match[4] or ""))
        offset += len(line)
    return result


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_case(case: Case) -> None:
    unit = unit_of(case)
    if case.expanded is not None:
        ours = [token.text for token in lex(unit.text())]
        assert ours == [token.text for token in lex(case.expanded)]
    expected = [mark for file, text in case.files.items() for mark in marks(file, text)]
    found = [
        (
            finding.place.file,
            finding.place.start,
            finding.place.end,
            finding.severity.label,
            finding.code,
            finding.message,
        )
        for finding in unit.findings
    ]
    for finding in found:
        match = next((mark for mark in expected if agrees(mark, finding)), None)
        assert match is not None, f"not expected: {finding}"
        expected.remove(match)
    assert not expected


def agrees(mark: tuple[Any, ...], finding: tuple[Any, ...]) -> bool:
    """Whether a finding is the one that a comment expects."""
    file, start, end, severity, code, text = mark
    return (
        (file, start, severity, code) == (finding[0], finding[1], finding[3], finding[4])
        and end in (-1, finding[2])
        and text in finding[5]
    )
