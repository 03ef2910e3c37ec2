"""What the assumptions in an item's comments say, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import derived
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import Assumption, ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

UNIFORM: Final = "uniform"
"""The function in assumptions that says that a variable has one value for a group."""


def assumed_before(model: ItemModel, statement: r.Statement) -> list[Assumption]:
    """Return the assumptions that hold when a run comes to a statement of a block."""
    return _by_statement(model).get(statement, [])


@derived
def _by_statement(model: ItemModel) -> dict[r.Statement, list[Assumption]]:
    found: dict[r.Statement, list[Assumption]] = {}
    for each in model.assumptions:
        if each.following is not None and each.condition is not None:
            found.setdefault(each.following, []).append(each)
    return found


def uniform_symbol(assumption: Assumption) -> Symbol | None:
    """Return the variable that an assumption `uniform(x)` is about, None for other conditions."""
    condition, model = assumption.condition, assumption.model
    if not isinstance(condition, r.Call) or len(condition.arguments) != 1 or model is None:
        return None
    callee = unwrapped(condition.callee)
    if not isinstance(callee, r.Name) or callee.name != UNIFORM:
        return None
    if model.references.get(callee) is not None:
        return None
    argument = unwrapped(condition.arguments[0])
    return model.references.get(argument) if isinstance(argument, r.Name) else None


def conditions_of(model: ItemModel, body: r.Compound) -> list[tuple[ItemModel, r.Expression]]:
    """Return what is assumed in the outermost block of a body, each `&&` taken apart.

    Each condition comes with the model that binds it.
    """
    found: list[tuple[ItemModel, r.Expression]] = []
    for each in model.assumptions:
        if each.block is not body or each.model is None or each.condition is None:
            continue
        waiting = [each.condition]
        while waiting:
            condition = unwrapped(waiting.pop())
            if isinstance(condition, r.Binary) and condition.operator.text == "&&":
                waiting += (condition.right, condition.left)
            else:
                found.append((each.model, condition))
    return found


def uniform_variables(model: ItemModel) -> frozenset[Symbol]:
    """Return the variables of which an assumption says that they have one value for a group."""
    found = (uniform_symbol(each) for each in model.assumptions)
    return frozenset(each for each in found if each is not None)
