"""Unfinished lines: what is inserted, and what is left alone."""

from __future__ import annotations

import pytest

from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.recovery.unfinished import finished

WHOLE = """kernel void scale(global float *a, int n) {
    real
        x = a[0];
    const real
        y = 1, z = 2;
    struct s
        pair;
    global float *
        const behind = a;
    a[0] = // the first
        x
        + 1;
    a[1] = min(n,
        (int) x);
    float2 both = (float2)(
        x,
        2);
    int list[] = {1,
        2
    };
    if (n)
        a[2] = behind[0];
    else
        a[3] = 1;
    do
        n++;
    while (n < 3);
    __attribute__((opencl_unroll_hint(4)))
    for (int i = 0;
         i < n;
         i++)
        a[i] = x /* so much */;
    switch (n) {
    case 1:
        return;
    default:
        break;
    }
    HERE
}
"""


@pytest.mark.parametrize(
    ("line", "kind", "put_in"),
    [
        ("a[4] = x", SyntaxProblemKind.SEMICOLON, ";"),
        ("a[4]++", SyntaxProblemKind.SEMICOLON, ";"),
        ("return", SyntaxProblemKind.SEMICOLON, ";"),
        ("a[4] =", SyntaxProblemKind.OPERAND, "$;"),
        ("a[4] = min(n,", SyntaxProblemKind.OPERAND, "$);"),
        ("a[4] = min(n, n", SyntaxProblemKind.PARENTHESIS, ");"),
        ("a[n", SyntaxProblemKind.PARENTHESIS, "];"),
        ("a[4] = fma(a[n + (2 *", SyntaxProblemKind.OPERAND, "$)]);"),
        ("a[4] = (int", SyntaxProblemKind.PARENTHESIS, ")$;"),
        ("a[4] = min(n, (const int *", SyntaxProblemKind.PARENTHESIS, ")$);"),
        ("const float4", SyntaxProblemKind.SEMICOLON, ";"),
        ('a[4] = x; "', SyntaxProblemKind.LITERAL, '";'),
        ('printf("x', SyntaxProblemKind.LITERAL, '");'),
        ("a[4] = 'x", SyntaxProblemKind.LITERAL, "';"),
    ],
)
def test_one_line_breaks_off(line: str, kind: SyntaxProblemKind, put_in: str) -> None:
    """Of all the lines that go on in the next one none is taken for one that breaks off."""
    behind = "       " if kind is SyntaxProblemKind.LITERAL else "       // and why"
    text = WHOLE.replace("HERE", line + behind)
    made = finished(text)
    assert made is not None
    edited, (problem,) = made
    end = text.index(line + behind) + len(line)
    assert problem.kind is kind
    assert problem.end == end
    assert edited[end:].startswith(put_in)
    assert len(edited) == len(text)
    item = lower(text, lambda name: name == "real")
    assert item.problems == ()
    assert [str(each) for each in item.recovered] == [str(problem)]


def test_what_is_whole_is_left_alone() -> None:
    """There is nothing to put in where all lines end as they should."""
    assert finished(WHOLE.replace("HERE", "")) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "}",
        "void f(void) {\n a = (1;\n}",
        "void f(void) {\n a = 1\n b = 2;\n",
        "void f(void) {\n a = 1]\n return;\n}",
        "int a\nint b;",
        "void f(void) {\n a = /* open\n return;\n}",
        "void f(void) {\n a = \\\n return;\n}",
        "void f(void) {\n a =\treturn;\n}",
        "struct s {\n int a\n int b;\n};",
        "void f(void) {\n for (int i = 0\n return;\n }",
        "void f(void) { a[(((((((((1\n}",
        pytest.param("void f(void) {\n" + "f((\n" * 50_000 + "return;\n}", id="deep"),
    ],
)
def test_what_is_not_certain_is_left_alone(text: str) -> None:
    """Brackets that do not pair, other scopes, and what has no room."""
    assert finished(text) is None
