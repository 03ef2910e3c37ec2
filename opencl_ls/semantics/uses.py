"""Where an item uses a variable, and in which order its parts are carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import enclosing_literal, is_automatic, unwrapped
from opencl_ls.semantics.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

_LOOPS: Final = (r.For, r.While, r.DoWhile)
_CHOICES: Final = (*_LOOPS, r.If, r.Switch, r.Case, r.Conditional, r.BlockLiteral)


def uses(model: ItemModel, symbol: Symbol) -> list[r.Name]:
    """Return the names by which a symbol is used, in the order written."""
    names = (name for name, known in model.references.items() if known is symbol)
    return sorted((name for name in names if isinstance(name, r.Name)), key=lambda name: name.start)


def keeper(model: ItemModel, call: r.Call) -> Variable | None:
    """Return the local variable that the result of a call is kept in, None for anything else."""
    above = model.parents.get(call)
    while isinstance(above, r.Parenthesized):
        above = model.parents.get(above)
    symbol: Symbol | None = None
    if isinstance(above, r.InitDeclarator):
        symbol = model.declared.get(above)
    elif isinstance(above, r.Assignment) and above.operator.text == "=":
        symbol = model.references.get(unwrapped(above.left))
    if isinstance(symbol, Variable) and symbol.function is not None:
        return symbol
    return None


def is_store(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name is what an assignment stores to."""
    above = model.parents.get(name)
    return isinstance(above, r.Assignment) and above.left is name


def changing(model: ItemModel, expression: r.Expression) -> r.Expression | None:
    """Return the assignment or the `++` or `--` that changes what an expression means, or None."""
    inner: r.Record = expression
    above = model.parents.get(inner)
    while isinstance(above, r.Parenthesized):
        inner, above = above, model.parents.get(above)
    if isinstance(above, r.Assignment):
        return above if above.left is inner else None
    if isinstance(above, r.Unary | r.Postfix) and above.operator in ("++", "--"):
        return above
    return None


def address_taken(model: ItemModel, name: r.Expression) -> r.Unary | None:
    """Return the `&` in front of an expression, or None."""
    above = model.parents.get(name)
    while isinstance(above, r.Parenthesized):
        above = model.parents.get(above)
    return above if isinstance(above, r.Unary) and above.operator == "&" else None


def addressed(expression: r.Expression) -> r.Expression | None:
    """Return `e` of `&e`, or None."""
    inner = unwrapped(expression)
    if isinstance(inner, r.Unary) and inner.operator == "&":
        return unwrapped(inner.operand)
    return None


def has_no_value_at(model: ItemModel, symbol: Symbol | None, record: r.Record) -> bool:
    """Tell whether nothing can have given a local variable a value before `record`.

    Any mention of it before counts as something that can, and so does a label.  In a loop around
    `record` one behind it comes before as well, unless it only reads.
    """
    if not isinstance(symbol, Variable) or not is_automatic(symbol):
        return False
    if symbol.declarator.initializer is not None:
        return False
    if symbol.block is not enclosing_literal(model, record) or has_labels(model):
        return False
    around = (each for each in model.ancestors(record) if isinstance(each, _LOOPS))
    again = [loop for loop in around if not loop.start <= symbol.word.start < loop.end]
    end = again[-1].end if again else record.start
    return all(
        name.start >= end or (name.start >= record.start and _only_reads(model, symbol, name))
        for name in uses(model, symbol)
    )


def _only_reads(model: ItemModel, symbol: Symbol, name: r.Name) -> bool:
    """Tell whether a name can do nothing to a variable, which is no aggregate."""
    if not isinstance(symbol.type.type, t.OpaqueType):
        return False
    return changing(model, name) is None and address_taken(model, name) is None


def has_labels(model: ItemModel) -> bool:
    """Tell whether an item holds a label, so that its parts may run in another order."""
    return any(isinstance(event, r.Label) for event in model.events)


def is_before(model: ItemModel, first: r.Record, second: r.Record) -> bool:
    """Tell whether what carries out `second` has carried out `first` before; doubt counts as no."""
    if first.end > second.start or has_labels(model):
        return False
    way = {above: below for below, above in _way_up(model, second)}
    return all(
        way.get(above) is below
        for below, above in _way_up(model, first)
        if isinstance(above, _CHOICES) or _may_stop(above)
    )


def _way_up(model: ItemModel, record: r.Record) -> list[tuple[r.Record, r.Record]]:
    above = model.ancestors(record)
    return list(zip([record, *above], above, strict=False))


def _may_stop(record: r.Record) -> bool:
    """Tell whether an operator may leave out its right side."""
    return isinstance(record, r.Binary) and record.operator.text in ("&&", "||")
