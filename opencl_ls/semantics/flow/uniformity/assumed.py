"""Facts about the arguments of a kernel that its author vouches for, as values.

`n == get_global_size(0)` makes the exit `if (get_global_id(0) >= n) return;` one that no work-item
takes; so do `n % get_local_size(0) == 0` and `n >= get_local_size(0)` for exits of their kinds.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics.constants import sums
from opencl_ls.semantics.flow.uniformity import sources, spans
from opencl_ls.semantics.flow.uniformity.arithmetic import ARGUMENT, Group, Sizes, span_of
from opencl_ls.semantics.flow.uniformity.values import Value
from opencl_ls.semantics.lookup.assumptions import conditions_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.semantics.constants.sums import Sum
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Function

_FLIPPED: Final = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The relations, each with that of the two sides exchanged."""
_DIMENSIONS: Final = range(3)
_DIMENSION_NAMES: Final = "012xyz"
_GLOBAL_SIZE: Final = re.compile(r"global_?(?:work_?)?size_?(?:dim_?)?([0-2xyz])", re.IGNORECASE)
"""The name of a parameter that is the global size in a dimension."""
MULTIPLE: Final = "%"
"""The relation of a multiple of a quantity."""


class AssumedFact(Struct, frozen=True):
    """The argument for the parameter number `parameter` has a relation to a quantity.

    `relation` is "==", "<", "<=", ">", ">=" or `MULTIPLE`.  `quantity` is ("constant", value), or
    ("local size", dimension) or ("global size", dimension).
    """

    parameter: int
    relation: str
    quantity: tuple[str, int]


def facts_about(model: ItemModel, function: Function, body: r.Compound) -> tuple[AssumedFact, ...]:
    """Return what the assumptions in the body of a kernel say about its arguments."""
    found = (_fact(bound, each, function) for bound, each in conditions_of(model, body))
    return tuple(fact for fact in found if fact is not None)


def facts_by_name(function: Function) -> tuple[AssumedFact, ...]:
    """Return what the names of a kernel's parameters say: `global_size_dim0` is a global size."""
    if not function.is_kernel:
        return ()
    found = ((each.index, _GLOBAL_SIZE.fullmatch(each.name)) for each in function.parameters)
    return tuple(
        AssumedFact(index, "==", ("global size", _DIMENSION_NAMES.index(match[1].lower()) % 3))
        for index, match in found
        if match is not None
    )


def assumed_sizes(model: ItemModel, body: r.Compound) -> Sizes:
    """Return the work-group size that assumptions in the body of a kernel give, None for none.

    A dimension of which none says anything has the size 1.
    """
    sizes = [0, 0, 0]
    for bound, condition in conditions_of(model, body):
        if not isinstance(condition, r.Binary) or condition.operator.text != "==":
            continue
        sides = _quantity(bound, condition.left), _quantity(bound, condition.right)
        for one, other in (sides, sides[::-1]):
            if (
                one is not None
                and other is not None
                and one[0] == "local size"
                and one[1] in _DIMENSIONS
            ):
                sizes[one[1]] = other[1] if other[0] == "constant" else 0
    return tuple(each or 1 for each in sizes) if any(sizes) else None


def _fact(model: ItemModel, condition: r.Expression, function: Function) -> AssumedFact | None:
    if not isinstance(condition, r.Binary) or condition.operator.text not in _FLIPPED:
        return None
    relation, left, right = condition.operator.text, condition.left, condition.right
    remainder = unwrapped(left)
    if isinstance(remainder, r.Binary) and remainder.operator.text == "%":
        if relation != "==" or _quantity(model, right) != ("constant", 0):
            return None
        relation, left, right = MULTIPLE, remainder.left, remainder.right
    elif _parameter(model, left, function) is None:
        relation, left, right = _FLIPPED[relation], right, left
    index, quantity = _parameter(model, left, function), _quantity(model, right)
    return None if index is None or quantity is None else AssumedFact(index, relation, quantity)


def _parameter(model: ItemModel, record: r.Expression, function: Function) -> int | None:
    symbol = model.references.get(unwrapped(record))
    is_own = isinstance(symbol, ParameterVariable) and symbol.function is function
    return symbol.index if is_own and isinstance(symbol, ParameterVariable) else None


def _quantity(model: ItemModel, record: r.Expression) -> tuple[str, int] | None:
    record = unwrapped(record)
    constants = fixed_values(model)
    value = constants.integer(record)
    if value is not None:
        return "constant", value
    if isinstance(record, r.Call) and len(record.arguments) == 1:
        name, dimension = builtin_name(model, record), constants.integer(record.arguments[0])
        if name in sources.SIZES and dimension is not None:
            return sources.SIZES[name], dimension
    return None


def argument(index: int, facts: Iterable[AssumedFact], group: Group) -> Value:
    """Return what is known of an argument: the first fact about it that says something."""
    plain = Value(exact=(ARGUMENT, index))
    for fact in facts:
        if fact.parameter != index:
            continue
        if fact.relation == "==":
            return Value(exact=fact.quantity)
        span = _span(fact, group)
        if span is not None:
            return Value(span=span)
    return plain


def _span(fact: AssumedFact, group: Group) -> spans.Span | None:
    quantity = span_of(Value(exact=fact.quantity), group)
    if quantity is None:
        return None
    if fact.relation == MULTIPLE:
        step = quantity.low if quantity.is_point and not quantity.step else quantity.step
        return spans.multiple(step) if step else None
    if quantity.step or not quantity.is_point:
        return None
    # An unknown is 1 or more.
    gap = sums.unknown(f"argument {fact.parameter}")
    distance = sums.added(gap, sums.known(1), -1) if fact.relation in ("<=", ">=") else gap
    sign = -1 if fact.relation.startswith("<") else 1
    end: Sum = sums.added(quantity.low, distance, sign)
    return spans.point(end)
