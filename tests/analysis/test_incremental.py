"""What an edit costs, and that its result is that of a cold analysis."""

from __future__ import annotations

import random

import pytest

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.host import Host
from opencl_ls.linter.unit_rules import UnitResults
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.decode import decode
from opencl_ls.settings.model import DEFAULT

HEADER = "#define SCALE 2\ntypedef struct { float x; int id; } body_t;\nfloat helper(float v);\n"


def program(functions: int) -> str:
    """Return a program with a header, macros and many functions of ten lines."""
    parts = ['#include "bodies.h"\n#define TILE 16\n']
    for index in range(functions):
        parts.append(  # noqa: PERF401 - a comprehension of this size is hard to read
            f"/* kernel {index} */\n"
            f"kernel void move{index}(global body_t *bodies, local float *tile, int n)\n{{\n"
            "    int i = get_global_id(0);\n"
            "    if (i >= n)\n"
            "        return;\n"
            f"    float sum = {index}.0f;\n"
            "    for (int j = 0; j < TILE; ++j)\n"
            "        sum += tile[j] * SCALE;\n"
            "    bodies[i].x = helper(sum);\n"
            "}\n"
        )
    return "".join(parts)


def opened(text: str) -> Host:
    """Return a host with the program open, and its header beside it."""
    host = Host(MemorySources({"bodies.h": HEADER}))
    host.open("main.cl", text, DEFAULT)
    assert host.analysis("main.cl").findings == ()
    host.computed.clear()
    return host


def results_of(analysis: Analysis) -> UnitResults:
    """Return the results of the rules about the whole unit."""
    return analysis._check(analysis._unit).results


def test_an_edit_in_a_body_costs_that_function() -> None:
    """In a file of 3,000 lines, one function is lowered and checked again."""
    text = program(275)
    assert text.count("\n") > 3000
    host = opened(text)
    at = text.index("sum = 137.0f") + len("sum = ")
    host.edit("main.cl", at, at + 3, "731")
    assert host.analysis("main.cl").findings == ()
    assert [item.split("(")[0] for item in host.computed] == ["kernel void move137"]


def test_an_edit_between_functions_costs_nothing() -> None:
    """A comment at program scope belongs to no item."""
    text = program(20)
    host = opened(text)
    at = text.index("/* kernel 7 */")
    host.edit("main.cl", at + 3, at + 3, "the famous ")
    assert host.analysis("main.cl").findings == ()
    assert host.computed == []


def test_undo_costs_nothing() -> None:
    """What was analysed once is remembered by its text."""
    text = program(20)
    host = opened(text)
    at = text.index("sum = 7.0f")
    host.edit("main.cl", at, at + 3, "mus")
    host.analysis("main.cl")
    host.computed.clear()
    host.edit("main.cl", at, at + 3, "sum")
    host.analysis("main.cl")
    assert host.computed == []


def test_a_signature_costs_those_who_call_it() -> None:
    """A change that others can notice reaches those who mention the name, and no one else."""
    host = opened(
        "int f(int a) { return a; }\nint g(void) { return f(1); }\nint h(void) { return 2; }\n"
    )
    host.edit("main.cl", 0, 3, "long")
    host.analysis("main.cl")
    assert [item.split("(")[0] for item in host.computed] == ["long f", "int g"]


def test_a_macro_costs_those_who_use_it() -> None:
    """A changed macro reaches the functions whose expansion it changes."""
    text = "#define A 1\nint f(void) { return A; }\nint g(void) { return 2; }\n"
    host = opened(text)
    host.edit("main.cl", text.index("1"), text.index("1") + 1, "3")
    host.analysis("main.cl")
    assert host.computed == ["int f(void) { return 3; }"]


def test_a_struct_costs_those_who_use_it() -> None:
    """So does a changed type."""
    text = "struct s { int x; };\nint f(struct s *p);\nint g(void) { return 2; }\n"
    host = opened(text)
    host.edit("main.cl", text.index("int x"), text.index("int x") + 3, "long")
    host.analysis("main.cl")
    assert [item[:8] for item in host.computed] == ["struct s", "int f(st"]


def test_edits_before_an_analysis_all_count() -> None:
    """Several edits may come before a request; none of them is forgotten."""
    text = program(30)
    host = opened(text)
    for number in (25, 2, 14):
        at = text.index(f"sum = {number}.0f")
        host.edit("main.cl", at, at, f"missing{number} = 1; float ")
        text = text[:at] + f"missing{number} = 1; float " + text[at:]
    found = [finding.message for finding in host.analysis("main.cl").findings]
    assert [f"missing{number}" in "".join(found) for number in (2, 14, 25)] == [True] * 3


def test_an_edit_reruns_the_unit_rules_that_read_what_changed() -> None:
    """A rule about the whole unit runs again where the edited item tells it something else."""
    text = program(20) + "float helper(float v) { return v; }\n"
    host = opened(text)
    at = text.index("float sum = 7.0f")
    host.edit("main.cl", at, at, "  ")
    results = results_of(host.analysis("main.cl"))
    assert not {"function/recursion", "names/undeclared", "extension/unknown"} & {*results.rerun}
    host.edit("main.cl", at, at, "move8(bodies, tile, n);")
    analysis = host.analysis("main.cl")
    assert "function/recursion" in results_of(analysis).rerun


def test_a_missing_header_silences_the_names_of_types() -> None:
    """Whether a header is missing decides about items that did not change."""
    text = "\nunheard_of f(void);\n"
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    for line, codes in (
        ('#include "missing.h"', ["preprocessor/missing-include"]),
        ("", ["names/undeclared"]),
    ):
        host.edit("main.cl", 0, text.index("\n"), line)
        text = line + text[text.index("\n") :]
        assert [finding.code for finding in host.analysis("main.cl").findings] == codes


def test_a_condition_above_answers_for_items_that_did_not_change() -> None:
    """A rule that looks at directives besides the items runs again where one of them changed."""
    text = "\nkernel void k(global int *o) { o[0] = work_group_reduce_add(o[0]); }\n"
    settings, problems = decode({"std": "CL3.0", "profile": "portable"})
    assert not problems
    host = Host(MemorySources({}))
    host.open("main.cl", text, settings)
    missing = ["portability/optional-feature"]
    for line, codes in (
        ("", missing),
        ("#ifdef __opencl_c_work_group_collective_functions\n#endif", []),
        ("#ifdef __opencl_c_pipes\n#endif", missing),
    ):
        host.edit("main.cl", 0, text.index("\nkernel"), line)
        text = line + text[text.index("\nkernel") :]
        assert [finding.code for finding in host.analysis("main.cl").findings] == codes


def test_what_lines_declare_that_are_left_out_may_change() -> None:
    """No directive and no item changes, and yet a name is missing or is not."""
    text = "#ifdef ROWS\nint rows;\n#endif\nvoid f(void) { int n = rows; }\n"
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    codes = [finding.code for finding in host.analysis("main.cl").findings]
    assert "names/undefined-macro" in codes
    assert "names/undeclared" not in codes
    at = text.index("rows")
    host.edit("main.cl", at, at + 4, "cols")
    codes = [finding.code for finding in host.analysis("main.cl").findings]
    assert "names/undefined-macro" not in codes
    assert "names/undeclared" in codes


def test_an_open_header_goes_before_its_file() -> None:
    """A change in a header that is open is seen by the file that includes it."""
    host = Host(MemorySources({"bodies.h": HEADER}))
    host.open("bodies.h", HEADER, DEFAULT)
    host.open("main.cl", program(3), DEFAULT)
    host.analysis("main.cl")
    host.computed.clear()
    at = HEADER.index("SCALE 2") + len("SCALE ")
    host.edit("bodies.h", at, at + 1, "3")
    host.analysis("main.cl")
    assert [item.split("(")[0] for item in host.computed] == [
        f"kernel void move{n}" for n in range(3)
    ]


def test_a_header_that_no_one_included_for_a_while() -> None:
    """What was typed into it meanwhile counts when it is included again."""
    host = Host(MemorySources({"a.h": "int a;\n"}))
    host.open("main.cl", '#include "a.h"\n', DEFAULT)
    host.open("a.h", "int a;\n", DEFAULT)
    host.edit("main.cl", 0, 1, "/")
    host.edit("a.h", 4, 5, "b")
    host.edit("main.cl", 0, 1, "#")
    assert [symbol.name for symbol in host.analysis("main.cl").symbols()] == ["b"]


def test_an_item_that_only_the_end_of_the_text_ended() -> None:
    """The text after it belongs to it."""
    host = Host(MemorySources({}))
    host.open("main.cl", "{\n#if 0\n}\n", DEFAULT)
    host.analysis("main.cl")
    host.edit("main.cl", 6, 7, "1")
    assert [item.source.text for item in host.analysis("main.cl")._unit.items] == ["{\n}"]


def test_findings_move_in_a_header_that_is_edited() -> None:
    """The item with the finding is the same, at another place of its file."""
    header = "#define A\nkernel int f(void) { return 1; }\n"
    host = Host(MemorySources({"a.h": header}))
    host.open("main.cl", '#include "a.h"\n', DEFAULT)
    host.open("a.h", header, DEFAULT)
    (finding,) = host.analysis("main.cl").findings
    host.edit("a.h", 9, 9, " 1")
    (moved,) = host.analysis("main.cl").findings
    assert moved.place.start == finding.place.start + 2


def test_a_header_that_includes_itself() -> None:
    """What it includes is its present text, too."""
    text = '#ifndef A\n#define A\n#include "a.h"\nint a;\n#else\nint b;\n#endif\n'
    host = Host(MemorySources({"a.h": text}))
    host.open("a.h", text, DEFAULT)
    host.analysis("a.h")
    at = text.index("int b") + 4
    host.edit("a.h", at, at + 1, "c")
    assert [symbol.name for symbol in host.analysis("a.h").symbols()] == ["c", "a"]


def test_a_header_that_defines_a_qualifier() -> None:
    """The surface of the files that include it is read again: the macro is blanked from then on."""
    host = Host(MemorySources({"a.h": "\n"}))
    host.open("main.cl", '#include "a.h"\nKERNEL void f(int a) {}\n', DEFAULT)
    host.open("a.h", "\n", DEFAULT)
    assert "KERNEL" in host.analysis("main.cl")._surface.get().blanked
    host.edit("a.h", 0, 0, "#define KERNEL kernel")
    assert "KERNEL" not in host.analysis("main.cl")._surface.get().blanked


def test_a_related_place_in_a_function_that_was_analysed_again() -> None:
    """The caller's findings are kept, and still lead to the function and its parameters."""
    text = "void f(int *p) { }\nvoid g(float x) { f(x, 1); f(x); }\n"
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    before = [len(finding.related) for finding in host.analysis("main.cl").findings]
    assert before == [1, 1, 1]
    host.computed.clear()
    host.edit("main.cl", text.index("{ }") + 1, text.index("{ }") + 2, ";")
    assert [len(finding.related) for finding in host.analysis("main.cl").findings] == before
    assert [item[:6] for item in host.computed] == ["void f"]


@pytest.mark.parametrize("seed", range(24))
def test_random_edits_agree_with_a_cold_analysis(seed: int) -> None:
    """After any row of edits the findings and items are those of the same text opened afresh."""
    chance = random.Random(seed)
    text = program(3).replace("kernel void move1", "kernel int move1")
    text += (
        "float spread(local float *t) {\n    barrier(CLK_LOCAL_MEM_FENCE);\n    return t[0];\n}\n"
        "kernel void uneven(local float *t) {\n    if (get_local_id(0) < 4) t[1] = spread(t);\n}\n"
        "static int unused(int a) { return a; }\n"
        "#pragma OPENCL EXTENSION cl_khr_nothing : enable\n"
        'half early(half x);\n_Pragma("OPENCL EXTENSION cl_khr_fp16 : enable")\n'
        "half late(half x) { return x; }\n"
        "kernel void holds(void) { local int x; }\nkernel void asks(void) { holds(); }\n"
        "int first(int a);\nint second(int a) { return first(a); }\n"
        "int first(int a) { return second(a); }\nint first(long a);\n"
    )
    host = Host(MemorySources({"bodies.h": HEADER}))
    host.open("main.cl", text, DEFAULT)
    host.analysis("main.cl")
    bits = [
        "{",
        "}",
        "(",
        ")",
        ";",
        "\n",
        "/*",
        "*/",
        "#define TILE 8\n",
        "kernel ",
        "int x;",
        '"',
        " ",
    ]
    for _ in range(40):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 5, 60]))
        new = chance.choice([*bits, text[start : start + 30]])
        text = text[:start] + new + text[end:]
        host.edit("main.cl", start, end, new)
        if chance.random() < 0.3:
            continue
        warm = host.analysis("main.cl")
        cold = Host(MemorySources({"bodies.h": HEADER}))
        cold.open("main.cl", text, DEFAULT)
        fresh = cold.analysis("main.cl")
        assert warm.text == text
        assert [item.source.text for item in warm._unit.items] == [
            item.source.text for item in fresh._unit.items
        ]
        assert warm.findings == fresh.findings


def test_what_declares_a_name_may_change_after_an_edit() -> None:
    """Where an item comes to declare what others do, they point to the first of them."""
    text = "float x(\n{\nconstant float y = 1;\n}\nconstant float y = 1;\n\nconstant float y = 2;"
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    assert host.analysis("main.cl").findings
    for start, end, new in ((0, 10, ";;"), (2, 3, ""), (0, 1, "int z;"), (0, 1, "/")):
        host.edit("main.cl", start, end, new)
        text = text[:start] + new + text[end:]
        cold = Host(MemorySources({}))
        cold.open("main.cl", text, DEFAULT)
        assert host.analysis("main.cl").findings == cold.analysis("main.cl").findings


@pytest.mark.parametrize(
    ("text", "new"),
    [
        # A definition is a kernel where an earlier declaration says so.
        pytest.param(
            "[void] f(void);\nvoid f(void) {}\nvoid f(void) {}\nkernel void g(void) { f(); }\n",
            "kernel void",
            id="kernel",
        ),
        # The last of several overloads knows those before it.
        pytest.param(
            "struct s { int x; };\n"
            "float __attribute__((overloadable)) f([struct s] x) { return 1; }\n"
            "float __attribute__((overloadable)) f(int2 x) { return 1; }\n"
            "float g(struct s *p) { return f(*p); }\n",
            "int",
            id="forms",
        ),
        # A prototype after a definition does not hide its facts.
        pytest.param(
            "[float] f(int n) { int (^)(int) w; s z; }\nint f(void);\n",
            "kernel void",
            id="after a prototype",
        ),
        # Who declares a name asks for it, and may mention it or not.
        pytest.param(
            "static int f(void) { return 1; }\ninline int f(void) { return [f()]; }\n",
            "1",
            id="mentioned by another of its name",
        ),
        pytest.param(
            "[float] __attribute__((overloadable)) f(float x) { return 1; }\n"
            "float __attribute__((overloadable)) f(int2 x) { return 1; }\n"
            "float __attribute__((overloadable)) f(int3 x) { return 1; }\n"
            "kernel void g(global float *p) { p[0] = f(1.0f); }\n",
            "void",
            id="the first of three forms",
        ),
    ],
)
def test_what_a_function_takes_over_from_earlier_ones_is_noticed(text: str, new: str) -> None:
    """By those that use it: the words of the function itself stay as they are."""
    start, end = text.index("["), text.index("]") - 1
    text = text.replace("[", "", 1).replace("]", "", 1)

    def reported(host: Host) -> tuple[object, ...]:
        analysis = host.analysis("main.cl")
        return analysis.findings, analysis.kinds

    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    before = reported(host)
    host.edit("main.cl", start, end, new)
    cold = Host(MemorySources({}))
    cold.open("main.cl", text[:start] + new + text[end:], DEFAULT)
    assert reported(host) == reported(cold) != before
    # And back again, where all is known that it was.
    host.edit("main.cl", start, start + len(new), text[start:end])
    assert reported(host) == before


@pytest.mark.parametrize("inserted", ["#pragma unroll\n", "// more\n", "int more;\n", "\n", " "])
def test_what_a_fix_inserts_moves_with_its_item(inserted: str) -> None:
    """It is reported where the item begins, which is where the text was inserted."""
    text = "enum t { E };\n#undef b\nt a;\n"
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    assert [each.title for each in host.analysis("main.cl").findings[0].fixes] == ["Insert 'enum'"]
    at = text.index("t a;")
    host.edit("main.cl", at, at, inserted)
    cold = Host(MemorySources({}))
    cold.open("main.cl", text[:at] + inserted + text[at:], DEFAULT)
    assert host.analysis("main.cl").findings == cold.analysis("main.cl").findings


@pytest.mark.parametrize(
    "text",
    [
        "[]#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n",
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n[]",
        "int a;\n[]#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nint b;\n",
        "int a;\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n[]int b;\n",
        "int a;\n[]\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n\nint b;\n",
    ],
)
def test_a_function_that_comes_in_beside_a_pragma(text: str) -> None:
    """The side of the pragma on which it is decides whether it may use an extension."""
    at, text = text.index("[]"), text.replace("[]", "")
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    assert not [each for each in host.analysis("main.cl").findings if each.severity == 1]
    for function in ("half f(void) { return 1; }\n", "half g(half x) { return x; }\n"):
        host.edit("main.cl", at, at, function)
        text = text[:at] + function + text[at:]
        cold = Host(MemorySources({}))
        cold.open("main.cl", text, DEFAULT)
        assert host.analysis("main.cl").findings == cold.analysis("main.cl").findings
    may = text.index("#pragma") < at
    assert may is not any(each.severity == 1 for each in host.analysis("main.cl").findings)


@pytest.mark.parametrize(
    ("text", "start", "end", "new"),
    [
        # Of a body without its head nothing is said, and it mentions the same names.
        ("{\nn;", 0, 2, ""),
        ("n;", 0, 0, "{\n"),
        # Where the item declares it as a type, or has its tag in scope, it is no macro of the host.
        ("typedef int T; T x = 1;\nvoid f(void) { Q y; { typedef int Q; } }\n", 53, 66, ";"),
        ("void f(void) { struct N { int x; }; N y; }\n", 15, 35, ""),
        # A word of an attribute is not described here.
        ("__attribute__((odd(word))) int x;\n", 15, 18, "aligned"),
    ],
)
def test_the_place_of_a_name_decides_its_description(
    text: str, start: int, end: int, new: str
) -> None:
    """The item lacks the same names as before, and something else is said of them."""
    text = f"int first;\n{text}"
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    before = [finding.code for finding in host.analysis("main.cl").findings]
    host.edit("main.cl", start + 11, end + 11, new)
    cold = Host(MemorySources({}))
    cold.open("main.cl", text[: start + 11] + new + text[end + 11 :], DEFAULT)
    assert host.analysis("main.cl").findings == cold.analysis("main.cl").findings
    assert before != [finding.code for finding in host.analysis("main.cl").findings]


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        # What the body mentions once more is a parameter's name rather than a macro.
        ("void f(int a, ARGS) { return; }\nvoid g(void) { f(1, 2, 3); }\n", "return", "ARGS"),
        # A macro is left out where all of the item can be read then.
        ("d f(u,A()){u2 e[DI\n }f(0,f z);", "u2", "uint q;2"),
    ],
)
def test_how_many_a_function_takes_may_depend_on_its_body(text: str, old: str, new: str) -> None:
    at = text.index(old)
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    assert "call/argument-count" not in {each.code for each in host.analysis("main.cl").findings}
    host.edit("main.cl", at, at + len(old), new)
    cold = Host(MemorySources({}))
    cold.open("main.cl", text.replace(old, new), DEFAULT)
    assert host.analysis("main.cl").findings == cold.analysis("main.cl").findings
    assert "call/argument-count" in {each.code for each in host.analysis("main.cl").findings}


def test_an_item_that_begins_in_a_header() -> None:
    """What is found in its part of the main file moves with the text there."""
    text = '// more\n#define s 2\n#include "a.h"\ns\n'
    host = Host(MemorySources({"a.h": "f"}))
    host.open("main.cl", text, DEFAULT)
    before = host.analysis("main.cl").findings
    host.edit("main.cl", 3, 6, "")
    starts = [each.place.start for each in host.analysis("main.cl").findings]
    moved = [each.place.start - 3 * (each.place.file == "main.cl") for each in before]
    assert starts == moved
    assert text.rindex("s") - 3 in starts


def test_declarations_after_a_function_in_its_item() -> None:
    """Where a brace is missing an item declares more than the function, and that may change."""
    text = "union u{kernel{ }f\ns){}e E;"
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    assert host.analysis("main.cl").findings is not None
    host.edit("main.cl", len(text), len(text), "enum u { E };")
    codes = [finding.code for finding in host.analysis("main.cl").findings]
    cold = Host(MemorySources({}))
    cold.open("main.cl", host.analysis("main.cl").text, DEFAULT)
    assert codes == [finding.code for finding in cold.analysis("main.cl").findings]
    assert "declaration/different-kind" in codes
