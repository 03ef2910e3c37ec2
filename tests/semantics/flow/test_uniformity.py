"""The uniformity analysis: what an edit costs, and the trace that a finding carries."""

from __future__ import annotations

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.semantics.flow.uniformity import functions
from opencl_ls.semantics.flow.uniformity.assumed import MULTIPLE, AssumedFact
from opencl_ls.semantics.flow.uniformity.definitions import FunctionInfo
from opencl_ls.semantics.flow.uniformity.functions import analyse_function
from opencl_ls.settings.model import DEFAULT

PROGRAM = """\
void meet(int deep) { if (deep) work_group_barrier(CLK_LOCAL_MEM_FENCE); }
kernel void quiet(global int *g) { g[get_global_id(0)] = 1; }
kernel void straight(int n) { meet(n); }
kernel void bent(int n) { meet(get_local_id(0)); }
"""


@pytest.fixture
def analysed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Record the names of the functions that are analysed."""
    names: list[str] = []

    def recording(info: FunctionInfo, *rest: object) -> object:
        names.append(info.function.name)
        return analyse_function(info, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(functions, "analyse_function", recording)
    return names


def edited(host: Host, old: str, new: str) -> list[str]:
    """Replace a piece of the text and return the codes that are reported then."""
    at = host.analysis("main.cl").text.index(old)
    host.edit("main.cl", at, at + len(old), new)
    return codes(host)


def codes(host: Host) -> list[str]:
    return [each.code for each in host.analysis("main.cl").findings if each.severity <= 2]


def test_functions_without_a_barrier_are_not_looked_at(analysed: list[str]) -> None:
    host = Host(MemorySources({}))
    host.open("main.cl", PROGRAM, DEFAULT)
    assert "barrier/in-divergent-call" in codes(host)
    assert sorted(analysed) == ["bent", "meet", "straight"]


def test_an_edit_costs_the_function_alone(analysed: list[str]) -> None:
    host = Host(MemorySources({}))
    host.open("main.cl", PROGRAM, DEFAULT)
    codes(host)
    analysed.clear()
    edited(host, "= 1;", "= 2;")
    assert analysed == []
    edited(host, "meet(n)", "meet(n + 1)")
    assert analysed == ["straight"]


def test_an_edit_of_a_called_function_reaches_its_callers(analysed: list[str]) -> None:
    host = Host(MemorySources({}))
    host.open("main.cl", PROGRAM, DEFAULT)
    codes(host)
    analysed.clear()
    assert "barrier/in-divergent-call" not in edited(host, "if (deep) ", "")
    assert sorted(analysed) == ["bent", "meet", "straight"]
    assert "barrier/in-divergent-call" in edited(host, "{ work_group", "{ if (deep) work_group")


def test_an_edit_is_seen_through_a_function_between(analysed: list[str]) -> None:
    host = Host(MemorySources({}))
    text = PROGRAM.replace(
        "kernel void quiet", "void between(int a) { meet(a); }\nkernel void quiet"
    )
    host.open("main.cl", text.replace("{ meet(get", "{ between(get"), DEFAULT)
    assert "barrier/in-divergent-call" in codes(host)
    assert "barrier/in-divergent-call" not in edited(host, "if (deep) ", "")
    assert "barrier/in-divergent-call" in edited(host, "{ work_group", "{ if (deep) work_group")
    analysed.clear()
    edited(host, "= 1;", "= 2;")
    assert analysed == []


def test_the_trace_leads_from_the_call_to_the_value() -> None:
    text = (
        "kernel void k(global int *g, int n) {\n"
        "    int i = get_global_id(0);\n"
        "    if (g[i] >= n) return;\n"
        "    work_group_barrier(CLK_GLOBAL_MEM_FENCE);\n"
        "}\n"
    )
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    (finding,) = host.analysis("main.cl").findings
    shown = [text[each.place.start : each.place.end] for each in finding.related]
    assert shown == ["g[i] >= n", "return;", "g[i]", "get_global_id(0)"]


def test_endless_and_irreducible_bodies_come_to_an_end() -> None:
    text = (
        "kernel void k(int n) {\n"
        "a: if (n) goto b;\n"
        "   work_group_barrier(CLK_LOCAL_MEM_FENCE);\n"
        "b: n--; if (n > 5) goto a;\n"
        "   for (;;) { work_group_barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "}\n"
    )
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    found = [each.code for each in host.analysis("main.cl").findings]
    assert not [code for code in found if code.startswith("barrier/") and "divergent" in code]


def test_a_recursive_function_comes_to_an_end() -> None:
    text = (
        "void down(int n) { work_group_barrier(CLK_LOCAL_MEM_FENCE); if (n) down(n - 1); }\n"
        "kernel void k(void) { down(get_local_id(0)); }\n"
    )
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    assert "function/recursion" in codes(host)


def test_a_long_chain_of_calls_comes_to_an_end() -> None:
    chain = "".join(f"int f{i}(int x) {{ return f{i - 1}(x); }}\n" for i in range(1, 3000))
    text = (
        f"int f0(int x) {{ return x; }}\n{chain}"
        "kernel void k(void) { if (f2999(get_local_id(0))) barrier(CLK_LOCAL_MEM_FENCE); }\n"
    )
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    assert "barrier/divergent" not in codes(host)


def test_the_size_that_a_caller_requires_counts_in_what_it_calls() -> None:
    host = Host(MemorySources({}))
    host.open(
        "main.cl",
        "void meet(void) { if (get_local_id(0) < 64) work_group_barrier(CLK_LOCAL_MEM_FENCE); }\n"
        "kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(void) { meet(); }\n",
        DEFAULT,
    )
    assert codes(host) == []
    assert edited(host, "(64, 1, 1)", "(96, 1, 1)") == ["barrier/divergent"]
    assert edited(host, "(96, 1, 1)", "(64, 1, 1)") == []


@pytest.mark.parametrize(
    ("condition", "fact", "is_met"),
    [
        ("get_global_id(0) >= n", ("==", ("global size", 0)), True),
        ("get_global_id(0) >= n", (MULTIPLE, ("local size", 0)), True),
        ("get_global_id(0) >= n", (MULTIPLE, ("constant", 64)), False),
        ("get_local_id(0) >= n", (">=", ("local size", 0)), True),
        ("get_local_id(0) >= n", (">", ("local size", 0)), True),
        ("get_local_id(0) >= n", ("<=", ("local size", 0)), False),
        ("get_local_id(0) + n < 1", (">=", ("constant", 1)), True),
        ("get_local_id(0) + n < 1", ("<", ("constant", 1)), False),
    ],
)
def test_an_assumed_fact_about_an_argument_makes_exits_uniform(
    monkeypatch: pytest.MonkeyPatch,
    condition: str,
    fact: tuple[str, tuple[str, int]],
    is_met: bool,
) -> None:
    def assuming(info: FunctionInfo, *rest: object) -> object:
        info.assumed = (AssumedFact(0, *fact),)
        return analyse_function(info, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(functions, "analyse_function", assuming)
    host = Host(MemorySources({}))
    body = f"if ({condition}) return; work_group_barrier(CLK_LOCAL_MEM_FENCE);"
    host.open("main.cl", f"kernel void k(int n) {{ {body} }}", DEFAULT)
    assert ("barrier/after-divergent-exit" not in codes(host)) is is_met
