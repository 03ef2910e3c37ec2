"""Preprocessing and splitting cost the same for each line of 100 and of 100,000.

Lines of Python that run are counted, which are the same on every machine.
"""

from __future__ import annotations

import pytest

from benchmarks.counts import lines_run
from opencl_ls.analysis.groups import ItemGroups
from opencl_ls.preprocess import Headers, MemorySources, Preprocessor

# The text of a main file and of `h.h`, with a part in << >> that is repeated; %d is its number.
SHAPES = {
    "functions": "<<int f%d(int x) {\n  x += %d;\n  return x;\n}\n>>",
    "functions of a header": '#include "h.h"\n---\n<<int f%d(int x) {\n  return x + %d;\n}\n>>',
    "definitions": "<<#define M%d %d\n>>int a;\n",
    "definitions with their uses": "<<#define M%d %d\nint a%d = M%d;\n>>",
    "definitions of one macro": "<<#define M %d\n>>M\n",
    "uses of a macro": "#define M(x) ((x) + 1)\n<<int a%d = M(%d);\n>>",
    "uses in a function": "#define M(x) ((x) + 1)\nvoid f(int a) {\n<<  a += M(%d);\n>>}\n",
    "uses in an argument": "#define M(x) x\n#define N 1\nM(<<int a%d = N;\n>>)\n",
    "lines of a body": "#define M <<int a%d; \\\n>>\nM\n",
    "numbers of lines": "void f(int a) {\n<<  a = __LINE__;\n>>}\n",
    "includes": '<<#include "h.h"\n>>---\nint a;\nint b;\n',
    "includes in other states": '<<#define X x%d\n#include "h.h"\n#undef X\n>>---\nint X;\n',
    "includes in a header": '#include "h.h"\n---\n<<#include "none%d.h"\n>>',
    "conditions": "<<#if X%d > 2 || defined(Y)\nint a;\n#endif\n>>",
    "conditions in conditions": "<<#ifndef X\n>>int a;\n",
    "branches": "#if 0\n<<#elif X == %d\nint a;\n>>#endif\n",
    "directives in a function": "void f(int a) {\n<<#ifdef A%d\n  a = 1;\n#endif\n>>}\n",
    "directives in arguments": "#define M(x) x\n<<M(\n#define G%d\nint a%d;\n)\n>>",
    "pragmas": "<<#pragma unroll\nint a%d;\n>>",
    "open braces": "<<void f%d() {\n>>",
    "closing braces": "<<}\n>>",
}


def unit_steps(shape: str, times: int) -> int:
    """Return how many lines of Python run for a shape whose part is repeated."""
    before, rest = shape.split("<<")
    part, after = rest.split(">>")
    rows = "".join(part.replace("%d", str(number)) for number in range(times))
    text, _, header = f"{before}{rows}{after}".partition("---\n")
    headers = Headers(MemorySources({"h.h": header}))
    with lines_run() as counted:
        unit = Preprocessor("m.cl", text, headers).unit
        ItemGroups.of(unit)
        assert unit.findings is not None
        assert unit.pragmas is not None
    return counted.total()


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
def test_a_line_costs_the_same_in_a_text_of_any_length(shape: str) -> None:
    unit_steps(shape, 1)  # What is done once in a process is not counted.
    few, more, many = (unit_steps(shape, times) for times in (10, 60, 510))
    assert many - more < 1.1 * 9 * (more - few)


def test_a_table_of_any_length_costs_a_step_for_each_word() -> None:
    shape = "constant int a[] = {\n<<%d,\n>>};\n"
    unit_steps(shape, 1)
    assert unit_steps(shape, 100_000) - unit_steps(shape, 100) < 1.1 * 100_000
