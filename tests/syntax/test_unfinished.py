"""Lines that break off: what is put in, and what is left alone."""

from __future__ import annotations

import pytest

from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.slips import EXPRESSION, LITERAL, PARENTHESIS, SEMICOLON
from opencl_ls.syntax.unfinished import finished

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
        ("a[4] = x", SEMICOLON, ";"),
        ("a[4]++", SEMICOLON, ";"),
        ("return", SEMICOLON, ";"),
        ("a[4] =", EXPRESSION, "$;"),
        ("a[4] = min(n,", EXPRESSION, "$);"),
        ("a[4] = min(n, n", PARENTHESIS, ");"),
        ("a[n", PARENTHESIS, "];"),
        ("a[4] = fma(a[n + (2 *", EXPRESSION, "$)]);"),
        ("a[4] = (int", PARENTHESIS, ")$;"),
        ("a[4] = min(n, (const int *", PARENTHESIS, ")$);"),
        ("const float4", SEMICOLON, ";"),
        ('a[4] = x; "', LITERAL, '";'),
        ('printf("x', LITERAL, '");'),
        ("a[4] = 'x", LITERAL, "';"),
    ],
)
def test_one_line_breaks_off(line: str, kind: str, put_in: str) -> None:
    """Of all the lines that go on in the next one none is taken for one that breaks off."""
    behind = "       " if kind == LITERAL else "       // and why"
    text = WHOLE.replace("HERE", line + behind)
    made = finished(text)
    assert made is not None
    mended, (repair,) = made
    end = text.index(line + behind) + len(line)
    assert repair.kind == kind
    assert repair.end == end
    assert mended[end:].startswith(put_in)
    assert len(mended) == len(text)
    item = lower(text, lambda name: name == "real")
    assert item.problems == ()
    assert [str(each) for each in item.repairs] == [str(repair)]


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
def test_what_cannot_be_told_is_left_alone(text: str) -> None:
    """Brackets that do not pair, other scopes, and what has no room."""
    assert finished(text) is None
