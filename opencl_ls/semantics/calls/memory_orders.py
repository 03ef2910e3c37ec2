"""Memory orders that an atomic operation cannot have (OpenCL C 6.15.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from opencl_ls.semantics.calls.general import resolve_general
from opencl_ls.semantics.calls.model import Argument, CallProblem, Resolution
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
    """Tell whether a function takes memory orders that have to be checked."""
    return name in _UNUSABLE or _compares(name)


def resolve_ordered(
    function: BuiltinFunction, arguments: Sequence[Argument], target: Target
) -> Resolution:
    """Resolve a call by the common rules, and check the memory orders that it names."""
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
    wrong = next((each for each in _named(arguments, index) if each in unusable), "")
    if wrong:
        yield _problem(f"'{name}' cannot have the order {wrong}", index, wrong)


def _failure_order(name: str, arguments: Sequence[Argument]) -> Iterator[CallProblem]:
    successes, failures = _named(arguments, 3), _named(arguments, 4)
    wrong = next((each for each in failures if each in _LOAD), "")
    if wrong:
        yield _problem(f"the order on failure of '{name}' cannot be {wrong}", 4, wrong)
    elif successes and failures:
        # One that is not known may be of any strength.
        weakest = min(_STRENGTH.get(order, -1) for order in failures)
        if weakest > max(_STRENGTH.get(order, len(_STRENGTH)) for order in successes):
            text = f"the order on failure of '{name}' cannot be stronger than that on success"
            yield _problem(text, 4, failures[0])


def _named(arguments: Sequence[Argument], index: int) -> list[str]:
    """Return the orders that an argument can be, "" for an unknown one."""
    return _names(arguments[index].record) if index < len(arguments) else []


def _names(record: r.Expression) -> list[str]:
    while isinstance(record, r.Parenthesized | r.Cast):
        record = record.inner if isinstance(record, r.Parenthesized) else record.operand
    if isinstance(record, r.Conditional) and record.chosen is not None:
        return [*_names(record.chosen), *_names(record.otherwise)]
    return [record.name if isinstance(record, r.Name) else ""]


def _problem(text: str, index: int, actual: str) -> CallProblem:
    return CallProblem("order", text, index, actual=actual, warning=True)
