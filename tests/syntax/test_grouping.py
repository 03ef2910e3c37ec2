"""A name in parentheses is no cast, whatever is around it.

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
# A name in parentheses that is no argument of what precedes it.
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
        ("(a)++ + (b) * 3", "a++ + b * 3"),
        ("(f)(a)++ && b", "f(a)++ && b"),
        ("sizeof -(a) && -(b) < 3", "sizeof -a && -b < 3"),
    ],
)
def test_a_name_in_parentheses_is_the_name(written, meant):
    assert _lowered(written) == _lowered(meant)


def test_types_stay_types():
    assert _lowered("(T) - a") == _lowered("(T)(-a)")
    assert _lowered("(T)(int) - a") == _lowered("(T)((int)(-a))")
    assert _lowered("sizeof ++(T) - a") == _lowered("sizeof(++(T)(-a))")
    assert _lowered("(T)(T)++(a)") == _lowered("(T)((T)(++a))")
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


class _Written:
    """An expression with no more parentheses than C needs, and with all that it may have.

    `level` is how tightly its outermost operator binds: 16 after an operand, 15 before it, 14 for
    casts, 13 to 4 between two, 3 for `?:` and 2 for assignments (C11 6.5).
    """

    def __init__(self, plain: str, full: str, level: int) -> None:
        self.plain, self.full, self.level = plain, full, level

    def inside(self, level: int) -> str:
        """Return how it is written where nothing may bind less than `level`."""
        return self.plain if self.level >= level else f"( {self.plain} )"


_LEVELS = {
    13: "* / %",
    12: "+ -",
    11: "<< >>",
    10: "< > <= >=",
    9: "== !=",
    8: "&",
    7: "^",
    6: "|",
    5: "&&",
    4: "||",
}
# What precedes an operand, its level, and the least one of its operand.
_BEFORE = [
    *((sign, 15, 14) for sign in "-+!~*&"),
    *((sign, 15, 15) for sign in ("++", "--", "sizeof")),
    *((sign, 14, 14) for sign in ("(T)", "(int)")),
]
_PLACES_OF_VALUES = "a b s.m t->m p[a] (b)"


def _written(pick: random.Random, depth: int) -> _Written:
    """Return an expression at random; no commas, which make literals of casts."""
    if depth == 0:
        atom = pick.choice([*_PLACES_OF_VALUES.split(), "3", "f(a)"])
        return _Written(atom, atom, 17)
    inner = _written(pick, depth - 1)
    kind = pick.random()
    if kind < 0.2:
        behind = pick.choice(["++", "--", "[a]", ".m", "->m"])
        return _Written(f"{inner.inside(16)} {behind}", f"( ({inner.full}) {behind} )", 16)
    if kind < 0.45:
        before, level, least = pick.choice(_BEFORE)
        return _Written(f"{before} {inner.inside(least)}", f"( {before} ({inner.full}) )", level)
    other = _written(pick, pick.randrange(depth))
    if kind < 0.8:
        level = pick.choice(list(_LEVELS))
        sign = pick.choice(_LEVELS[level].split())
        plain = f"{inner.inside(level)} {sign} {other.inside(level + 1)}"
        return _Written(plain, f"( ({inner.full}) {sign} ({other.full}) )", level)
    if kind < 0.9:
        last = _written(pick, pick.randrange(depth))
        plain = f"{inner.inside(4)} ? {other.inside(2)} : {last.inside(3)}"
        return _Written(plain, f"( ({inner.full}) ? ({other.full}) : ({last.full}) )", 3)
    sign, place = pick.choice(["=", "+=", "<<=", "|="]), pick.choice(_PLACES_OF_VALUES.split())
    return _Written(f"{place} {sign} {inner.inside(2)}", f"( {place} {sign} ({inner.full}) )", 2)


@pytest.mark.parametrize("seed", range(20))
def test_operators_bind_as_tightly_as_in_c(seed):
    pick = random.Random(seed)
    for _ in range(60):
        written = _written(pick, pick.randint(1, 5))
        shape, problems = _lowered(written.plain)
        assert not problems, written.plain
        assert shape == _lowered(written.full)[0], (written.plain, written.full)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("-a = b", "(-a) = b"),
        ("!a + b = c = 1", "(!a + b) = (c = 1)"),
        ("a == b = 1, a = b", "((a == b) = 1), (a = b)"),
        ("(T)a = b", "((T)a) = b"),
        ("sizeof a |= b", "(sizeof a) |= b"),
        ("c ? a : b = 1", "(c ? a : b) = 1"),
        ("(T)-a = b", "((T)-a) = b"),
    ],
)
def test_what_is_assigned_is_all_before_the_sign(written, meant):
    """C's grammar has none of these; the rule about assignable expressions reports the error."""
    assert _lowered(written) == _lowered(meant)
