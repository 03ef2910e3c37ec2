"""Queries as data (see `tests.support.marked`), and queries of any text."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from opencl_ls.analysis.facade import Analysis
from opencl_ls.analysis.host import Host, check
from opencl_ls.findings import Place
from opencl_ls.settings.options import from_build_options
from opencl_ls.text import byte_text
from tests.support.cases import MemoryFiles
from tests.support.failures import failures
from tests.support.marked import Case, analysed, cases
from tests.support.query_answers import Shown

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent.parent / "examples"


@pytest.mark.parametrize("page", sorted(HERE.glob("*.md")), ids=lambda page: page.stem)
def test_queries(page: Path) -> None:
    """The query answers exactly what the page says."""
    assert not failures(_answers, cases([page]), lambda case: case.name)


def _answers(case: Case) -> None:
    analysis, offset, end = analysed(case)
    assert Shown(analysis, offset, end).lines(case.question, case.argument) == list(case.lines)


# --- any text ------------------------------------------------------------------------------------

QUERIES = (
    "symbol_at references scope_at type_at expected_type_at call_at expansion_at constant_at "
    "layout_of callers callees names_at aliased_at type_source_at call_graph_at enclosing "
    "bracket_at macros_at "
    "inactive_at member_access_at separation_at kernel_races_at"
).split()
SMALL = (
    """
struct S { int a; union { float4 b; int c[3]; }; };
#define ADD(x, y) ((x) + (y))
int f(struct S *s) { goto out; s->b.xy = ADD(s->a, 1); out: return sizeof(*s); }
""",
    """
enum E { A, B = 2 };
const sampler_t s = CLK_FILTER_NEAREST | CLK_ADDRESS_NONE;
kernel void k(read_only image2d_t i, global float4 *o) {
    int (^b)(int) = ^(int x) { return x + A; };
    for (int n = 0; n < B; n++) o[n] = read_imagef(i, s, (int2)(b(n), 0)) ? 1 : 2;
}
""",
    """
#ifdef X
int a = 1;
#else
int b = 2
#endif
#define E(
void g( { [ ) } "unclosed
/*""",
)


def ask_all(analysis: Analysis, offset: int) -> None:
    """Ask every query about a place."""
    for query in QUERIES:
        getattr(analysis, query)(offset)
    end = min(len(analysis.text), offset + 9)
    analysis.type_of(offset, end)
    analysis.constant_value(offset, end)


def _check(text: str) -> Analysis:
    settings, _ = from_build_options([])
    files = {"main.cl": text, "common.h": (EXAMPLES / "common.h").read_text("utf-8")}
    return check("main.cl", MemoryFiles(files), settings)


@pytest.mark.parametrize("page", sorted(EXAMPLES.glob("*.cl")), ids=lambda page: page.stem)
def test_nothing_raises_on_examples(page: Path) -> None:
    """The queries answer in turn at every seventh byte, and all of them at the end of a cut."""
    text = page.read_text("utf-8")
    chance = random.Random(page.stem)
    analysis = _check(text)
    for number, offset in enumerate(range(0, len(analysis.text) + 1, 7)):
        getattr(analysis, QUERIES[number % len(QUERIES)])(offset)
    analysis.call_graph()
    for _ in range(3):
        cut = _check(text[: chance.randrange(len(text))])
        for offset in (len(cut.text), chance.randrange(len(cut.text) + 1)):
            ask_all(cut, offset)
        cut.call_graph()


@pytest.mark.parametrize("text", SMALL)
def test_nothing_raises_on_small_programs(text: str) -> None:
    """Every query answers at every seventh place of every beginning of a small program."""
    for length in range(0, len(text) + 1, 13):
        analysis = _check(text[:length])
        for offset in (*range(length % 7, length, 49), length):
            ask_all(analysis, offset)
    whole = _check(text)
    for offset in range(0, len(text) + 1, 7):
        ask_all(whole, offset)
    for offset in (-1, len(text) + 1, len(text) + 1000):
        ask_all(whole, offset)


# --- states that come soon -----------------------------------------------------------------------


def test_a_state_in_which_functions_are_unread_answers_about_a_place() -> None:
    """What `Host.around` returns knows the function around the place, and of others the names."""
    settings, _ = from_build_options([])
    others = "".join(f"int other{n}(int a) {{ return a + {n}; }}\n" for n in range(300))
    text = f"{others}struct S {{ int x; }};\nint f(struct S s) {{ return other7(s.x); }}\n"
    host = Host(MemoryFiles({}), at_once=10)
    host.open("main.cl", byte_text(text), settings)
    offset = text.index("other7(s")
    analysis = host.around("main.cl", offset)
    found = analysis.symbol_at(offset)
    assert found is not None
    assert (found.kind, found.type_text) == ("function", "int other7(int)")
    assert found.definition is not None
    assert text[found.definition.start :].startswith("other7(int a)")
    member = analysis.symbol_at(offset + len("other7(s."))
    assert member is not None
    assert member.container == "struct S"
    call = analysis.call_at(offset + len("other7("))
    assert call is not None
    assert call.signatures[0].label == "int other7(int a)"
    names = {entry.name for entry in analysis.scope_at(offset)}
    assert {"f", "s", "S", "other0", "other299"} <= names


def test_a_name_costs_the_functions_that_mention_it() -> None:
    """What `Host.naming` returns knows all references to a name, and has read no other function."""
    settings, _ = from_build_options([])
    others = "".join(f"int other{n}(int a) {{ return a + {n}; }}\n" for n in range(300))
    text = (
        f"int f(int a);\n{others}int g(void) {{ return f(1); }}\nint h(void) {{ return f(2); }}\n"
    )
    host = Host(MemoryFiles({}), at_once=10)
    host.open("main.cl", byte_text(text), settings)
    analysis = host.naming("main.cl", "f")
    assert analysis.is_provisional
    found = analysis.references(text.index("f(int"))
    assert found is not None
    kinds = [each.kind for each in found.references]
    assert kinds == ["declaration", "call", "call"]
    assert sum("other" in each for each in host.computed) < 3


def test_what_words_mean_in_several_places() -> None:
    """A word of a macro's body, and an argument, may mean several things; others mean one."""
    settings, _ = from_build_options([])
    text = (
        "#define AT(i) data[i]\n"
        "#define BOTH(name) struct s { int name; }; int name;\n"
        "BOTH(value)\n"
        "int f(global int *data) { return AT(0) + value; }\n"
        "int g(global int *data) { goto end; end: return AT(1) + data[2]; } // value\n"
    )
    analysis = check("main.cl", MemoryFiles({"main.cl": text}), settings)

    def meanings(name: str) -> list[int]:
        found = [match.start() for match in re.finditer(rf"\b{name}\b", text)]
        known = analysis.meanings(name, [Place("main.cl", at, at + len(name)) for at in found])
        return [known.get(Place("main.cl", at, at + len(name)), 0) for at in found]

    assert meanings("data") == [2, 1, 1, 1]
    assert meanings("value") == [2, 1, 0]
    assert meanings("end") == [1, 1]
    assert meanings("AT") == [1, 1, 1]
    assert meanings("missing") == []


def test_a_name_in_code_that_is_left_out_of_an_unread_function() -> None:
    """What it means is declared in the function around it, which is read for it."""
    settings, _ = from_build_options([])
    others = "".join(f"int other{n}(int a) {{ return a + {n}; }}\n" for n in range(300))
    text = f"{others}int f(int n) {{\n  int sum = n;\n#if 0\n  sum++;\n#endif\n  return sum;\n}}\n"
    host = Host(MemoryFiles({}), at_once=10)
    host.open("main.cl", byte_text(text), settings)
    found = host.around("main.cl", text.index("sum++")).symbol_at(text.index("sum++"))
    assert found is not None
    assert [place.start for place in found.declarations] == [text.index("sum =")]


def test_answers_follow_an_edit() -> None:
    """Models that were taken over from an earlier state mean the symbols of today."""
    settings, _ = from_build_options([])
    text = (
        "struct S { int x; };\nint g(struct S s) { return s.x; }\nint h(struct S s) { return 1; }\n"
    )
    host = Host(MemoryFiles({}))
    host.open("main.cl", text, settings)
    assert host.analysis("main.cl").references(text.index("x;")) is not None
    at = text.index("1;")
    host.edit("main.cl", at, at + 1, "s.x + g(s)")
    host.edit("main.cl", 0, 0, "int before;\n")
    analysis = host.analysis("main.cl")
    found = analysis.references(analysis.text.index("x;"))
    assert found is not None
    shown = [
        (analysis.text[: each.place.start].count("\n"), each.kind) for each in found.references
    ]
    assert shown == [(1, "definition"), (2, "read"), (3, "read")]
