"""A name in parentheses is no cast, whatever stands around it.

C's grammar alone cannot tell `(a) - b` from `(T) - b`, nor can the generated parser, which settles
on one of both by what comes next: the records must not show it.
"""

from __future__ import annotations

import random
import re

import pytest

from opencl_ls.syntax import records as r
from opencl_ls.syntax.lower import lower

_TYPES = {"T", "T4"}
_ATOMS = (
    "a b (a) (b) (p) 3 p[0] (p[0]) (p[a]) q[1][b] (q[1][b]) s.m (s).m (t)->m f(a) (f)(a) (f(a))"
)
_MORE = "(T)a (T)(a) ((T)(a)) (T)-a (T)*p (int)b (int)(b) (T4)(1,2).x sizeof(a) *p ((T[2]){1,2})[0]"
_PLACES = ("start", "end", "close")
_OPERATORS = "* / % + - << >> < == & ^ | && ||".split()
# A name in parentheses that is no argument of what stands before it.
_NAME_ALONE = re.compile(r"(?<![\w)\]])(\s*)\(\s*([abpst])\s*\)")


def _shape(item: object) -> object:
    """Return what a record says, without places and parentheses."""
    if isinstance(item, r.Parenthesized):
        return _shape(item.inner)
    if isinstance(item, r.Word):
        return item.text
    if isinstance(item, r.Record):
        fields = (name for name in item.__struct_fields__ if name not in _PLACES)
        return (type(item).__name__, *(_shape(getattr(item, name)) for name in fields))
    return tuple(map(_shape, item)) if isinstance(item, tuple) else item


def _lowered(expression: str) -> tuple[object, object]:
    item = lower(f"int k(void) {{ return {expression}; }}", _TYPES.__contains__)
    [function] = item.declarations
    return _shape(function), item.problems


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("a * (p[0]) + b * (p[1])", "a * p[0] + b * p[1]"),
        ("(p[0]) - a * b", "p[0] - a * b"),
        ("(a) && b < 2", "a && b < 2"),
        ("(a) && (b) && f(a) + 1", "a && b && f(a) + 1"),
        ("-(a) + b * 3", "-a + b * 3"),
        ("!(a) && b < 3", "!a && b < 3"),
        ("*(p) - b * 3", "*p - b * 3"),
        ("(int)(a) & b << 2", "(int)a & b << 2"),
        ("(T)(a) + (T)*p", "(T)a + (T)*p"),
        ("-(T)(a) - -(b) * (T)(a) & b", "-(T)a - -b * (T)a & b"),
        ("(f)(a) & b && a << 2", "f(a) & b && a << 2"),
        ("-(f)(a) & (b) && (p)[0] << 2", "-f(a) & b && p[0] << 2"),
        ("++(a) + b * 3", "++a + b * 3"),
    ],
)
def test_a_name_in_parentheses_is_the_name(written, meant):
    assert _lowered(written) == _lowered(meant)


def test_types_stay_types():
    assert _lowered("(T) - a") == _lowered("(T)(-a)")
    assert _lowered("(T (*)[4]) p") != _lowered("p")


def _expression(pick: random.Random, depth: int) -> str:
    kind = pick.random() if depth else 0.0
    if kind < 0.2:
        return pick.choice(f"{_ATOMS} {_MORE}".split())
    if kind < 0.7:
        left, right = _expression(pick, depth - 1), _expression(pick, depth - 1)
        return f"{left} {pick.choice(_OPERATORS)} {right}"
    if kind < 0.9:
        return f"({_expression(pick, depth - 1)})"
    return f"{pick.choice('-+~!')} ({_expression(pick, depth - 1)})"


def _without_parentheses(expression: str) -> str:
    while (plain := _NAME_ALONE.sub(r"\1 \2 ", expression)) != expression:
        expression = plain
    return expression


@pytest.mark.parametrize("seed", range(20))
def test_expressions_at_random(seed):
    pick = random.Random(seed)
    for _ in range(60):
        expression = _expression(pick, pick.randint(2, 5))
        plain = _without_parentheses(expression)
        assert _lowered(expression) == _lowered(plain), (expression, plain)
