"""Inputs made to hang or to overflow a preprocessor end quickly, with a finding."""

import pytest

from opencl_ls.preprocess import Headers, MemorySources, Preprocessor, SourceEdit, Unit


def unit_of(text: str, **files: str) -> Unit:
    sources = MemorySources({name.replace("_", "."): body for name, body in files.items()})
    return Preprocessor("m.cl", text, Headers(sources)).unit


def codes(unit: Unit) -> set[str]:
    return {finding.code.removeprefix("preprocessor/") for finding in unit.findings}


def test_macros_that_double() -> None:
    lines = [f"#define A{n} A{n - 1} A{n - 1}\n" for n in range(1, 60)]
    unit = unit_of("#define A0 x\n" + "".join(lines) + "A59;\nA3\n")
    assert codes(unit) == {"expansion-limit"}
    assert unit.text().split()[-8:] == ["x"] * 8


def test_arguments_that_double() -> None:
    unit = unit_of("#define F(x) x x\n" + "F(" * 40 + "1" + ")" * 40 + ";\n")
    assert codes(unit) == {"expansion-limit"}


def test_a_macro_that_is_only_long() -> None:
    """A test's body is made a function for every vector type, by way of several macros."""
    body = "x += (a + b); " * 300
    each = "".join(f" ONE(NAME, BODY, {n})" for n in range(66))
    text = f"#define ONE(NAME, BODY, N) void NAME##N() {{ BODY; }}\n#define ALL(NAME, BODY){each}\n"
    unit = unit_of(f"{text}ALL(f, ({{ {body} }}))\n")
    assert not unit.findings
    assert unit.text().count("x +=") == 66 * 300


_DOUBLING = "#define A0 x\n" + "".join(f"#define A{n} A{n - 1} A{n - 1}\n" for n in range(1, 60))


def test_a_bomb_that_is_used_often() -> None:
    """Each use takes as long as the first: the rest of the text is left as it is."""
    unit = unit_of(_DOUBLING + "A59;\n" * 100)
    assert codes(unit) == {"expansion-limit"}
    assert len(unit.findings) == 4


def test_a_bomb_that_is_used_often_between_directives() -> None:
    unit = unit_of(_DOUBLING + "A59;\n#define B\n" * 100)
    assert codes(unit) == {"expansion-limit"}
    assert len(unit.findings) == 9
    assert "what comes after is left out" in unit.findings[-1].message


def test_pasting_that_doubles() -> None:
    lines = [f"#define A{n}(x) B(A{n - 1}(x))\n" for n in range(1, 60)]
    text = "#define C(x) x##x\n#define B(x) C(x)\n#define A0(x) x\n" + "".join(lines)
    assert codes(unit_of(text + "A59(a)\n")) == {"expansion-limit"}


def test_invocations_nested_deeply() -> None:
    unit = unit_of("#define F(x) x\n" + "F(" * 20000 + "1" + ")" * 20000 + ";\n")
    assert codes(unit) == {"expansion-limit"}


def test_a_long_chain_of_macros() -> None:
    lines = [f"#define A{n} A{n - 1}\n" for n in range(1, 20000)]
    assert unit_of("#define A0 x\n" + "".join(lines) + "A19999;\n").text().split()[-1] == "x;"


def test_unclosed_invocations() -> None:
    unit = unit_of("#define F(x) x\n" + "F(" * 20000)
    assert codes(unit) == {"macro-arguments"}
    assert len(unit.findings) < 100


def test_conditionals_nested_deeply() -> None:
    unit = unit_of("#if 1\n" * 20_000 + "a\n" + "#endif\n" * 20_000)
    assert unit.text().split() == ["a"]
    assert not unit.findings
    unit = unit_of("#if 1\n" * 30_000 + "a\n")
    assert unit.text().split() == ["a"]
    assert codes(unit) == {"unterminated-conditional"}


def test_expressions_nested_deeply() -> None:
    assert codes(unit_of("#if " + "(" * 100_000 + "1\n#endif\n")) == {"expression"}
    assert codes(unit_of("#if " + "!" * 100_000 + "1\n#endif\n")) == set()
    assert codes(unit_of("#if " + "1?" * 100_000 + "1\n#endif\n")) == {"expression"}
    assert codes(unit_of("#if 1 << 99999999999999999999\n#endif\n")) == {"expression"}
    assert codes(unit_of("#if 1 << 9223372036854775807 == 0\n#endif\n")) == set()
    assert codes(unit_of("#if " + "9" * 10_000 + "\n#endif\n")) == {"expression"}


def test_a_header_that_includes_itself() -> None:
    unit = unit_of('#include "a.h"\n', a_h='int a;\n#include "a.h"\n#include "a.h"\n')
    assert codes(unit) == {"include-depth"}
    assert len(unit.findings) == 1
    unit = unit_of('#include "m.cl"\n', m_cl='#include "m.cl"\n')
    assert codes(unit) == {"include-depth"}


def test_headers_in_a_circle() -> None:
    unit = unit_of('#include "a.h"\n', a_h='#include "b.h"\n', b_h='#include "a.h"\n')
    assert codes(unit) == {"include-depth"}


def test_a_header_may_include_itself_for_a_while() -> None:
    header = '#if N < 3\n#undef N\n#define N 3\nint a;\n#include "a.h"\n#endif\n'
    unit = unit_of('#define N 1\n#include "a.h"\n', a_h=header)
    assert not unit.findings
    assert unit.text().split() == ["int", "a;"]


def test_includes_that_fan_out() -> None:
    files = {f"h{n}": f'#include "h{n + 1}"\n' * 2 for n in range(40)}
    unit = unit_of('#include "h0"\n', **files, h40="x\n")
    assert codes(unit) == {"expansion-limit"}
    unit = unit_of('#include "h0"\n', **files, h40="")
    assert codes(unit) == {"expansion-limit"}


def test_a_long_line_and_many_quotes() -> None:
    unit_of("'" * 100_000)
    unit_of('"' * 100_000)
    unit_of("/*" * 100_000)
    unit_of("\\\n" * 100_000)
    unit_of("#" * 100_000)
    unit_of("#define A " + "(" * 100_000 + "\nA A\n")
    unit_of("#define A" + " " * 100_000 + "1" + " " * 100_000 + "\nA" + " " * 100_000 + "\n")
    unit_of("\n/**/" * 50_000 + "#if\n")


def test_headers_that_include_all_others() -> None:
    """Ten headers without guards, each with the other nine, would be read 9 to the 10th times."""
    files = {f"h{n}": "".join(f'#include "h{m}"\n' for m in range(10) if m != n) for n in range(10)}
    assert codes(unit_of('#include "h0"\n', **files)) <= {"include-depth", "expansion-limit"}
    assert codes(unit_of('#include "h0"\n', **files))


def test_a_macro_with_ten_thousand_parameters() -> None:
    names = ",".join(f"p{n}" for n in range(10_000))
    unit = unit_of(f"#define F({names}) p0+p9999\nint a = F({names.replace('p', '1')});\n")
    assert not unit.findings
    assert "10+19999" in unit.text().replace(" ", "")


def test_conditionals_nested_a_hundred_thousand_deep() -> None:
    unit = unit_of("#if 0\n" * 100_000 + "a\n" + "#endif\n" * 100_000 + "b\n")
    assert unit.text().split() == ["b"]
    assert not unit.findings


@pytest.mark.parametrize(
    "files",
    [
        # Each of two hundred reports all below it.
        {"h0": "#one\n" * 6 + 'int a;\n#include "h0"\n'},
        {**{f"h{n}": f'#include "h{n + 1}"\n' * 2 for n in range(40)}, "h40": "int a;\n"},
    ],
)
def test_where_a_unit_is_cut_short(files: dict[str, str]) -> None:
    """It follows only from the text, not from the headers."""
    text = 'int before;\n#include "h0"\nint after;\n'
    warm = Preprocessor("m.cl", text, Headers(MemorySources(files)))
    for edit in (
        SourceEdit(0, 0, "int c;\n"),
        SourceEdit(0, 7, ""),
        SourceEdit(len(text), len(text), "int d;\n"),
    ):
        unit = warm.update(edit)
        cold = Preprocessor("m.cl", unit.source, Headers(MemorySources(files))).unit
        assert 10 < len(cold.pieces) < 10_000
        assert unit.text() == cold.text()
        assert unit.findings == cold.findings
