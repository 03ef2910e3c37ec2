"""Memory orders that an atomic operation cannot have (OpenCL C 6.15.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.semantics.builtin_calls.general import resolve_general
from opencl_ls.semantics.builtin_calls.model import Argument, CallProblem, Resolution
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from opencl_ls.builtins.functions import BuiltinFunction
    from opencl_ls.settings.target import Target

_LOAD: Final = frozenset({"memory_order_release", "memory_order_acq_rel"})
_STORE: Final = frozenset({"memory_order_acquire", "memory_order_acq_rel"})
_STRENGTH: Final = {
    "memory_order_relaxed": 0,
    "memory_order_acquire": 1,
    "memory_order_release": 1,
    "memory_order_acq_rel": 2,
    "memory_order_seq_cst": 3,
}
_UNUSABLE: Final = {
    "atomic_load_explicit": (1, _LOAD),
    "atomic_store_explicit": (2, _STORE),
    "atomic_flag_clear_explicit": (1, _STORE),
}


def has_order(name: str) -> bool:
    """Tell whether a function takes memory orders that are worth a look."""
    return name in _UNUSABLE or _compares(name)


def resolve_ordered(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve a call by the common rules, and look at the memory orders that it names."""
    resolution = resolve_general(function, arguments, target)
    if any(not problem.warning for problem in resolution.problems):
        return resolution
    found = tuple(_orders(function.name, arguments))
    if not found:
        return resolution
    return replace(resolution, problems=(*resolution.problems, *found))


def _compares(name: str) -> bool:
    return name.startswith("atomic_compare_exchange") and name.endswith("_explicit")


def _orders(name: str, arguments: Sequence[Argument]) -> Iterator[CallProblem]:
    if _compares(name):
        yield from _failure_order(name, arguments)
        return
    index, unusable = _UNUSABLE[name]
    orders = _named(arguments, index)
    if orders and unusable.issuperset(orders):
        yield _problem(f"'{name}' cannot have the order {orders[0]}", index, orders[0])


def _failure_order(name: str, arguments: Sequence[Argument]) -> Iterator[CallProblem]:
    success, failure = _only(_named(arguments, 3)), _only(_named(arguments, 4))
    if failure in _LOAD:
        yield _problem(f"the order on failure of '{name}' cannot be {failure}", 4, failure)
    elif _STRENGTH.get(failure, -1) > _STRENGTH.get(success, len(_STRENGTH)):
        text = f"the order on failure of '{name}' cannot be stronger than that on success"
        yield _problem(text, 4, failure)


def _only(orders: list[str]) -> str:
    return orders[0] if len(orders) == 1 else ""


def _named(arguments: Sequence[Argument], index: int) -> list[str]:
    """Return the orders that an argument can be, [] where one of them is not known."""
    return _names(arguments[index].record) if index < len(arguments) else []


def _names(record: r.Expression) -> list[str]:
    while isinstance(record, r.Parenthesized | r.Cast):
        record = record.inner if isinstance(record, r.Parenthesized) else record.operand
    if isinstance(record, r.Conditional) and record.chosen is not None:
        chosen, otherwise = _names(record.chosen), _names(record.otherwise)
        return [*chosen, *otherwise] if chosen and otherwise else []
    return [record.name] if isinstance(record, r.Name) else []


def _problem(text: str, index: int, actual: str) -> CallProblem:
    return CallProblem("order", text, index, actual=actual, warning=True)
