"""The Omega test against trying every point."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opencl_ls.semantics.presburger.omega import Row, TooHardError, solve

BOX = 4
"""The variables of the systems that are made lie between minus this and this."""


@st.composite
def systems(draw: st.DrawFn) -> tuple[int, list[Row], list[Row]]:
    """Make a system over one to three variables in the box."""
    width = draw(st.integers(1, 3))
    row = st.tuples(*[st.integers(-6, 6)] * width, st.integers(-12, 12))
    return width, draw(st.lists(row, max_size=2)), draw(st.lists(row, max_size=5))


def bounds(width: int) -> list[Row]:
    """Return the inequalities of the box."""
    unit = [tuple(int(at == each) for each in range(width)) for at in range(width)]
    return [(*(sign * each for each in row), BOX) for row in unit for sign in (1, -1)]


def value(row: Row, point: tuple[int, ...]) -> int:
    """Return the sum of a row at a point."""
    return sum(a * x for a, x in zip(row, point, strict=False)) + row[-1]


@given(systems())
def test_a_solution_is_found_where_there_is_one(system: tuple[int, list[Row], list[Row]]) -> None:
    """The answer is that of trying every point, and a solution fulfils every row."""
    width, equal, least = system

    def fulfils(point: tuple[int, ...]) -> bool:
        return all(not value(row, point) for row in equal) and all(
            value(row, point) >= 0 for row in least
        )

    try:
        found = solve(width, equal, [*least, *bounds(width)])
    except TooHardError:
        return
    points = product(range(-BOX, BOX + 1), repeat=width)
    assert (found is not None) == any(map(fulfils, points))
    assert found is None or (fulfils(tuple(found)) and max(map(abs, found)) <= BOX)


@pytest.mark.parametrize(
    ("equal", "least", "expected"),
    [
        # 3x + 5y = 1 has solutions, 4x + 6y = 1 has none.
        ([(3, 5, -1)], [], True),
        ([(4, 6, -1)], [], False),
        # The reals have a solution, the integers none: 27 <= 11x + 13y <= 45, -10 <= 7x - 9y <= 4.
        ([], [(11, 13, -27), (-11, -13, 45), (7, -9, 10), (-7, 9, 4)], False),
        # Unbounded on one side.
        ([], [(2, -3, 100)], True),
    ],
)
def test_known_systems(equal: list[Row], least: list[Row], expected: object) -> None:
    """Systems whose answers are known, one of them from the paper."""
    assert (solve(2, equal, least) is not None) is expected


def test_a_hard_question_ends() -> None:
    """A limit ends the search, and is told from an answer."""
    with pytest.raises(TooHardError):
        solve(2, [], [(11, 13, -27), (-11, -13, 45), (7, -9, 10), (-7, 9, 4)], limit=2)
