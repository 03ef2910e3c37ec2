"""Hovers as data: the files `hover*.md` mark places in programs and say what is shown there.

A comment line `// ^ name` marks the place above its caret; the block `hover name` behind the
program lists lines that the hover's text holds, in their order; one that ends in `...` is the
beginning of a line.  The line `---` is the rule above the details, and `(nothing)` stands for no
hover.  A version may stand beside `cl`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import pytest
from hypothesis import strategies as st

from opencl_ls.analysis.host import check
from opencl_ls.features.hover import Hover, hover_at, reference
from opencl_ls.reference.comments import comment_parts
from opencl_ls.reference.content import escaped, plain_words
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import byte_text, readable
from tests.support.cases import MemoryFiles

_BLOCK = re.compile(r"^```(cl|hover)[ ]*(.*?)\n(.*?)^```", re.M | re.S)
_HEADING = re.compile(r"^## (.+)$", re.M)
_MARK = re.compile(r"^(\s*//\s*)(\^+) (\w+)$")


@dataclass(frozen=True)
class Case:
    """One marked place: its program, version and offset, and the lines that are wanted."""

    name: str
    code: str
    std: str
    offset: int
    lines: tuple[str, ...]


def _cases(file: str) -> list[Case]:
    text = Path(__file__).with_name(file).read_text("utf-8")
    found: list[Case] = []
    heading, marks, code, std = "", {}, "", ""
    parts = _HEADING.split(text)
    for heading, body in zip(parts[1::2], parts[2::2], strict=True):
        for block in _BLOCK.finditer(body):
            kind, label, content = block.groups()
            if kind == "cl":
                std = label or "CL3.0"
                code, marks = _unmarked(content)
            else:
                lines = tuple(line for line in content.splitlines() if line.strip())
                found.append(Case(f"{heading}: {label}", code, std, marks[label], lines))
    return found


def _unmarked(text: str) -> tuple[str, dict[str, int]]:
    """Return a program without its marks, and the byte offset that each of them means."""
    kept: list[str] = []
    marks: dict[str, int] = {}
    above = 0
    for line in text.splitlines(keepends=True):
        mark = _MARK.match(line.rstrip())
        if mark is None:
            above = sum(len(each.encode()) for each in kept)
            kept.append(line)
        else:
            before = kept[-1][: mark.end(1)]
            marks[mark[3]] = above + len(before.encode())
    return "".join(kept), marks


def shown(found: Hover | None) -> list[str]:
    """Return the lines of a hover, program text between the others, (nothing) for None."""
    if found is None:
        return ["(nothing)"]
    lines: list[str] = []
    detailed = False
    for part in found.parts:
        if part.detail and not detailed:
            lines.append("---")
            detailed = True
        lines += readable(part.text).splitlines()
    return lines


_FILES = sorted(path.name for path in Path(__file__).parent.glob("hover*.md"))
_CASES = [case for file in _FILES for case in _cases(file)]


@pytest.mark.parametrize("case", _CASES, ids=lambda case: case.name)
def test_hover(case: Case) -> None:
    """The hover at the mark holds the wanted lines in their order."""
    settings, problems = from_build_options([f"-cl-std={case.std}"])
    assert not problems
    text = byte_text(case.code)
    files = MemoryFiles({"main.cl": case.code, "types.h": "typedef float real;\n"})
    analysis = check("main.cl", files, settings)
    assert analysis.text == text
    lines = shown(hover_at(analysis, case.offset))
    position = 0
    for wanted in case.lines:
        found = [at for at in range(position, len(lines)) if _agrees(lines[at], wanted)]
        assert found, "\n".join(["wanted:", wanted, "shown:", *lines])
        position = found[0] + 1


def test_a_number_is_found_whole_from_each_of_its_characters() -> None:
    """The sign of an exponent ends no number, and begins none."""
    text = "kernel void k(global double *o, int e) { o[0] = 1.5e-3f + 0x1p+4 - e-12; }\n"
    settings, _ = from_build_options([])
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), settings)
    for number in ("1.5e-3f", "0x1p+4", "12"):
        start = text.index(number)
        for offset in range(start, start + len(number)):
            found = hover_at(analysis, offset)
            assert found is not None
            assert text[found.start : found.end] == number


def test_no_version_is_said_to_bring_a_reserved_word() -> None:
    """What no version has needs none."""
    settings, _ = from_build_options([])
    target = check("main.cl", MemoryFiles({"main.cl": ""}), settings).target
    for name in ("quad", "complex", "imaginary", "long long"):
        text = "\n".join(part.text for part in reference(name, target) if not part.detail)
        assert "Reserved" in text
        assert "needs" not in text


def test_what_the_build_settles_is_not_left_to_the_implementation() -> None:
    """The version is what `-cl-std` says; the bits of a fence may be any."""
    chooses = "The implementation chooses its value."
    assert chooses not in [part.text for part in reference("__OPENCL_C_VERSION__", None)]
    assert chooses in [part.text for part in reference("CLK_LOCAL_MEM_FENCE", None)]


@pytest.mark.parametrize(
    ("text", "comment"),
    [
        ("int a; /* of a */\nint name;", ""),
        ("/* one */ int a;\nint name;", ""),
        ("struct s { int name,  // none\n a; // of a\n} x;", ""),
        ("/* above\r\n * it */\r\nint name;\r\n", "above\nit"),
        ("int name; // behind\r\n", "behind"),
        ("int name; int a; // of both", ""),
    ],
)
def test_a_comment_belongs_to_the_declaration_beside_it(text: str, comment: str) -> None:
    """A comment after one declaration is not about the next."""
    settings, _ = from_build_options([])
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), settings)
    found = hover_at(analysis, text.index("name"))
    assert found is not None
    assert [part.text for part in found.parts[1:-1]] == ([comment] if comment else [])


@pytest.mark.parametrize(
    ("written", "markdown"),
    [
        ("a * b for <size>, the <b>buffer</b>", r"a \* b for \<size>, the \<b>buffer\</b>"),
        ("`a*b` and __global foo_bar_", r"`a*b` and \_\_global foo_bar\_"),
        (
            "# no heading\n> no quote\nnor\n===\n---",
            "\\# no heading\n\\> no quote\nnor\n\\===\n\\---",
        ),
        ("- one\n- two", "- one\n- two"),
        ("see\n\n        a * b", "see\n\n   a \\* b"),
        ("a ` b & ~~d~~ [e](f) \\", r"a \` b \& \~\~d\~\~ \[e](f) \\"),
    ],
)
def test_comments_are_no_markdown(written: str, markdown: str) -> None:
    """A comment is shown as it reads, by clients with Markdown and by others."""
    assert escaped(written) == markdown
    assert plain_words(markdown) == written.replace("`a*b`", "a*b").replace("     ", "")


def _agrees(line: str, wanted: str) -> bool:
    return line.startswith(wanted[:-3]) if wanted.endswith("...") else line == wanted


@hypothesis.given(st.text("ab@\\ \n-*_`<$[]f{}pbriefcodeparamreturnend", max_size=120))
@hypothesis.settings(max_examples=300, deadline=None)
def test_nothing_of_a_comment_is_lost(comment: str) -> None:
    """Whatever it contains, each word that is no tag is shown; and nothing raises."""
    shown = plain_words("\n".join(part.text for part in comment_parts(comment)))
    letters = re.sub(r"[@\\]\w+|\W|_", "", comment)
    assert _is_within(letters, re.sub(r"\W|_", "", shown))


def _is_within(letters: str, text: str) -> bool:
    """Tell whether letters stand in a text in their order, others between them."""
    rest = iter(text)
    return all(letter in rest for letter in letters)
