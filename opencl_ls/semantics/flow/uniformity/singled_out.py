"""Exits that are for the work-items 0, 1, ..., n one by one.

A group of these work-items leaves as a whole, and a kernel that names them is made for such a
group.  An exit for one work-item alone is another matter: that is a mistake.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.flow.uniformity.results import Divergence
    from opencl_ls.semantics.model import ItemModel


def is_left_by_each(model: ItemModel, found: Divergence) -> bool:
    """Return whether a divergence is by one of several exits that name all work-items of a group.

    The exits are beside each other in one block, as `if (id == 0) break;` and `if (id == 1) break;`
    in the body of a loop.
    """
    around = None if found.branch is None else model.parents.get(found.branch)
    if found.leaving is None or not isinstance(around, r.Compound):
        return False
    named: dict[str, set[int]] = {}
    for statement in around.statements:
        if isinstance(statement, r.If) and _ends(statement.then, type(found.leaving)):
            for name, value in _equalities(model, statement.condition):
                named.setdefault(name, set()).add(value)
    if found.condition is None:
        return False
    rows = (named.get(name, set()) for name, _ in _equalities(model, found.condition))
    return any(len(row) > 1 and row == set(range(len(row))) for row in rows)


def _ends(statement: r.Statement, kind: type[r.Statement]) -> bool:
    """Return whether a statement ends in a jump of a kind."""
    if isinstance(statement, r.Compound) and statement.statements:
        statement = statement.statements[-1]
    return isinstance(statement, kind)


def _equalities(model: ItemModel, condition: r.Expression) -> Iterator[tuple[str, int]]:
    """Yield what a condition demands to be equal to a constant, with the constant."""
    constants = fixed_values(model)
    waiting = [condition]
    while waiting:
        each = unwrapped(waiting.pop())
        if not isinstance(each, r.Binary):
            continue
        if each.operator.text == "&&":
            waiting += (each.left, each.right)
        elif each.operator.text == "==":
            for side, other in ((each.left, each.right), (each.right, each.left)):
                value = constants.integer(other)
                if value is not None:
                    yield model.spelling(side), value
