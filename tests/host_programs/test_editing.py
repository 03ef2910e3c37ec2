"""An edit in the text of a literal gives the same programs as reading the host again."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.host_programs.editing import edited, moved
from opencl_ls.host_programs.kernels import programs
from opencl_ls.host_programs.languages import SUFFIXES

HOSTS = {
    ".py": (
        'a = """kernel void f(global int *a) { a[0] = 1 % 2; } """ % name\n'
        "b = f'kernel void g(global {kind} *a) {{ a[0] = {value}; }} '; use(b)\n"
        'c = ("kernel void h(global int *a) {\\n"  # a comment\n'
        '     "  a[0] = 1;\\n"\n     "}\\n"); use(c)\n'
    ),
    ".c": (
        "const char *a = \"kernel void f(global int *a) { a[0] = '\\\\0'; } \";\n"
        'const char *b[] = {"kernel void g() {", "  int x = {1}; ", "  int y; ", "} "};\n'
        "const char *c = STRING(kernel void h(global int *a) { a[0] = 1; } );\n"
        'use(a, b, c); s << "kernel void i(global " << kind << " *a) {" << "} ";\n'
    ),
}


@st.composite
def edits(draw: st.DrawFn) -> tuple[str, str, int, int, str]:
    suffix = draw(st.sampled_from(sorted(HOSTS)))
    text = HOSTS[suffix]
    start = draw(st.integers(0, len(text)))
    end = min(len(text), start + draw(st.integers(0, 3)))
    new = draw(st.sampled_from(["", " ", "x", "1", "kernel", "__kernel ", ";", "[2]", "a, b", "("]))
    return suffix, text, start, end, new


@given(edits())
def test_the_programs_are_those_of_the_new_text(edit: tuple[str, str, int, int, str]) -> None:
    suffix, text, start, end, new = edit
    found = edited(programs(text, SUFFIXES[suffix]), text, start, end, new)
    assert found is None or found == programs(text[:start] + new + text[end:], SUFFIXES[suffix])


def test_a_key_in_a_program_reads_nothing_again() -> None:
    for suffix, text in HOSTS.items():
        at = text.index("void f") + len("void f")
        assert edited(programs(text, SUFFIXES[suffix]), text, at, at, "x") is not None


def test_a_program_moves_as_a_whole() -> None:
    for suffix, text in HOSTS.items():
        before, after = programs(text, SUFFIXES[suffix]), programs(f"\n\n{text}", SUFFIXES[suffix])
        assert [moved(each, 2) for each in before] == after
        assert len(before) > 2
