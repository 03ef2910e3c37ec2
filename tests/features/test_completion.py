"""Completion as data: `completion*.md` hold programs with a cursor, and what is offered there.

A block `completion` holds the whole list, the best first, `completion 5` its first five items.  A
line is `label kind detail`, with the first line of what is written in place of the label behind
`=>`, and in brackets what the target lacks, `deprecated`, and an edit before the place.  The line
`...` says that the list is incomplete; `nothing` is an empty one.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.host import check
from opencl_ls.features.completion import complete
from opencl_ls.features.completion.documentation import documentation
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import byte_text, display
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.completion import Completion, CompletionItem

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples"


def line(item: CompletionItem) -> str:
    """Return an item as a page shows it."""
    text = f"{item.label} {item.kind} {item.detail}".rstrip()
    written = (item.snippet or item.insert).partition("\n")[0]
    text += f" => {written}" if written else ""
    text += f" [{item.needs}]" if item.needs else ""
    text += " [deprecated]" if item.is_deprecated else ""
    return display(text + "".join(f" [{each.text}]" for each in item.edits))


def lines(found: Completion, argument: str) -> list[str]:
    """Return a list as a page shows it."""
    shown = [line(each) for each in found.items]
    if argument:
        return shown[: int(argument)] or ["nothing"]
    return [*shown, *(["..."] if found.is_incomplete else [])] or ["nothing"]


@pytest.mark.parametrize("case", cases([HERE / "completion.md"]), ids=lambda case: case.name)
def test_completion(case: Case) -> None:
    """The list is what the page says."""
    analysis, offset, _ = analysed(case)
    assert lines(complete(analysis, offset), case.argument) == list(case.lines)


# --- texts about items ---------------------------------------------------------------------------


def _texts(code: str, name: str) -> list[str]:
    settings, _ = from_build_options(["-cl-std=CL1.2"])
    files = {"main.cl": code, "more.h": "/* Of a header. */\nfloat more(float x);\n"}
    analysis = check("main.cl", MemoryFiles(files), settings)
    is_builtin = not any(name in text for text in files.values())
    return [part.text for part in documentation(analysis, name, is_builtin=is_builtin)]


def test_the_text_about_a_function_is_its_declaration_and_its_comment() -> None:
    """As its author wrote them, in this file or in a header."""
    code = '#include "more.h"\n// Halves *it*.\nstatic float less( float x ) { return x / 2; }\n'
    assert _texts(code, "less") == ["static float less( float x )", r"Halves \*it\*."]
    assert _texts(code, "more") == ["float more(float x)", "Of a header."]


def test_the_text_about_a_constant_tells_its_value() -> None:
    """A tag and a type have theirs as well."""
    code = "constant int many = 3 * 4;\n/* A pair. */\ntypedef struct { int a; } pair;\n"
    assert _texts(code, "many") == ["__constant int many", "Its value is `12`."]
    assert _texts(code, "pair")[1:] == ["A pair."]


def test_the_text_about_a_built_in_says_what_is_lacking() -> None:
    """It is the reference's, for the version of the file."""
    found = _texts("", "work_group_reduce_add")
    assert any("Not in this file (CL1.2): needs OpenCL C 2.0." in text for text in found)


# --- any text ------------------------------------------------------------------------------------


def _ask(analysis: Analysis, offset: int) -> None:
    found = complete(analysis, offset)
    replaced = {item.replace for item in found.items}
    assert len(replaced) <= 1
    for place in replaced:
        assert place.start <= offset <= place.end
    labels = [(item.label, item.kind) for item in found.items]
    assert len(labels) == len(set(labels))
    assert len(labels) <= 200


@pytest.mark.parametrize("page", sorted(EXAMPLES.glob("*.cl")), ids=lambda page: page.stem)
def test_nothing_raises(page: Path) -> None:
    """At bytes of examples as they are, cut off, with a line taken out, and with marks put in."""
    text = byte_text(page.read_text("utf-8"))
    chance = random.Random(page.stem)
    settings, _ = from_build_options([])
    common = (EXAMPLES / "common.h").read_text("utf-8")
    for number in range(12):
        at = chance.randrange(len(text))
        made = [
            text[:at],
            text[:at] + chance.choice(["(", '"', "{", "/*", "#", "->", "\\\n", "\xc3"]) + text[at:],
            re.sub(r"[^\n]*\n", "", text[:at], count=1) + text[at:].partition("\n")[2],
            text.replace("\n", "\r\n"),
        ][number % 4]
        files = MemoryFiles({"main.cl": display(made), "common.h": common})
        analysis = check("main.cl", files, settings)
        for offset in (min(at, len(analysis.text)), chance.randrange(len(analysis.text) + 1)):
            _ask(analysis, offset)
