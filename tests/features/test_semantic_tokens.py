"""Semantic tokens as data: the pages say which tokens a program has.

The block `tokens` lists them all, `tokens names` those that are no keywords, numbers, comments and
strings, each in a line of its own: the line in the program, the text, the type and the modifiers.
They are those of a program of which all is known.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.analysis.sources import MemorySources
from opencl_ls.features.semantic_tokens import runs
from opencl_ls.server.client import TOKEN_MODIFIERS, TOKEN_TYPES
from opencl_ls.settings.model import Settings
from opencl_ls.text import byte_text, display
from tests.support.marked import Case, analysed, cases

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.analysis.facade import Analysis

_PLAIN = ("keyword", "modifier", "number", "comment", "string")
CASES = cases([Path(__file__).with_name("semantic_tokens.md")])


def listed(analysis: Analysis, *, all_of_them: bool = True) -> Iterator[str]:
    """Yield the tokens of a program, each as a line of the pages."""
    for _ in analysis.look_at_values():
        pass
    lines = analysis.lines(analysis.path)
    for start, run in runs(analysis):
        for token in run.tokens:
            is_left_out = "inactive" in token.modifiers
            if all_of_them or is_left_out or token.type not in _PLAIN:
                number = lines.line_of(start + token.start) + 1
                text = display(run.text[token.start : token.end]).replace("\n", "\\n")
                yield " ".join((f"{number}: {text}", token.type, *token.modifiers))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_tokens(case: Case) -> None:
    """The program has these tokens and no others."""
    analysis, _, _ = analysed(case)
    assert list(listed(analysis, all_of_them=not case.argument)) == list(case.lines)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_tokens_are_in_the_legend_and_in_order(case: Case) -> None:
    """Each token is one that the server announced, and begins where the one before has ended."""
    analysis, _, _ = analysed(case)
    reached = 0
    for start, run in runs(analysis):
        for token in run.tokens:
            assert token.type in TOKEN_TYPES
            assert set(token.modifiers) <= set(TOKEN_MODIFIERS)
            assert len(set(token.modifiers)) == len(token.modifiers)
            assert reached <= start + token.start < start + token.end
            reached = start + token.end


@pytest.mark.parametrize("seed", range(12))
def test_tokens_after_edits_are_those_of_the_text(seed: int) -> None:
    """However a text came to be, it has the tokens of that text."""
    chance = random.Random(seed)
    case = CASES[seed % len(CASES)]
    text = analysed(case)[0].text
    pieces = [*_PIECES, *text.split("\n")]
    host = Host(MemorySources({}))
    host.open("main.cl", text, Settings())
    for _ in range(30):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice((0, 0, 1, 7, 40)))
        piece = byte_text(chance.choice(pieces))
        host.edit("main.cl", start, end, piece)
        text = text[:start] + piece + text[end:]
        if chance.random() < 0.3:
            runs(host.provisional("main.cl"))
        if chance.random() < 0.3:
            cold = Host(MemorySources({}))
            cold.open("main.cl", text, Settings())
            assert _completed(host) == _completed(cold), text


def _completed(host: Host) -> list[str]:
    return list(listed(host.analysis("main.cl")))


_PIECES = (
    "#if 0\n",
    "#else\n",
    "#endif\n",
    "get_local_id(0)",
    "int x; ",
    "}\n",
    "{",
    "(",
    ";",
    "\n",
    "/*",
    "*/",
    "\u00e9",
    "float f(int a) { return a; }\n",
    "#define i 1\n",
)


def test_only_the_function_of_an_edit_is_made_again() -> None:
    """An edit makes the run of its function again, and no other one."""
    text = "".join(f"int f{n}(int a) {{ int b = a; return b; }}\n" for n in range(40))
    host = Host(MemorySources({}))
    host.open("main.cl", text, Settings())
    before = {run for _, run in runs(host.analysis("main.cl"))}
    at = text.index("int b", len(text) // 2)
    host.edit("main.cl", at, at, "const ")
    after = {run for _, run in runs(host.analysis("main.cl"))}
    assert len(after - before) == 1


def test_a_region_that_is_left_out_is_cut_out_of_a_function_once() -> None:
    """Behind an edit elsewhere the parts around a region are the same objects."""
    text = "int f(int a) {\n#if 0\n  a++;\n#endif\n  return a;\n}\nint g;\n"
    host = Host(MemorySources({}))
    host.open("main.cl", text, Settings())
    before = [run for _, run in runs(host.analysis("main.cl"))]
    host.edit("main.cl", len(text), len(text), "int h;\n")
    after = [run for _, run in runs(host.analysis("main.cl"))]
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1
