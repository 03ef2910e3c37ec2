"""What is the same for all work-items of a kernel, as far as its own text shows it.

This asks about one call or one value.  Where the work-items of a group have to meet, `uniformity`
follows all values through all functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.operands import contains
from opencl_ls.semantics.lookup.uses import address_taken, changing, uses
from opencl_ls.semantics.types.symbols import EnumeratorConstant, ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel

_LOOPS: Final = (r.For, r.While, r.DoWhile)
_LEFT: Final[dict[type[r.Record], tuple[type[r.Record], ...]]] = {
    r.Return: (),
    r.Break: (*_LOOPS, r.Switch),
    r.Continue: _LOOPS,
}
_EXITS: Final = tuple(_LEFT)
_JUMPS: Final = (r.Goto, r.Label, r.BadStatement)
_LITERALS: Final = (r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral, r.TypeQuery)
_COMPUTING: Final = (r.Parenthesized, r.Unary, r.Binary, r.Cast, r.Conditional)


def is_reached_uniformly(model: ItemModel, call: r.Call) -> bool:
    """Tell whether nothing chooses among the work-items of a kernel that get to a call."""
    return all(is_uniform(model, each) for each in _conditions(model, call))


def _conditions(model: ItemModel, call: r.Call) -> Iterator[r.Expression | None]:
    """Yield what decides whether a run comes to a call, None for what is not known."""
    yield from _conditions_around(model, call)
    if any(model.of_kind(*_JUMPS)):
        yield None
    for each in model.of_kind(*_EXITS):
        if each.start < call.start:
            left = _enclosing(model, each, r.BlockLiteral, *_LEFT[type(each)])
            if left is None or (not isinstance(left, r.BlockLiteral) and contains(left, call)):
                yield from _conditions_around(model, each)


def _conditions_around(model: ItemModel, record: r.Record) -> Iterator[r.Expression | None]:
    below = record
    for above in model.ancestors(record):
        if isinstance(above, r.Binary) and above.operator.text in ("&&", "||"):
            if below is above.right:
                yield above.left
        elif isinstance(above, r.If | r.Switch | r.Conditional | r.While):
            if below is not above.condition:
                yield above.condition
        elif isinstance(above, r.For):
            if above.condition is not None and below not in (above.initial, above.condition):
                yield above.condition
        below = above


def is_uniform(model: ItemModel, expression: r.Expression | None, depth: int = 8) -> bool:
    """Tell whether an expression has the same value for all work-items, in each round of a loop.

    The parameters of the function are taken to be the same for all, as a kernel's are.
    """
    if expression is None or depth == 0:
        return False
    if isinstance(expression, _LITERALS):
        return True
    if isinstance(expression, r.Call):
        return builtin_name(model, expression) == "get_work_dim"
    if isinstance(expression, r.Name):
        return _is_same_variable(model, expression, depth)
    if not isinstance(expression, _COMPUTING):
        return False
    if isinstance(expression, r.Unary) and expression.operator not in ("+", "-", "!", "~"):
        return False
    parts = [each for each in r.children(expression) if isinstance(each, r.Expression)]
    return all(is_uniform(model, each, depth - 1) for each in parts)


def _is_same_variable(model: ItemModel, name: r.Name, depth: int) -> bool:
    symbol = model.references.get(name)
    if isinstance(symbol, EnumeratorConstant):
        return True
    if symbol is None:
        return name.name in ("true", "false", "NULL")
    if isinstance(symbol, ParameterVariable):
        return not any(
            changing(model, each) or address_taken(model, each) for each in uses(model, symbol)
        )
    if not isinstance(symbol, Variable):
        return False
    value = symbol.declarator.initializer
    if value is not None and only_value(model, symbol) is value:
        return is_uniform(model, value, depth - 1)
    return _is_counter(model, symbol, depth)


def _is_counter(model: ItemModel, variable: Variable, depth: int) -> bool:
    """Tell whether a variable is declared by a `for` whose step alone changes it, for all alike."""
    loop = _enclosing(model, variable.declaration, r.For)
    if not isinstance(loop, r.For) or loop.initial is not variable.declaration:
        return False
    for name in uses(model, variable):
        if address_taken(model, name) is not None:
            return False
        change = changing(model, name)
        if change is None:
            continue
        if change is not loop.step:
            return False
        if isinstance(change, r.Assignment):
            if change.operator.text == "=" or not is_uniform(model, change.right, depth - 1):
                return False
    return is_uniform(model, variable.declarator.initializer, depth - 1)


def _enclosing(model: ItemModel, record: r.Record, *kinds: type[r.Record]) -> r.Record | None:
    return next((above for above in model.ancestors(record) if isinstance(above, kinds)), None)
