"""The slices of the kernels in slices.md, and what a run evaluates."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from opencl_ls.semantics.memory.interleaving.evaluation import Evaluator
from opencl_ls.semantics.memory.interleaving.slices import sliced
from opencl_ls.semantics.memory.interleaving.summaries import Summaries
from opencl_ls.syntax import records as r
from tests.semantics.interleaving.kernels import Functions, analysed, models_of

BLOCK = re.compile(r"```cl\n(.*?)```", re.S)
PAGE = (Path(__file__).parent / "slices.md").read_text()
BLOCKS = [match[1] for match in BLOCK.finditer(PAGE)]


@pytest.mark.parametrize("text", BLOCKS, ids=[str(number) for number in range(len(BLOCKS))])
def test_the_slice_has_the_statements_that_are_marked(text: str) -> None:
    models = models_of(text)
    part = sliced(models, Summaries(Functions(models)))
    assert not part.whole
    running: set[int] = set()
    for model in models:
        before = text[: text.index(model.item.text)].count("\n")
        for each in model.events:
            if isinstance(each, r.Statement) and not isinstance(each, r.Compound):
                if part.runs(each) and not isinstance(each, r.FunctionDefinition):
                    running.add(before + model.item.text[: each.start].count("\n"))
    lines = enumerate(text.splitlines())
    assert running == {number for number, line in lines if line.endswith("// runs")}


PLAIN = """
kernel void k(global const float *a, global float *o, int n) {{
    int i = get_global_id(0);
    if (i >= n)
        return;
    float x = a[i];
    {work}
    o[i] = x;
}}
"""
STEP = "if (x > {0}) x = x * {0} + i; else for (int j = 0; j < 9; j++) x += j * i;"


def evaluated(text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return the number of expressions that are evaluated for the kernel of a text."""
    count = 0
    value = Evaluator.value

    def counted(self: Evaluator, *arguments: object) -> object:
        nonlocal count
        count += 1
        return value(self, *arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Evaluator, "value", counted)
        analysed(text)
    return count


def test_what_is_stored_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cost of a kernel is that of its places: what it computes comes free."""
    plain = evaluated(PLAIN.format(work=""), monkeypatch)
    large = evaluated(PLAIN.format(work="\n".join(map(STEP.format, range(60)))), monkeypatch)
    assert plain == large <= 40


CALLS = """
float level(global const float *a, int i) {{
    if (a[i] > 1)
        return 1;
    if (a[i + 1] > 2)
        return 2;
    return 3;
}}
kernel void k(global const float *a, global float *o) {{
    int i = get_global_id(0);
    float x = 0;
    {work}
    o[i] = x;
}}
"""
CALL = "x += level(a, i + {0});"
LOOP = """
kernel void k(global const float *a, global float *o, int n) {{
    int i = get_global_id(0);
    float x = 0;
    for (int j = 0; j < {rounds}; j++) {{
        if (a[i + j] > 1)
            continue;
        if (n > 4) {{
            if (n > j)
                break;
            x += a[j];
        }} else
            x += a[j + 1];
    }}
    o[i] = x;
}}
"""


def test_the_ways_of_calls_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call of a function with several returns costs the same."""
    five, ten = (
        evaluated(CALLS.format(work="\n".join(map(CALL.format, range(count)))), monkeypatch)
        for count in (5, 10)
    )
    assert five < ten < 2 * five


def test_the_ways_of_rounds_join(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each round of a loop has few ways, however many lead to it."""
    five, ten = (evaluated(LOOP.format(rounds=each), monkeypatch) for each in (5, 10))
    assert five < ten < 3 * five
