"""Names of built-in types that a body declares for itself; clang takes all of these."""

from __future__ import annotations

import pytest

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower
from opencl_ls.syntax.recovery.hidden_types import as_names


@pytest.mark.parametrize(
    "body",
    [
        "unsigned long ulong = 1; *p = ulong;",
        "int a = 2, float4 = 3; float4++; *p = a + float4;",
        "float2 int8 = (float2)(1, 2); int8.x = 1;",
        "ushort: ; goto ushort;",
        "{ int uint = 1; *p = uint + (uint); } uint other = (uint) 1; *p = other;",
        "for (int size_t = 0; size_t < 3; size_t++) *p += size_t; size_t n = sizeof(size_t);",
        "int *uchar = p, **ulong = &uchar; **ulong = 1;",
        "int uint[2]; uint[0] = 1;",
    ],
)
def test_a_body_may_hide_a_type(body: str) -> None:
    """The rest of the body reads the name as declared, and as a type after its scope."""
    item = lower(f"void f(int *p)\n{{ {body} }}", lambda name: name.isidentifier() and name == "T")
    assert item.problems == ()


def test_names_are_as_they_were_written() -> None:
    """What is inserted for the grammar is visible nowhere."""
    item = lower("void f(int uint) { unsigned long ulong = uint; ulong++; }", lambda _: False)
    assert item.problems == ()
    pending: list[r.Record] = list(item.declarations)
    names = set()
    while pending:
        record = pending.pop()
        if isinstance(record, r.Name):
            names.add(record.name)
        pending.extend(r.children(record))
    assert names == {"uint", "ulong"}


@pytest.mark.parametrize(
    "text",
    [
        "void f(const uint, int, uint *, float4);",
        "void f(uint n) { uint m = (uint) n; g(n, (uint)m); }",
        "void f(global uint *p, const uint n) { p[n] = sizeof(uint); }",
        "void f(void) { return uint; }",
        "",
    ],
)
def test_types_stay_types(text: str) -> None:
    """Where a name is used only as a type there is nothing to do."""
    assert as_names(text) is None
