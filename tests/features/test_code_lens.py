"""Code lenses as data (see `tests.support.marked`), and of texts that change."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.features.code_lens import content_of, found_again, lenses
from opencl_ls.settings.model import Settings
from opencl_ls.text import byte_text, display
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis

PAGE = Path(__file__).with_name("code_lens.md")
EXAMPLES = Path(__file__).parent.parent.parent / "examples"


def shown(analysis: Analysis) -> list[str]:
    """Return the line, the name and the title of each lens, with the lines of its places."""
    found = []
    for lens in lenses(analysis):
        said = content_of(analysis, lens)
        line = analysis.lines(analysis.path).line_of(lens.start) + 1
        text = f"{line} {display(lens.name)}: {'nothing' if said is None else display(said.title)}"
        if said is not None and said.places:
            places = [analysis.lines(each.file).line_of(each.start) + 1 for each in said.places]
            text += f" (lines {', '.join(map(str, places))})"
        found.append(text)
    return found or ["nothing"]


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_lenses(case: Case) -> None:
    """The program has exactly the lenses that the page shows."""
    analysis, _, _ = analysed(case)
    assert shown(analysis) == list(case.lines)


def test_a_lens_finds_its_function_in_a_later_state() -> None:
    host = Host(MemoryFiles({}))
    text = "kernel void k(void) { }\nkernel void l(void) { barrier(0); }\n"
    host.open("main.cl", text, Settings())
    old = lenses(host.analysis("main.cl"))[1]
    host.edit("main.cl", 0, 0, "kernel void j(void) { }\n")
    analysis = host.analysis("main.cl")
    again = found_again(analysis, old.kind, old.name, old.number)
    assert again is not None
    assert again.start == old.start + 24
    said = content_of(analysis, again)
    assert said is not None
    assert said.title.startswith("1 barrier")
    host.edit("main.cl", 0, len(analysis.text), "int l(void) { return 1; }")
    assert found_again(host.analysis("main.cl"), old.kind, old.name, old.number) is None


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.cl"))[:6], ids=lambda path: path.name)
def test_lenses_of_any_text(path: Path) -> None:
    """Every beginning of a kernel, and one with a byte changed, has lenses on names or none."""
    text = byte_text(path.read_text("utf-8"))
    chance = random.Random(path.name)
    host = Host(MemoryFiles({}))
    for _ in range(8):
        at = chance.randrange(len(text) + 1)
        broken = chance.choice(
            (text[:at], text[:at] + chance.choice('(){};,*\\"#\x80') + text[at + 1 :])
        )
        host.open("main.cl", broken, Settings())
        analysis = host.analysis("main.cl")
        for lens in lenses(analysis):
            assert broken[lens.start : lens.end] == lens.name
            content_of(analysis, lens)
