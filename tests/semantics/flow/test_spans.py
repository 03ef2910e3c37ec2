"""Spans against numbers: facts about all work-items hold for those of small groups."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

from hypothesis import assume, given
from hypothesis import strategies as st

from opencl_ls.semantics.constants import sums
from opencl_ls.semantics.flow.uniformity import spans

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.semantics.flow.uniformity.spans import Span

SIZES: Final = (1, 2, 3, 4, 7, 8)
SAME: Final = range(6)
"""The values of what is the same for all work-items."""

SIZE: Final = sums.unknown("size 0")
LEAVES: Final[dict[str, Span]] = {
    "id": spans.below(SIZE),
    "global": spans.below(SIZE, SIZE),
    "size": spans.point(SIZE),
    "same": spans.ANY,
    **{str(number): spans.point(sums.known(number)) for number in (0, 1, 2, 3, 4, 8, 16)},
}
OPERATORS: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
RELATIONS: Final[dict[str, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}

Tree = str | tuple[str, "Tree", "Tree"]

trees = st.recursive(
    st.sampled_from(sorted(LEAVES)),
    lambda inner: st.tuples(st.sampled_from(sorted(OPERATORS)), inner, inner),
    max_leaves=6,
)


def span_of(tree: Tree) -> Span | None:
    """Return the span that the analysis gives an expression."""
    if isinstance(tree, str):
        return LEAVES[tree]
    left, right = span_of(tree[1]), span_of(tree[2])
    if left is None or right is None:
        return None
    return spans.combined(tree[0], left, right, is_counted=tree[1] in ("id", "global"))


def value(tree: Tree, names: dict[str, int]) -> int:
    """Return the number that an expression has."""
    if isinstance(tree, str):
        return names[tree] if tree in names else int(tree)
    left, right = value(tree[1], names), value(tree[2], names)
    # Below 0, and for shifts that are too far, C rounds another way or leaves it open.
    if tree[0] in ("/", "%", "&", "<<", ">>"):
        assume(left >= 0 and right >= 0)
    assume(right > 0 if tree[0] in ("/", "%") else right < 32 or tree[0] not in ("<<", ">>"))
    return OPERATORS[tree[0]](left, right)


def items(size: int, same: int) -> list[dict[str, int]]:
    """Return the values of the names for each work-item of a group."""
    return [
        {"id": number, "global": same * size + number, "size": size, "same": same}
        for number in range(size)
    ]


@given(trees, st.sampled_from(sorted(RELATIONS)), trees)
def test_settled_comparisons_come_out_alike(left: Tree, relation: str, right: Tree) -> None:
    """A comparison that is called settled has one outcome in each group."""
    own, other = span_of(left), span_of(right)
    if own is None or other is None or not spans.is_settled(relation, own, other):
        return
    for size in SIZES:
        for same in SAME:
            found = {
                RELATIONS[relation](value(left, names), value(right, names))
                for names in items(size, same)
            }
            assert len(found) == 1


@given(trees)
def test_numbers_lie_in_their_span(tree: Tree) -> None:
    """All work-items of a group have numbers between the ends, from one multiple of the step on."""
    span = span_of(tree)
    if span is None:
        return
    for size in SIZES:
        for same in SAME:
            low, high, step = (_number(each, size) for each in (span.low, span.high, span.step))
            found = [value(tree, names) for names in items(size, same)]
            # The last multiple from which on the least of them is still in the span.
            start = (min(found) - low) // step * step if step else 0
            starts = range(start, min(found) - high - 1, -step) if step else [0]
            assert any(start + low <= min(found) and max(found) <= start + high for start in starts)


def _number(value: sums.Sum, size: int) -> int:
    return sum(factor * size ** len(product) for product, factor in value.items())


def test_something_is_settled() -> None:
    """The tests above are of something: a tile of a group is, a tile of half of it is not."""
    tile = span_of(("+", "id", ("*", "same", "size")))
    bound = span_of(("*", "same", "size"))
    half = span_of(("*", "same", "2"))
    assert tile is not None
    assert bound is not None
    assert half is not None
    assert spans.is_settled("<", tile, bound)
    assert not spans.is_settled("<", tile, half)
    assert not spans.is_settled("<=", tile, bound)
