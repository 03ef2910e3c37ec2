"""Depth and length: what is deep is refused, what is long is cheap, and nothing raises."""

from __future__ import annotations

import pytest

from opencl_ls.analysis import Host
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT


def codes(text: str) -> list[str]:
    """Return the codes of the findings in a text."""
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    return [finding.code for finding in host.snapshot("main.cl").findings]


@pytest.mark.parametrize(
    ("opening", "closing"), [("{", "}"), ("(", ")"), ("[", "]"), ("if (a) {", "}"), ("^{", "}")]
)
@pytest.mark.parametrize("closed", [True, False])
def test_depth_bombs(opening: str, closing: str, closed: bool) -> None:
    """Five thousand brackets, closed or not, are a finding."""
    text = "void f(int a) { " + opening * 5000 + (closing * 5000 + " }" if closed else "")
    assert codes(text)


def test_a_deep_but_sensible_chain_is_read() -> None:
    """Two hundred `else if` are no error."""
    chain = " else ".join(f"if (a == {n}) b = {n};" for n in range(200))
    assert codes(f"void f(int a, int b) {{ {chain} }}") == []


def test_long_sums_are_typed() -> None:
    """A sum of five thousand terms is no deeper than one of two."""
    assert codes("int f(void) { return " + " + ".join(["1"] * 5000) + "; }") == []


def test_structs_that_double() -> None:
    """A struct that holds the one before it twice, sixty times over, is measured at once."""
    structs = "".join(f"struct s{n} {{ struct s{n - 1} a, b; }};\n" for n in range(1, 60))
    text = "struct s0 { int a; };\n" + structs + "kernel void k(struct s59 x) {}\n"
    assert "kernel-arg/size" in codes(text)


@pytest.mark.parametrize(
    "text",
    [
        *("void f(void) " + one * 100_000 for one in ("{", "{^", "({[")),
        *("int a = " + one * 100_000 + "1" for one in ("(", "- ", "(int)", "sizeof ", "1?", "f(")),
        *(one * 100_000 for one in ("{", "(", "/*", '"')),
        "void f(int a) { " + "if (a) ; else " * 100_000 + ";}",
        "struct s { " * 100_000,
        "int " + "*" * 100_000 + "p;",
    ],
    ids=lambda text: text[:24].strip(),
)
def test_a_hundred_thousand(text: str) -> None:
    """What is nested or repeated so often is a finding, and costs seconds at the most."""
    assert codes(text)


@pytest.mark.parametrize("operator", ["+", "*", "|", "&&", "||", "^"])
def test_long_indices_and_conditions_are_followed(operator: str) -> None:
    """The work-items of a group are followed through rows of five thousand operands."""
    row = f" {operator} ".join(["i"] * 5000)
    text = (
        "kernel void k(global int *g, local int *s) { int i = get_local_id(0); s[i] = g[i]; "
        f"if ({row}) g[i] = s[{row}]; barrier({row}); }}"
    )
    assert not [code for code in codes(text) if code.startswith("syntax/")]


@pytest.mark.parametrize("step", ["i *= i;", "i *= n;", "i <<= 31;", "i = i * i + n;"])
def test_values_that_grow_are_given_up(step: str) -> None:
    """An index that is squared thirty times has no value that is worth to be known."""
    text = (
        "kernel void k(global int *g, local int *s, int n) { int i = get_local_id(0) + 2; "
        f"{step * 30} s[i] = g[i]; g[i] = s[i + 1]; }}"
    )
    assert not [code for code in codes(text) if code.startswith("race/")]
