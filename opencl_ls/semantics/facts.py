"""What the rules about a whole unit read of an item, without any place.

While an edited item gives the same facts as before, what such a rule found in other items holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from opencl_ls.semantics.problems import UndeclaredName
from opencl_ls.semantics.symbols import Variable
from opencl_ls.semantics.types import LOCAL, object_space

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from opencl_ls.semantics.model import ItemModel


def declared(model: ItemModel) -> Hashable:
    """Return what an item declares at program scope, and whether it could be read."""
    return _once(
        model,
        "declared",
        lambda: (
            bool(model.item.problems),
            tuple((name, each.fingerprint) for name, each in model.exports.items()),
            tuple((name, each.fingerprint) for name, each in model.exported_tags.items()),
        ),
    )


def called(model: ItemModel) -> Hashable:
    """Return who calls whom in an item, and its kernels' local variables."""
    return declared(model), _once(
        model,
        "called",
        lambda: (
            frozenset(
                (None if site.caller is None else site.caller.name, site.callee, site.in_block)
                for site in model.calls
            ),
            kernels_with_local_variables(model).keys(),
        ),
    )


def mentioned(model: ItemModel) -> Hashable:
    """Return which outer names an item mentions."""
    return declared(model), _once(model, "mentioned", lambda: frozenset(model.uses))


def undeclared(model: ItemModel) -> Hashable:
    """Return the names of an item that nothing declares; its whole text if it cannot be read."""
    return declared(model), _once(
        model,
        "undeclared",
        lambda: (
            model.item.text if model.item.problems else "",
            tuple(
                (problem.name, problem.called)
                for problem in model.problems
                if isinstance(problem, UndeclaredName)
            ),
        ),
    )


def kernels_with_local_variables(model: ItemModel) -> dict[str, Variable]:
    """Return the first local variable of each kernel of an item that has one, by the kernel."""
    found = _once(model, "kernels with local variables", lambda: _local_variables(model))
    return cast("dict[str, Variable]", found)


def _local_variables(model: ItemModel) -> dict[str, Variable]:
    kernels: dict[str, Variable] = {}
    for symbol in model.declared.values():
        if (
            isinstance(symbol, Variable)
            and symbol.function is not None
            and symbol.function.is_kernel
            and object_space(symbol.type) == LOCAL
        ):
            kernels.setdefault(symbol.function.name, symbol)
    return kernels


def _once(model: ItemModel, what: str, make: Callable[[], object]) -> Hashable:
    key = f"{__name__}: {what}"
    if key not in model.derived:
        model.derived[key] = make()
    return model.derived[key]
