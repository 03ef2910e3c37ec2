"""The launch that a kernel is made for, as far as its text speaks of it."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.flow.uniformity.definitions import required_sizes
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.uses import keeper, uses
from opencl_ls.semantics.memory.interleaving.launch import Launch
from opencl_ls.semantics.memory.interleaving.terms import ROUND
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.semantics.memory.interleaving.accesses import Access
    from opencl_ls.semantics.memory.interleaving.launch import Sizes
    from opencl_ls.semantics.memory.interleaving.results import Assumptions, Interval
    from opencl_ls.semantics.memory.interleaving.summaries import Definition
    from opencl_ls.semantics.memory.interleaving.terms import Unknown
    from opencl_ls.semantics.model import CallSite, ItemModel

_LINEAR: Final = {
    "get_local_linear_id": "get_local_id",
    "get_global_linear_id": "get_global_id",
}
_IDS: Final = ("get_local_id", "get_global_id", "get_group_id")
_USUAL: Final = {0: 1, 1: 64, 2: 16, 3: 8}
"""The size of a group in each dimension, for the number of dimensions."""
_BOUNDS: Final = frozenset(("<", "<=", ">", ">="))
_LARGEST: Final = {0: 1, 1: 256, 2: 16, 3: 8}
"""The largest size that an array of local memory suggests."""
_WIDEST: Final = 64
"""The longest row of a two-dimensional group that is believed."""
_MULTIPLE: Final = 16
"""Sizes of groups above it are multiples of it."""
_MOST: Final = 1024
"""The largest size of a group that is believed."""


def first_launch(
    definition: Definition, models: Sequence[ItemModel], assumptions: Assumptions
) -> Launch:
    """Return the launch that is known or required, or a usual one.

    `models` are the items of the kernel and of the functions that it calls.
    """
    asked = _dimensions(models)
    items = asked["get_local_id"] | asked["get_global_id"]
    required = required_sizes(definition.model, definition.function)
    guessed: set[int] = set()
    sizes: Sizes
    if assumptions.local_size is not None:
        sizes = assumptions.local_size
    elif required is not None:
        sizes = required[0], required[1], required[2]
    else:
        # A kernel that asks for its place in the group has groups in these dimensions.
        meant = asked["get_local_id"] or items
        suggested = _suggested_size(definition.model, len(meant))
        usual = suggested or _USUAL[len(meant)]
        one, two, three = (usual if each in meant else 1 for each in range(3))
        sizes = one, two, three
        guessed = set() if suggested else meant
    known = assumptions.num_groups
    counts = None if known is None else dict(enumerate(known))
    is_certain = assumptions.local_size is not None or required is not None
    # Those of a known size are there, also where the kernel does not ask for their ids.
    given = {each for each, size in enumerate(sizes) if is_certain and size > 1}
    return Launch(
        items | asked["get_group_id"] | given,
        sizes,
        counts,
        guessed=frozenset(guessed),
        is_certain=is_certain,
        for_groups=asked["get_global_id"] | asked["get_group_id"],
    )


def _dimensions(models: Sequence[ItemModel]) -> dict[str, set[int]]:
    """Return for each kind of id the dimensions in which items ask for it."""
    found: dict[str, set[int]] = {each: set() for each in _IDS}
    for model in models:
        constants = fixed_values(model)
        # The ids in a block that is enqueued are those of another launch.
        enqueues = any(site.callee == "enqueue_kernel" for site in model.calls)
        for site in model.calls:
            if site.in_block and enqueues:
                continue
            name = builtin_name(model, site.call)
            if name in _LINEAR:
                found[_LINEAR[name]].add(0)
            elif name in _IDS and site.call.arguments:
                dimension = constants.integer(site.call.arguments[0])
                if dimension is not None and 0 <= dimension <= 2 and not _is_bounded(model, site):
                    found[name].add(dimension)
    return found


def _is_bounded(model: ItemModel, site: CallSite) -> bool:
    """Tell whether an id is compared with bounds alone: the kernel is for one of that dimension."""
    variable = keeper(model, site.call)
    places: Sequence[r.Record] = [site.call] if variable is None else uses(model, variable)
    above = [model.use_of(each)[1] for each in places]
    return all(isinstance(each, r.Binary) and each.operator.text in _BOUNDS for each in above)


def _suggested_size(model: ItemModel, dimensions: int) -> int:
    """Return the size in each dimension that arrays of local memory suggest, 0 for none."""
    extents: list[int] = []
    for symbol in model.declared.values():
        if isinstance(symbol, Variable) and t.object_space(symbol.type) == t.LOCAL:
            extents += _extents(symbol.type.type)
    rounded = [1 << (each.bit_length() - 1) for each in extents if each > 1]
    fitting = [each for each in rounded if each <= _LARGEST[dimensions]]
    return min(fitting, default=0)


def _extents(kind: t.Type) -> list[int]:
    """Return the lengths of an array and of the arrays in it."""
    if isinstance(kind, t.ArrayType):
        return [*([] if kind.size is None else [kind.size]), *_extents(kind.element.type)]
    if isinstance(kind, t.AggregateType):
        return [size for each in kind.members or () for size in _extents(each.type.type)]
    return []


def meant_launch(
    launch: Launch, intervals: Sequence[Interval], steps: dict[Unknown, int]
) -> Launch:
    """Return the launch for which a kernel is made, by the accesses of a run in another.

    A loop from `l` by 32 is for groups of 32; so are `g * 32 + l`, and rows `l1 * 32 + l0`.
    """
    sizes = dict.fromkeys(launch.dimensions, 0)
    accesses = [each for interval in intervals for each in interval.accesses]
    # What is said of local memory is said of the group.
    accesses.sort(key=lambda each: each.space != t.LOCAL)
    for dimension, item in zip(launch.dimensions, launch.locals, strict=True):
        if 1 < steps.get(item, 0) <= _MOST:
            sizes[dimension] = steps[item]
    said = [*chain.from_iterable(_said_by(launch, each) for each in accesses)]
    said += _said_by_copies(launch, accesses)
    for dimension, size in said:
        if not sizes[dimension]:
            sizes[dimension] = size
    limits = _limits(launch, accesses)
    rows = _rows(launch, accesses)
    if launch.is_certain:
        one, two, three = launch.sizes
    else:
        one, two, three = (
            min(sizes.get(each) or size, limits.get(each, _MOST))
            for each, size in enumerate(launch.sizes)
        )
    columns = _columns(launch, (one, two, three), accesses)
    counts = [
        steps.get(group, 0) or rows or columns.get(each, 0)
        for each, group in zip(launch.dimensions, launch.groups, strict=True)
    ]
    if (one, two, three) == launch.sizes and not any(counts):
        return launch
    return Launch(
        launch.dimensions,
        (one, two, three),
        {**dict(zip(launch.dimensions, counts, strict=True)), **(launch.num_groups_known or {})},
        guessed=_guessed(launch, sizes),
        is_certain=launch.is_certain,
        for_groups=launch.for_groups,
    )


def _guessed(launch: Launch, said: dict[int, int]) -> frozenset[int]:
    """Return the dimensions of which the size is a guess after what accesses have said.

    A row whose length is no usual size of a group may be for a smaller one.
    """
    if launch.is_certain:
        return frozenset()
    unusual = {each for each, size in said.items() if size > _MULTIPLE and size % _MULTIPLE}
    return frozenset(each for each in launch.guessed if not said.get(each)) | unusual


def _columns(launch: Launch, sizes: Sizes, accesses: Sequence[Access]) -> dict[int, int]:
    """Return the numbers of groups that fill a row of a known length.

    `data[y * 512 + x]` is for launches in which `x` is less than 512.
    """
    found: dict[int, int] = {}
    for access in accesses:
        factors = [access.offset.factors.get(each, 0) for each in launch.locals]
        for dimension, one in zip(launch.dimensions, factors, strict=True):
            lengths = [_ratio(each, one) for each in factors if each > one]
            count = min(lengths, default=0) // sizes[dimension]
            if access.space == t.GLOBAL and count:
                found[dimension] = min(found.get(dimension, count), count)
    return found


def _rows(launch: Launch, accesses: Sequence[Access]) -> int:
    """Return the number of groups of a launch with one dimension that fills rows, 0 for others.

    `data[id + round * 4096]` is for a launch of 4,096 work-items.
    """
    if len(launch.dimensions) != 1:
        return 0
    for access in accesses:
        factors = access.offset.factors
        whole = factors.get(launch.groups[0], 0)
        for unknown, factor in factors.items():
            if unknown.scope == ROUND and whole and _ratio(factor, whole) > 1:
                return _ratio(factor, whole)
    return 0


def _limits(launch: Launch, accesses: Sequence[Access]) -> dict[int, int]:
    """Return the sizes beyond which work-items would be outside an array of local memory."""
    found: dict[int, int] = {}
    for access in accesses:
        layout = layout_of(access.symbol.type)
        is_array = isinstance(access.symbol.type.type, t.ArrayType)
        factors = access.offset.factors
        if access.space != t.LOCAL or layout is None or not is_array or access.path:
            continue
        for dimension, item in zip(launch.dimensions, launch.locals, strict=True):
            factor = factors.get(item, 0)
            if factor > 0 and len(factors) == 1:
                last = (layout[0] - access.size - access.offset.constant) // factor
                limit = max(last + 1, 1)
            else:
                limit = _limit_by_rows(access, item, layout[0])
            if limit:
                found[dimension] = min(found.get(dimension, _MOST), limit)
    return found


def _limit_by_rows(access: Access, item: Unknown, size: int) -> int:
    """Return how many work-items stay in their row of an array of `size` bytes, 0 if not known.

    The same holds for the rows, if the index of the row is that of the work-item.
    """
    kind = access.symbol.type.type
    inner = layout_of(kind.element) if isinstance(kind, t.ArrayType) else None
    row = 0 if inner is None or inner[0] == access.size else inner[0]
    factors = access.offset.factors
    factor = factors.get(item, 0)
    if not row or factor <= 0:
        return 0
    is_column = factor % row > 0
    along = [unknown for unknown, each in factors.items() if (each % row > 0) == is_column]
    if along != [item]:
        return 0
    constant = access.offset.constant
    if not is_column:
        return max((size - row - (constant - constant % row)) // factor + 1, 1)
    limit = max((row - access.size - constant % row) // factor + 1, 1)
    # A row often has one element more than work-items, so that columns are in different banks.
    return limit - limit % 2 if limit > 1 else limit


def halved(launch: Launch) -> Launch | None:
    """Return a launch with half the size where the size is guessed, None where none is."""
    if not launch.guessed:
        return None
    one, two, three = (
        size // 2 if each in launch.guessed else size for each, size in enumerate(launch.sizes)
    )
    return Launch(
        launch.dimensions,
        (one, two, three),
        launch.num_groups_known,
        for_groups=launch.for_groups,
    )


def _said_by(launch: Launch, access: Access) -> Iterator[tuple[int, int]]:
    """Yield dimensions and the sizes that the index of an access has for them."""
    rows: dict[Unknown | None, dict[Unknown, int]] = {}
    for unknown, factor in access.offset.factors.items():
        part, length = unknown.product or (unknown, None)
        rows.setdefault(length, {})[part] = factor
    for factors in rows.values():
        for dimension, item, group in zip(
            launch.dimensions, launch.locals, launch.groups, strict=True
        ):
            size = _ratio(factors.get(group, 0), factors.get(item, 0))
            if size == launch.sizes[dimension]:
                # An index by the global id says what is known of the launch already.
                continue
            if group not in factors:
                size = _filled_row(launch, access, factors, item)
            if 1 < size <= _MOST:
                yield dimension, size
        ordered = sorted(
            (factors[item], dimension)
            for dimension, item in zip(launch.dimensions, launch.locals, strict=True)
            if factors.get(item, 0) > 0
        )
        for (one, dimension), (whole, _) in pairwise(ordered):
            width = _ratio(whole, one)
            if 1 < width <= _WIDEST and not width & (width - 1):
                yield dimension, width


def _filled_row(launch: Launch, access: Access, factors: dict[Unknown, int], item: Unknown) -> int:
    """Return the length of the row that each round of a loop fills, 0 for none."""
    rounds = [factor for unknown, factor in factors.items() if unknown.scope == ROUND]
    lengths = [_ratio(each, factors.get(item, 0)) for each in rounds]
    if len(launch.dimensions) == 1:
        return max(lengths, default=0)
    is_local = access.space == t.LOCAL
    return min((each for each in lengths if is_local and 1 < each <= _WIDEST), default=0)


def _said_by_copies(launch: Launch, accesses: Sequence[Access]) -> Iterator[tuple[int, int]]:
    """Yield the sizes that copies of a row for each group have, if work-items have an element."""
    for access in accesses:
        if not access.by_group:
            continue
        for other in accesses:
            if other.symbol is not access.symbol or other.by_group:
                continue
            for dimension, item, group in zip(
                launch.dimensions, launch.locals, launch.groups, strict=True
            ):
                whole, one = access.offset.factors.get(group, 0), other.offset.factors.get(item, 0)
                if 1 < _ratio(whole, one) <= _MOST:
                    yield dimension, _ratio(whole, one)


def _ratio(whole: int, one: int) -> int:
    """Return how many times a factor is another, 0 where it is no multiple."""
    return whole // one if one > 0 and whole > 0 and not whole % one else 0
