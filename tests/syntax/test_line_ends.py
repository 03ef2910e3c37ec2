"""Lines end with a line feed, a carriage return, or both."""

from __future__ import annotations

import pytest

from opencl_ls.syntax.lower import lower

_BODY = "void f(int a) {%s  // first /* not here%s  a = 1; // second%s  a = 2; /* here */%s}%s"


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_comment_ends_with_its_line(end):
    item = lower(_BODY.replace("%s", end), lambda _: False)
    assert item.problems == ()
    [function] = item.declarations
    assert len(function.body.statements) == 2


def test_line_ends_may_be_mixed():
    item = lower(_BODY % ("\r\n", "\r", "\n", "\r", "\r\n"), lambda _: False)
    assert item.problems == ()
    [function] = item.declarations
    assert len(function.body.statements) == 2
