"""Tests as data: Markdown files that hold OpenCL C with caret marks.

Each heading with code below it is a case, and a page is one test.  A `toml` block gives settings
(as in opencl-ls.toml) that hold from there on for this heading and the headings below it.  A `cl`
block is a main file, checked under those settings; a version in its info string, as in "cl CL1.2",
goes before them.  A line such as `util.h`: before a block names an extra file for the main file
that follows.  A block marked `cl fix` is what the block before it becomes when every fix, the
unsafe ones too, is applied.  The name of an entry of the rule catalogue, as in "cl CL1.2 PIP-11",
makes the block one of that entry's snippets: a violating one where it has marks, a conforming one
where it has none.  The page of a rule may begin with the names of the entries that the rule serves:

    ---
    entries: [PIP-11, PIP-12]
    ---

A block of C, C++ or Python is a host program, which is compared with the main file before it.

Marks stand in comments below the line that they mean:

    kernel void copy(float *dst) {}
    //               ^^^^^^^^^^ error[kernel-arg/private-pointer]: needs an address space
    // <- error[family/name]: points at the column where this comment starts

The carets cover the whole finding (as far as its first line goes); the text after the colon is a
part of the message.  Findings and marks are matched one to one: an unexpected finding fails.  Only
hints of rules that the file does not name are left out: cases declare much that they never use.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from opencl_ls.analysis.host import check
from opencl_ls.builtins.versions import Version
from opencl_ls.findings import Finding
from opencl_ls.host_programs.comparison.differences import compare
from opencl_ls.host_programs.comparison.host_text import HostText
from opencl_ls.host_programs.languages import LANGUAGES
from opencl_ls.settings.decode import decode
from opencl_ls.settings.model import Settings
from opencl_ls.text import LineTable, byte_text

_HEADING = re.compile(r"^(#+)\s+(.*)$")
_FENCE = re.compile(r"^(`{3,})\s*(\S*)\s*(.*)$")
_ENTRY = re.compile(r"[A-Z]{2,}-\d+[a-z]?")
_ENTRIES = re.compile(r"---\nentries: \[(.+)\]\n---\n")
_FILE = re.compile(r"^`([^`]+)`:\s*$")
_HOSTS = {each.name: each for each in LANGUAGES if each.name in ("c", "cpp", "python")}
_MARK = re.compile(
    r"^(?P<lead>\s*)(?://|#)(?P<gap>\s*)(?:(?P<carets>\^+)|<-)\s*"
    r"(?P<severity>error|warning|info|hint)\[(?P<code>[^\]]+)\](?::\s*(?P<message>.*))?$"
)


@dataclass(slots=True)
class Block:
    """One main file of a case with the settings and files around it."""

    text: str
    line: int
    settings: dict[str, Any]
    files: dict[str, str]
    entries: tuple[str, ...] = ()
    fixed: str | None = None
    hosts: list[Host] = field(default_factory=list)


@dataclass(slots=True)
class Host:
    """A host program of a main file, in a language that is named as in `host_programs`."""

    language: str
    text: str
    line: int


@dataclass(slots=True)
class Case:
    """All blocks below one heading."""

    file: Path
    heading: str
    line: int
    blocks: list[Block] = field(default_factory=list)

    @property
    def identity(self) -> str:
        """The name of the case."""
        return f"{self.file.parent.name}/{self.file.stem}::{self.heading}"


class MemoryFiles:
    """The files of a case, held in memory; names resolve against nothing but themselves."""

    def __init__(self, files: dict[str, str]) -> None:
        self.files = {name: byte_text(text) for name, text in files.items()}

    def read(self, path: str) -> str | None:
        """Return the byte text of a file, or None."""
        return self.files.get(path)

    def resolve(
        self, name: str, quoted: bool, includer: str, paths: tuple[str, ...] = ()
    ) -> str | None:
        """Return the path that an include means, or None."""
        return name if name in self.files else None


def read_cases(file: Path) -> list[Case]:
    """Read the cases of one Markdown file."""
    cases: list[Case] = []
    levels: list[tuple[int, dict[str, Any]]] = [(0, {})]
    current = Case(file, file.stem, 1)
    extra: dict[str, str] = {}
    named: str | None = None
    lines = file.read_text("utf-8").split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        heading, fence, name = _HEADING.match(line), _FENCE.match(line), _FILE.match(line)
        if heading:
            level = len(heading[1])
            while levels[-1][0] >= level:
                levels.pop()
            levels.append((level, levels[-1][1]))
            current = Case(file, heading[2], index)
            cases.append(current)
            extra = {}
        elif name:
            named = name[1]
        elif fence:
            start = index
            while index < len(lines) and not lines[index].startswith(fence[1]):
                index += 1
            text = "\n".join(lines[start:index]) + "\n"
            index += 1
            language, info = fence[2], fence[3].split()
            if language == "toml":
                levels[-1] = (levels[-1][0], {**levels[-1][1], **tomllib.loads(text)})
            elif named is not None:
                extra[named] = text
                named = None
            elif language == "cl" and "fix" in info:
                current.blocks[-1].fixed = text
            elif language in _HOSTS:
                current.blocks[-1].hosts.append(Host(language, text, start))
            elif language == "cl":
                current.blocks.append(_block(text, start, levels[-1][1], extra, info))
    return [case for case in cases if case.blocks]


def entries_of(file: Path) -> tuple[str, ...]:
    """Return the entries of the rule catalogue that the page of a rule names."""
    text = file.read_text("utf-8")
    if not text.startswith("---"):
        return ()
    match = _ENTRIES.match(text)
    assert match, f"{file} begins with entries as in tests/support/cases.py, or with its heading"
    return tuple(match[1].split(", "))


def _block(
    text: str, start: int, settings: dict[str, Any], files: dict[str, str], info: list[str]
) -> Block:
    """Return a program from the words of its fence: its version, and entries of the catalogue."""
    versions = [word for word in info if Version.parse(word) is not None]
    if versions:
        settings = {**settings, "std": versions[-1]}
    entries = tuple(word for word in info if _ENTRY.fullmatch(word))
    return Block(text, start, dict(settings), dict(files), entries)


def check_block(case: Case, block: Block) -> list[str]:
    """Return what is wrong: findings without marks, marks without findings, wrong fixes."""
    settings, problems = decode(block.settings)
    if problems:
        return [f"{case.file}:{block.line}: bad settings: {problems}"]
    named = case.file.read_text("utf-8")
    findings = [
        finding
        for finding in run(block.text, settings, block.files)
        if finding.severity.label != "hint" or f"[{finding.code}]" in named
    ]
    wrong = _compare(case, block, findings)
    for host in block.hosts:
        wrong += _compare(case, host, run_host(block.text, settings, host.language, host.text))
    if block.fixed is not None:
        fixed = apply_fixes(block.text, findings)
        if without_marks(fixed) != without_marks(block.fixed):
            wrong.append(
                f"{case.file}:{block.line}: after the fixes:\n{fixed}\nexpected:\n{block.fixed}"
            )
    return wrong


def run(text: str, settings: Settings, files: dict[str, str] | None = None) -> list[Finding]:
    """Return the findings in a main file given as text."""
    sources = MemoryFiles({**(files or {}), "main.cl": text})
    return [f for f in check("main.cl", sources, settings).findings if f.place.file == "main.cl"]


def run_host(text: str, settings: Settings, language: str, host: str) -> list[Finding]:
    """Return the findings in a host program of a main file, both given as text."""
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), settings)
    program = HostText("host", byte_text(host), _HOSTS[language])
    return list(analysis.visible(compare(analysis, [program])))


@dataclass(frozen=True, slots=True)
class Mark:
    """A finding that a comment asks for; `end` is None where the place has no width."""

    line: int
    start: int
    end: int | None
    severity: str
    code: str
    message: str

    def accepts(self, finding: Finding, at: tuple[int, int, int]) -> bool:
        """Tell whether a finding at (line, start, end) is the one that is meant."""
        line, start, end = at
        return (
            (line, start) == (self.line, self.start)
            and (self.end is None or end == self.end)
            and finding.severity.label == self.severity
            and finding.code == self.code
            and self.message in finding.message
        )


def _compare(case: Case, block: Block | Host, findings: list[Finding]) -> list[str]:
    marks = marks_of(block.text)
    lines = LineTable(byte_text(block.text))
    wrong: list[str] = []
    for finding in findings:
        at = _spot(lines, finding)
        matching = next((mark for mark in marks if mark.accepts(finding, at)), None)
        if matching is not None:
            marks.remove(matching)
            continue
        source = block.text.split("\n")[at[0]]
        wrong.append(
            f"{case.file}:{block.line + at[0] + 1}: unexpected: "
            f"{finding.severity.label}[{finding.code}]: {finding.message}\n"
            f"    {source}\n    {' ' * at[1]}{'^' * max(1, at[2] - at[1])}"
        )
    wrong.extend(
        f"{case.file}:{block.line + mark.line + 1}: not found: {mark.severity}[{mark.code}]: "
        f"{mark.message} (columns {mark.start}-{mark.end})"
        for mark in marks
    )
    return wrong


def _spot(lines: LineTable, finding: Finding) -> tuple[int, int, int]:
    line, start = lines.position(finding.place.start)
    end_line, end = lines.position(finding.place.end)
    if end_line != line:
        _, end = lines.position(lines.line_bounds(line)[1])
    return line, start, end


def marks_of(text: str) -> list[Mark]:
    """Return the marks in a text, in their order."""
    marks: list[Mark] = []
    meant = -1
    for number, line in enumerate(text.split("\n")):
        match = _MARK.match(line)
        if match is None:
            meant = number
            continue
        if match["carets"]:
            start = match.start("carets")
            end: int | None = match.end("carets")
        else:
            start, end = len(match["lead"]), None
        message = (match["message"] or "").strip()
        marks.append(Mark(meant, start, end, match["severity"], match["code"], message))
    return marks


def without_marks(text: str) -> str:
    """Return a text without the lines that are marks."""
    return "\n".join(line for line in text.split("\n") if _MARK.match(line) is None)


def apply_fixes(text: str, findings: list[Finding]) -> str:
    """Return a text with the first fix of every finding applied, overlapping ones left out."""
    source = byte_text(text)
    edits = sorted(
        dict.fromkeys(edit for f in findings for fix in f.fixes[:1] for edit in fix.edits),
        key=lambda edit: (edit.place.start, edit.place.end),
    )
    result, position = [], 0
    for edit in edits:
        if edit.place.start < position or edit.place.file != "main.cl":
            continue
        result.append(source[position : edit.place.start] + edit.text)
        position = edit.place.end
    return ("".join(result) + source[position:]).encode("latin-1").decode("utf-8", "replace")


def with_version(settings: Settings, std: str) -> Settings:
    """Return the settings with another version."""
    return replace(settings, target=replace(settings.target, std=std))
