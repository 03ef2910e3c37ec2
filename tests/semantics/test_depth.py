"""Depth and length: deep programs are refused, long ones are cheap, and nothing raises."""

from __future__ import annotations

import tracemalloc

import pytest

from opencl_ls.analysis.host import Host
from opencl_ls.features.folding import folds
from opencl_ls.findings import Severity
from opencl_ls.preprocess import MemorySources
from opencl_ls.settings.model import DEFAULT


def codes(text: str) -> list[str]:
    """Return the codes of the findings in a text."""
    host = Host(MemorySources({}))
    host.open("main.cl", text, DEFAULT)
    return [finding.code for finding in host.analysis("main.cl").findings]


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
    assert codes(f"int f(int a, int b) {{ {chain} return b; }}") == []


def test_long_sums_are_typed() -> None:
    """A sum of five thousand terms is no deeper than one of two."""
    assert codes("int f(void) { return " + " + ".join(["1"] * 5000) + "; }") == []


def test_structs_that_double() -> None:
    """A struct that holds the one before it twice, sixty times over, is measured at once."""
    structs = "".join(f"struct s{n} {{ struct s{n - 1} a, b; }};\n" for n in range(1, 60))
    text = "struct s0 { int a; };\n" + structs + "kernel void k(struct s59 x) {}\n"
    assert "kernel-arg/size" in codes(text)


def row(one: str) -> str:
    """Return a hundred thousand bytes of a text in a row."""
    return one * (100_000 // len(one))


@pytest.mark.parametrize(
    "text",
    [
        *("void f(void) " + row(one) for one in ("{", "{^", "({[")),
        *("int a = " + row(one) + "1" for one in ("(", "- ", "(int)", "sizeof ", "1?", "f(")),
        *(row(one) for one in ("{", "(", "/*", '"', "struct s { ")),
        "void f(int a) { " + row("if (a) ; else ") + ";}",
        "int " + row("*") + "p;",
    ],
    ids=lambda text: text[:24].strip(),
)
def test_a_hundred_thousand_bytes(text: str) -> None:
    """Such nesting or repetition is a finding, and costs a second at the most."""
    assert codes(text)


@pytest.mark.parametrize(
    "text",
    [
        "void f(int n) {\n" + "n += ;\n" * 4_000 + "}\n",
        "void f(int n) {\n" + "n = n + 1\n" * 4_000 + "}\n",
        "void f(int n) {\n" + "g(n)\n" * 4_000 + "}\n",
        "'\n" * 4_000,
        "#if 1\n" * 4_000,
        "".join(
            f"void f{n}(void);\nvoid f{n}(void) {{ f{(n + 1) % 1000}(); }}\n" for n in range(1000)
        ),
    ],
    ids=["values", "semicolons", "calls", "quotes", "conditions", "recursion"],
)
def test_four_thousand_faults(text: str) -> None:
    """Faults in rows are reported, or the first of them, and cost a second at the most."""
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


def test_enumerators_that_grow_are_given_up() -> None:
    """Each has twice as many digits as the last, and the hundredth more than there is memory."""
    row = "".join(f", A{n + 1} = A{n} * A{n}\n" for n in range(100))
    assert not codes(
        f"enum {{ A0 = 99999{row} }};\nkernel void k(global int *p) {{ *p = A100; }}\n"
    )
    literal = "0x" + "f" * 100_000
    assert codes(f"enum {{ A = {' * '.join([literal] * 100)} }};\n")


def test_a_chain_of_typedefs_is_cut() -> None:
    """Each type holds all the ones before it; three thousand of them are not written out."""
    for derived in ("*{}", "{}[2]"):
        chain = "typedef int t0;\n" + "".join(
            f"typedef t{n - 1} {derived.format(f't{n}')};\n" for n in range(1, 3000)
        )
        host = Host(MemorySources({}))
        host.open("main.cl", chain + "void f(t2999 a, t9 b) { ***a; *********b = 1; }\n", DEFAULT)
        analysis = host.analysis("main.cl")
        assert not [f for f in analysis.findings if f.severity is Severity.ERROR]
        assert sum(len(symbol.type_text or "") for symbol in analysis.symbols()) < 3_000_000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("constant int a[] = {" + "1," * 100_000 + "};", []),
        (
            "void f(int a) { switch (a) {"
            + "".join(f"case {n}: a = {n}; break;\n" for n in range(4_000))
            + "} }",
            [],
        ),
        ("int a;" + " " * 1_000_000 + "int b;", []),
        ("//" + "x" * 1_000_000 + "\nint a;", []),
        ('constant char s[] = "' + "x" * 10_000_000 + '";', []),
        ("".join(f"int f{n}(int a) {{ return a + {n}; }}\n" for n in range(2_000)), []),
        ("__attribute__((unused)) " * 1000 + "int a;", []),
        ("}\n" * 2000, ["syntax/stray-brace"] * 2000),
    ],
    ids=["numbers", "cases", "blanks", "comment", "text", "functions", "attributes", "braces"],
)
def test_long_and_flat(text: str, expected: list[str]) -> None:
    """Programs that are long and not deep are parsed to the end."""
    assert codes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        'constant char s[] = "' + "x" * 1_000_000 + '";',
        "int a; //" + "x" * 1_000_000 + "\nint b;",
        "int a; /*" + "x" * 1_000_000 + "*/",
        "int " + "x" * 1_000_000 + ";",
        "int a = " + "1" * 1_000_000 + ";",
        "#define A " + "x" * 1_000_000 + "\nint A;",
        "int" + " " * 1_000_000 + "a;",
        "\n" * 1_000_000,
    ],
    ids=["text", "line comment", "comment", "name", "number", "macro", "blanks", "lines"],
)
def test_long_tokens_take_no_more_than_a_few_times_their_size(text: str) -> None:
    """A regular expression that loops for each character takes a hundred bytes for it."""
    codes("int a;")
    tracemalloc.start()
    try:
        codes(text)
        folds(text)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 20 * len(text)
