"""Inlay hints as data (see `tests.support.marked`), in stretches, while typing and in any text."""

from __future__ import annotations

import gc
import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.host import Host, check
from opencl_ls.features.code_lens import content_of, lenses
from opencl_ls.features.inlay_hints import inlay_hints
from opencl_ls.settings.decode import decode
from opencl_ls.settings.model import Settings
from opencl_ls.text import byte_text, display
from tests.support.cases import MemoryFiles
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from opencl_ls.analysis.facade import Analysis
    from opencl_ls.features.inlay_hints import Hint

PAGE = Path(__file__).with_name("inlay_hints.md")
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
ALL, _ = decode(
    {
        "inlayHints": {
            "macroParameterNames": True,
            "implicitConversions": "all",
            "structLayout": True,
            "designators": "all",
            "blockEnds": True,
        }
    }
)


def placed(analysis: Analysis, start: int = 0, end: int | None = None) -> list[tuple[int, Hint]]:
    """Return the hints of the items in a stretch with their bytes in the file."""
    stop = len(analysis.text) if end is None else end
    groups = inlay_hints(analysis, start, stop)
    return [(base + hint.at, hint) for base, group in groups for hint in group.hints]


def shown(analysis: Analysis) -> list[str]:
    """Return the lines of the main file that have hints, with each where it is shown."""
    text, parts, position = analysis.text, [], 0
    for at, hint in placed(analysis):
        label = " " * hint.before + hint.label + " " * hint.after
        parts += [text[position:at], f"\xc2\xab{label}\xc2\xbb"]
        position = at
    lines = display("".join((*parts, text[position:]))).splitlines()
    return [line.strip() for line in lines if "\u00ab" in line] or ["nothing"]


@pytest.mark.parametrize("case", cases([PAGE]), ids=lambda case: case.name)
def test_hints(case: Case) -> None:
    """The program has exactly the hints that the page shows."""
    analysis, _, _ = analysed(case)
    assert shown(analysis) == list(case.lines)


# --- stretches and edits -------------------------------------------------------------------------

THREE = """\
kernel void a(global float *o)
{
    o[0] = clamp(o[1], 0.0f, 1.0f);
}
#define N 3
kernel void b(global float *o)
{
    o[0] = clamp(o[1], 0.0f, 2.0f);
}

kernel void c(global float *o)
{
    o[0] = clamp(o[1], 0.0f, 3.0f);
}
"""


def test_only_the_items_in_a_stretch_are_looked_at() -> None:
    analysis = check("main.cl", MemoryFiles({"main.cl": THREE}), Settings())
    at = THREE.index("2.0f")
    ends = {THREE[place : place + 4] for place, _ in placed(analysis, at, at + 1)}
    assert "2.0f" in ends
    assert not ends & {"1.0f", "3.0f"}


def test_an_edit_makes_the_hints_of_one_item_again() -> None:
    host = Host(MemoryFiles({}))
    host.open("main.cl", THREE, Settings())
    before = inlay_hints(host.analysis("main.cl"), 0, len(THREE))
    at = THREE.index("2.0f")
    host.edit("main.cl", at, at + 1, "20")
    after = inlay_hints(host.analysis("main.cl"), 0, len(THREE) + 1)
    assert [one is other for (_, one), (_, other) in zip(before, after, strict=True)] == [
        True,
        False,
        True,
    ]
    assert [base for base, _ in after] == [before[0][0], before[1][0], before[2][0] + 1]


def test_a_stretch_of_a_state_that_is_not_read_yet() -> None:
    """The functions in it are read, and no others."""
    text = THREE + "kernel void d(global float *o)\n{\n    o[0] = 1;\n}\n" * 200
    host = Host(MemoryFiles({}), at_once=0)
    host.open("main.cl", text, Settings())
    host.computed.clear()
    at = text.index("2.0f")
    read: list[None] = []
    analysis = host.within("main.cl", at, at + 1, lambda: read.append(None))
    assert "2.0f" in {text[place : place + 4] for place, _ in placed(analysis, at, at + 1)}
    assert analysis.is_provisional
    assert read
    assert not any("3.0f" in each for each in host.computed)


def test_a_macro_that_all_functions_notice() -> None:
    """Of the stale functions those in the range are read again."""
    function = "kernel void k%d(global float *o) { o[0] = clamp(o[LAST], 0.0f, %d.5f); }\n"
    text = "#define LAST 1\n" + "".join(function % (n, n) for n in range(300))
    host = Host(MemoryFiles({}), at_once=0)
    host.open("main.cl", text, Settings())
    _ = host.analysis("main.cl").findings
    at = text.index("1\n")
    host.edit("main.cl", at, at + 1, "max(1, 2)")
    now = text[:at] + "max(1, 2)" + text[at + 1 :]
    place = now.index("250.5f")
    analysis = host.within("main.cl", place, place + 1)
    assert "250.5f" in {now[each : each + 6] for each, _ in placed(analysis, place, place + 1)}


def test_a_key_leaves_no_circle() -> None:
    """What an edit replaces is gone at once, hints and lenses of it as well."""
    host = Host(MemoryFiles({}))
    host.open("main.cl", THREE, ALL)
    at = THREE.index("2.0f")
    gc.disable()
    try:
        for turn in range(4):
            if turn == 2:
                # What is loaded on first use has been loaded.
                gc.collect()
            host.edit("main.cl", at, at, "1")
            analysis = host.analysis("main.cl")
            assert placed(analysis)
            assert all(content_of(analysis, lens) for lens in lenses(analysis))
            del analysis
            host.edit("main.cl", at, at + 1, "")
            assert placed(host.analysis("main.cl"))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_a_long_table_has_no_hints() -> None:
    text = f"struct P {{ int a; }};\nconstant struct P p[] = {{ {'{ 1 }, ' * 1001} }};\n"
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), ALL)
    assert not [hint for _, hint in placed(analysis) if hint.label.endswith("=")]


def test_structs_that_hold_others_twice() -> None:
    """There are more ways through them than can be gone."""
    rows = ["struct S0 { int a, b; };"]
    rows += [f"struct S{n} {{ struct S{n - 1} a, b; }};" for n in range(1, 30)]
    analysis = check("main.cl", MemoryFiles({"main.cl": "\n".join(rows)}), ALL)
    assert f"size {8 << 29}, aligned to 4" in {hint.label for _, hint in placed(analysis)}


def test_lines_that_end_with_carriage_returns() -> None:
    plain = check("main.cl", MemoryFiles({"main.cl": THREE}), Settings())
    text = THREE.replace("\n", "\r\n")
    host = Host(MemoryFiles({}))
    host.open("main.cl", text, Settings())
    assert shown(host.analysis("main.cl")) == shown(plain)


# --- any text ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", sorted(EXAMPLES.rglob("*.cl"))[:6], ids=lambda path: path.name)
def test_hints_of_any_text(path: Path) -> None:
    """Every beginning of a kernel, and one with a byte changed, has hints inside of it or none."""
    text = byte_text(path.read_text("utf-8"))
    chance = random.Random(path.name)
    host = Host(MemoryFiles({}))
    for _ in range(12):
        at = chance.randrange(len(text) + 1)
        broken = chance.choice(
            (text[:at], text[:at] + chance.choice('(){};,*\\"#\x80') + text[at + 1 :])
        )
        host.open("main.cl", broken, ALL)
        analysis = host.analysis("main.cl")
        assert all(0 <= place <= len(broken) for place, _ in placed(analysis))
