"""Loops that cannot end, because nothing in them changes their condition or leaves them."""

from __future__ import annotations

from bisect import bisect_left
from itertools import islice
from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.cfg import control_flow_around
from opencl_ls.semantics.flow.dominators import dominator_tree, natural_loop
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.uses import (
    address_taken,
    changes,
    may_store_unseen,
    uses,
    whole_place,
)
from opencl_ls.semantics.model import derived_by_key
from opencl_ls.semantics.types.operators import RELATIONAL
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

Loop = r.For | r.While | r.DoWhile

_OPERANDS: Final = (r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral)
_VALUES: Final = (t.ScalarType, t.VectorType)


def unchanging(model: ItemModel, loop: Loop) -> r.Name | None:
    """Return the first variable of a loop's condition if the loop changes none of its variables.

    Its condition reads only the function's own variables.  Doubt, such as a jump out of the loop,
    counts as no.
    """
    if loop.condition is None:
        return None
    names = _asked(model, loop.condition)
    symbols = _symbols(model, names)
    if all(symbol.type.const for symbol in symbols):
        return None
    if any(_may_change(model, symbol, loop) for symbol in symbols) or _may_be_left(model, loop):
        return None
    return names[0]


def runaway(model: ItemModel, loop: r.For) -> r.Expression | None:
    """Return the step of a loop that moves away from the bound in its condition, or None."""
    condition = loop.condition
    if not isinstance(condition, r.Binary) or loop.step is None:
        return None
    step = unwrapped(loop.step)
    if not isinstance(step, r.Postfix | r.Unary) or step.operator not in ("++", "--"):
        return None
    name = unwrapped(step.operand)
    symbol = model.references.get(name)
    if not isinstance(symbol, Variable | ParameterVariable) or not _is_signed(symbol):
        return None
    operator = condition.operator.text
    sides = [model.references.get(unwrapped(side)) for side in (condition.left, condition.right)]
    if operator not in RELATIONAL or sides.count(symbol) != 1:
        return None
    grows = operator.startswith(">") == (sides[0] is symbol)
    if grows != (step.operator == "++") or _may_be_left(model, loop):
        return None
    asked = _symbols(model, _asked(model, condition))
    if not asked or any(_may_change(model, each, loop, besides=name) for each in asked):
        return None
    return step


def _asked(model: ItemModel, condition: r.Expression) -> list[r.Name]:
    """Return the variables that a condition reads, none if it reads anything else."""
    found: list[r.Name] = []
    pending = [condition]
    while pending:
        part = pending.pop()
        if isinstance(part, r.Binary) and part.operator.text != ",":
            pending += [part.right, part.left]
        elif isinstance(part, r.Parenthesized):
            pending.append(part.inner)
        elif isinstance(part, r.Unary) and part.operator in ("!", "-", "+", "~"):
            pending.append(part.operand)
        elif isinstance(part, r.Name) and _is_own(model.references.get(part)):
            found.append(part)
        elif not isinstance(part, _OPERANDS):
            return []
    return found


def _symbols(model: ItemModel, names: list[r.Name]) -> list[Symbol]:
    """Return the symbols of some names, each once."""
    found = (model.references.get(name) for name in names)
    return list(dict.fromkeys(symbol for symbol in found if symbol is not None))


def _is_own(symbol: Symbol | None) -> bool:
    """Tell whether a symbol is a variable that is visible only in its function."""
    if isinstance(symbol, Variable):
        if symbol.function is None or symbol.storage & {"static", "extern"}:
            return False
        if t.object_space(symbol.type) in (t.LOCAL, t.GLOBAL, t.CONSTANT):
            return False
    elif not isinstance(symbol, ParameterVariable):
        return False
    return isinstance(symbol.type.type, _VALUES) and not symbol.type.volatile


def _is_signed(symbol: Symbol) -> bool:
    """Tell whether a variable of the function's own is a signed integer."""
    kind = symbol.type.type
    return _is_own(symbol) and isinstance(kind, t.ScalarType) and kind.signed and not kind.floating


def _may_be_left(model: ItemModel, loop: Loop) -> bool:
    """Tell whether a loop may end in another way than by its condition."""
    graph = control_flow_around(model, loop)
    if graph is None or graph.is_incomplete or may_store_unseen(model):
        return True
    header = graph.block_of.get(loop)
    if header is None:
        return True
    members = natural_loop(graph, dominator_tree(model, graph), header)
    blocks = [graph.blocks[each] for each in members]
    return not blocks or any(
        block.has_no_return
        or (block.branch is not loop and not members.issuperset(block.successors))
        for block in blocks
    )


def _may_change(
    model: ItemModel, symbol: Symbol, loop: Loop, besides: r.Expression | None = None
) -> bool:
    """Tell whether an iteration of a loop may change a variable, or a pointer to it may exist."""
    if _is_pointed_to(model, symbol):
        return True
    initial = loop.initial if isinstance(loop, r.For) else None
    begin = loop.start if initial is None else initial.end
    names = changes(model, symbol)
    for name in islice(names, bisect_left(names, begin, key=lambda name: name.start), None):
        if name.start >= loop.end:
            return False
        if name is not besides:
            return True
    return False


@derived_by_key
def _is_pointed_to(model: ItemModel, symbol: Symbol) -> bool:
    """Tell whether an item takes the address of a variable."""
    places = (whole_place(model, name) for name in uses(model, symbol))
    return any(address_taken(model, place) is not None for place in places)
