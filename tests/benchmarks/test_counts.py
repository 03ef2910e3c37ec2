"""The benchmarks' edits, counted: what they cost must not depend on the length of the file.

Times are for people and their machines; these counts are the same everywhere.
"""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path

import pytest

from benchmarks import edits, inputs
from benchmarks.counts import Counts, Session
from opencl_ls.findings import Severity

SMALLEST, SMALL, LARGE, _, LARGEST = inputs.SIZES
Costs = dict[str, list[Counts]]

# Lines of Python that run at one edit for each line by which the file is longer.  Less than one for
# each of its functions: the row of their findings is gone over, and none is looked into.
STEPS = 2
# What declares names, or takes them away, is looked for among those that use them, and each name
# that is missed then is compared with those of the file that are as long, to suggest one.
# A comment that is opened holds others, of which the preprocessor warns: what that costs comes and
# goes with it.
MORE_STEPS = {
    "comment opened": 8,
    "comment closed": 5,
    "paste of 500 lines": 7,
    "undo of the paste": 4,
}
A_FUNCTION = 600
"""Bytes of a generated function, with room for what is typed into it."""


@cache
def costs(lines: int, steps: bool = False) -> Costs:
    """Return the cost of each edit in a generated file of `lines` lines, by rows."""
    with tempfile.TemporaryDirectory() as folder:
        kernel = inputs.write_synthetic(Path(folder), lines)
        session = Session()
        found = {"open": [session.open(kernel.path, kernel.text)]}
        for cycle in edits.cycles(kernel.text):
            if steps and cycle[-1].wide:
                continue
            for step in cycle:
                cost = session.edit(kernel.path, step.edit, steps=steps)
                found.setdefault(step.row, []).append(cost)
        assert session.analysis(kernel.path).text == kernel.text
        return found


def of_any_size(found: Costs) -> Costs:
    """Leave out what has to grow with the file."""
    return {row: each for row, each in found.items() if not row.startswith(("open", "#define"))}


def test_everything_is_counted_when_a_file_is_opened(tmp_path: Path) -> None:
    """A counter that lost what it looks at would say 0 of everything, and pass everywhere else."""
    kernel = inputs.write_synthetic(tmp_path, SMALLEST)
    session = Session()
    cold = session.open(kernel.path, kernel.text)
    analysis = session.analysis(kernel.path)
    assert cold.items == len({item.source.text for item in analysis._unit.items}) > 10
    assert cold.bytes == len(kernel.text)
    assert cold.directives == len(re.findall("^#", kernel.text, re.M))
    assert cold.mapped >= cold.written == len(analysis.findings) > 0
    assert cold.rules > 20
    (key, *_) = edits.keys((0, 0), " ")
    assert session.edit(kernel.path, key, steps=True).steps > 100


@pytest.mark.parametrize("lines", [LARGE, LARGEST])
def test_an_edit_costs_the_same_in_a_file_of_any_size(lines: int) -> None:
    """Items, rules, bytes, directives, diagnostics: all as in the file of 1,000 lines."""
    assert of_any_size(costs(lines)) == of_any_size(costs(SMALL))


@pytest.mark.parametrize(
    ("row", "items", "size"),
    [
        ("type in a body", 1, A_FUNCTION),
        ("brace opened", 1, A_FUNCTION),
        ("brace closed", 1, A_FUNCTION),
        ("brace taken back", 0, A_FUNCTION),
        ("quote opened", 1, A_FUNCTION),
        ("quote closed", 1, A_FUNCTION),
        ("quote taken back", 0, A_FUNCTION),
        # It reaches as far as the next comment ends, ten functions further.
        ("comment opened", 10, 10 * A_FUNCTION),
        ("comment closed", 1, 10 * A_FUNCTION),
        ("comment taken back", 0, A_FUNCTION),
        ("newline at the top", 0, 1),
        ("newline at the top taken back", 0, 0),
        ("paste of 500 lines", 50, edits.PASTED * 40),
        ("undo of the paste", 0, 0),
    ],
)
def test_an_edit_costs_what_it_touches(row: str, items: int, size: int) -> None:
    """Neither the earlier items nor those around the edit are analysed again."""
    for cost in costs(SMALLEST)[row] + costs(SMALL)[row]:
        assert cost.items <= items
        assert cost.kernels <= items
        assert cost.bytes <= size
        assert cost.directives == 0


def test_every_row_has_its_limits() -> None:
    """A new kind of edit is listed above."""
    marks = test_an_edit_costs_what_it_touches.pytestmark  # type: ignore[attr-defined]
    assert {case[0] for case in marks[0].args[1]} == of_any_size(costs(SMALLEST)).keys()


@pytest.mark.parametrize("lines", [SMALLEST, SMALL, LARGE, LARGEST])
def test_a_macro_costs_those_that_mention_it(lines: int) -> None:
    """The functions that mention the macro are analysed, as the row says; undo is free."""
    renamed, undone = (
        (row, *found) for row, found in costs(lines).items() if row.startswith("#define")
    )
    (opened,) = costs(lines)["open"]
    mentions = int(re.findall(r"\d+", renamed[0])[0])
    assert renamed[1].items == mentions
    assert undone[1].items == 0
    for _, cost in (renamed, undone):
        assert cost.directives == 1
        assert cost.bytes < 100
        assert cost.kernels <= mentions
        # As when the file was opened; the new name is one finding more, at three places.
        assert cost.mapped <= opened.mapped + 3


def test_a_header_costs_those_that_use_what_changed(tmp_path: Path) -> None:
    """Kernels that include it are neither cut again nor analysed where they do not use it."""
    kernels = [inputs.write_synthetic(tmp_path, SMALLEST, f"kernel_{n}") for n in range(10)]
    header = tmp_path / inputs.HEADER_NAME
    session = Session()
    session.open(header, inputs.HEADER)
    for kernel in kernels:
        session.open(kernel.path, kernel.text)
    line = inputs.HEADER.split("\n").index("    float4 speed;")
    begin, undo = edits.insertion((line, len("    float4 speed")), "y")
    cost = session.edit(header, begin)
    # Its ten kernels are one text, and those with `body_t` are looked at once for all of them.
    users = len(re.findall(r"\bbody_t\b|\bbody\d+ \*", kernels[0].text))
    assert 0 < cost.items <= users + 2
    assert cost.bytes < 500
    assert all("'speed'" in str(session.analysis(each.path).findings) for each in kernels)
    assert session.edit(header, undo).items == 0


def test_little_python_runs_for_each_line_that_is_not_edited() -> None:
    """No loop of ours looks at every line, token or node of the file at a key."""
    few, many = costs(SMALL, steps=True), costs(LARGE, steps=True)
    for row, found in of_any_size(many).items():
        grown = max(more.steps - less.steps for less, more in zip(few[row], found, strict=True))
        assert grown <= MORE_STEPS.get(row, STEPS) * (LARGE - SMALL), row


def test_what_a_macro_makes_is_found_in_it_without_a_search(tmp_path: Path) -> None:
    """One line may become thousands of functions, each with findings that point at it."""

    def steps(functions: int) -> int:
        text = "#define F1(n) int f##n(int a) { int unused; return missing; }\n"
        made = 1
        while made < functions:
            half = f"F{made}"
            made *= 2
            text += f"#define F{made}(n) {half}(n##0) {half}(n##1)\n"
        return Session().open(tmp_path / "k.cl", f"{text}F{functions}(x)\n", steps=True).steps

    assert steps(256) < 5 * steps(64)


@pytest.mark.parametrize(
    ("before", "each", "after"),
    [
        ("int f(int i) { return (", "i++, ", "i); }"),
        ("int f(int i) { ", "do { i++; } while (i < 3);\n", "return i; }"),
        (
            "kernel void f(local int *a) { int i = get_local_id(0);\n",
            "a[i] += 1; barrier(CLK_LOCAL_MEM_FENCE);\n",
            "}",
        ),
        ("enum e { ", "A%d,\n", "};"),
        ("enum e { ", "A%d = 0x80000000 + %d,\n", "};"),
        ("enum e { ", "A,\n", "};"),
        ("constant ulong a = 1", " + (1 << (1 << 30))", ";"),
        ("void f(int i) { ", "int j; ", "}"),
        ("int f(a) ", "int a;\n", "{ return a; }"),
        (
            "kernel void f(global int *a, local int *l) {\n",
            "event_t e%d = async_work_group_copy(l, a, 64, 0);\n",
            "}",
        ),
        (
            "kernel void f(global int *a, local int *l) { event_t e = 0;\n",
            "e = async_work_group_copy(l, a, 64, e); wait_group_events(1, &e);\n",
            "}",
        ),
    ],
    ids=[
        "commas",
        "loops",
        "barriers",
        "enumerators",
        "wide enumerators",
        "enumerators of one name",
        "shifts in an expression",
        "variables of one name",
        "parameters behind their list",
        "copies",
        "copies with one event",
    ],
)
def test_a_row_costs_as_much_as_it_is_long(
    before: str, each: str, after: str, tmp_path: Path
) -> None:
    """Repeated parts are not each compared with all the others."""

    def steps(times: int) -> int:
        row = "".join(each.replace("%d", str(n)) for n in range(times))
        text = f"{before}{row}{after}\n"
        return Session().open(tmp_path / "k.cl", text, steps=True).steps

    steps(1)  # What is done once in a process is not counted.
    assert steps(800) < 5 * steps(200)


ROWS = {
    "jumps into other loops": (
        "void f(int i) { <<while (i) { a%d: i--; goto b%d; } while (i) { b%d: goto a%d; }\n>> }"
    ),
    "jumps into other rings": "void f(int i) { <<a%d: if (i) goto b%d; b%d: if (i) goto a%d;\n>> }",
    # Of these each one leads to the one before it.
    "jumps back": (
        "void f(int i) { goto end; <<a%d: if (i) return; goto a%p;\n>> end: goto a%l; a%p: ; }"
    ),
    "misspelt members": (
        "struct s { <<int member_%d;\n>> }; void f(struct s *p) { <<p->membr_%d = 0;\n>> }"
    ),
    "members": "struct s { <<int a%d;\n>> }; void f(struct s *p) { <<p->a%d = 0;\n>> }",
    "members that are not there": (
        "struct s { <<int a%d;\n>> }; void f(struct s *p) { <<p->nothing%d = 0;\n>> }"
    ),
    "forms of a function": (
        "<<struct s%d { int a; }; int __attribute__((overloadable)) g(struct s%d a);\n>>"
        "void f(void) { <<{ struct s%d v; g(v); }\n>> }"
    ),
    "calls that fit no form": (
        "<<struct s%d { int a; }; int __attribute__((overloadable)) g(struct s%d a);\n>>"
        "void f(void) { <<g(1);\n>> }"
    ),
    "blocks": "void f(void) { <<int (^b%d)(int) = ^(int x) { return x + %d; };\n>> }",
    "calls with problems": 'void f(int a) { <<printf("%i %s\\n", a);\n>> }',
    "statements": "void f(int a, global int *b) { <<a += b[%d];\n>> b[0] = a; }",
    "uses of macros": "<<#define M%d(x) ((x) + %d)\n>>void f(int a) { <<a = M%d(a);\n>> }",
    "elements": "constant int a[] = { <<%d,\n>> };",
    "labels of a switch": "void f(int a) { switch (a) { <<case %d: a++; break;\n>> } }",
    "designated members": (
        "struct s { <<int a%d;\n>> }; constant struct s v = { <<.a%d = 1,\n>> };"
    ),
}
"""Texts with rows of what stands between `<<` and `>>`: %d is the number in the row, counted from
1, %p the one before it and %l the last one."""


@pytest.mark.parametrize("text", ROWS.values(), ids=ROWS)
def test_rows_cost_as_much_as_they_are_long(text: str, tmp_path: Path) -> None:
    """Parts of one row are not compared with all the parts of another."""

    def steps(times: int, *, before: int = 0) -> int:
        def row(match: re.Match[str]) -> str:
            numbers = range(before + 1, before + times + 1)
            return "".join(
                match[1].replace("%d", str(n)).replace("%p", str(n - 1)) for n in numbers
            )

        program = re.sub("<<(.*?)>>", row, text, flags=re.S)
        program = program.replace("%p", str(before)).replace("%l", str(before + times))
        return Session().open(tmp_path / "k.cl", program, steps=True).steps

    # What is done once in a process is not counted, such as loading the rules that the text needs.
    # What is remembered of a text is counted: each has numbers of its own.
    steps(200)
    few = steps(200, before=1000)
    assert steps(800, before=2000) < 5 * few


@pytest.mark.parametrize("lines", inputs.SIZES[:3])
def test_generated_programs_are_sound(lines: int, tmp_path: Path) -> None:
    """They have the size that was asked for, findings to be moved, and no error."""
    kernel = inputs.write_synthetic(tmp_path, lines)
    session = Session()
    session.open(kernel.path, kernel.text)
    findings = session.analysis(kernel.path).findings
    assert lines <= kernel.lines < lines + 40
    assert findings
    assert not [each for each in findings if each.severity <= Severity.WARNING]
