"""An address is converted to another address space through an integer.

## What it does
Hints at casts of a pointer to an integer and back to a pointer into another named address space,
also where something is added to the address in between.

## Why
This bypasses the rules about address spaces. An address has a meaning in its own address space
only: the object that the new pointer points to is undefined.

## Example
```cl
kernel void k(global int *p) { *(local int *)(uintptr_t)p = 1; }
```

## Use instead
```cl
kernel void k(global int *p, local int *copy) { *copy = *p; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import alternatives, only_written
from opencl_ls.semantics.lookup.blocks import is_automatic, unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.uses import address_taken, changing, uses
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

_NAMED: Final = frozenset((t.PRIVATE, t.LOCAL, t.GLOBAL, t.CONSTANT))
_MOVING: Final = ("+", "-", "&")
_DEEPEST: Final = 8
_HALF: Final = 16
"""A mask without this bit or a higher one turns an address into an offset."""

RULE = Rule(Severity.HINT, since="0.1", about=(t.PointerType,))


@RULE.on(r.Cast)
def check(context: RuleContext, cast: r.Cast) -> None:
    """Look for the pointer from which the integer of a cast to a pointer was made."""
    to = _pointer(context, cast)
    if to is None or to.pointee.space not in _NAMED:
        return
    for _, value in alternatives(context.model, cast.operand):
        source = _source_pointer(context, value)
        if source is not None and source.pointee.space in _NAMED - {to.pointee.space}:
            context.report(
                cast,
                f"{t.described(t.Qualified(source))} becomes {t.described(t.Qualified(to))} "
                "through an integer: an address in one address space has no meaning in another",
            )
            return


def _source_pointer(
    context: RuleContext, value: r.Expression, depth: int = _DEEPEST
) -> t.PointerType | None:
    """Return the type of the pointer that an integer is the address of, None for other values.

    A sum with an address, or an address with masked bits, is one; the difference of two is none.
    """
    inner = _origin(context.model, unwrapped(value))
    if depth == 0:
        return None
    if isinstance(inner, r.Cast):
        if _pointer(context, inner) is not None:
            return None
        operand = unwrapped(inner.operand)
        return _pointer(context, operand) or _source_pointer(context, operand, depth - 1)
    if not isinstance(inner, r.Binary) or inner.operator.text not in _MOVING:
        return None
    if inner.operator.text == "&" and not _is_mask(context.model, inner.right):
        return None
    left, right = (_source_pointer(context, e, depth - 1) for e in (inner.left, inner.right))
    if inner.operator.text == "+" and left is None:
        return right
    return left if right is None else None


def _origin(model: ItemModel, value: r.Expression) -> r.Expression:
    """Return the initial value of a variable that only steps from there, or the value itself."""
    symbol = model.references.get(value)
    if not isinstance(symbol, Variable) or not is_automatic(symbol):
        return only_written(model, value)
    first = symbol.declarator.initializer
    changes = (changing(model, name) or address_taken(model, name) for name in uses(model, symbol))
    stays = all(
        change is None
        or (isinstance(change, r.Assignment) and change.operator.text in ("+=", "-="))
        or (isinstance(change, r.Unary | r.Postfix) and change.operator in ("++", "--"))
        for change in changes
    )
    return unwrapped(first) if first is not None and stays else only_written(model, value)


def _is_mask(model: ItemModel, mask: r.Expression) -> bool:
    """Tell whether a mask cuts off the last bits and not the others."""
    known = fixed_values(model).integer(mask)
    return known is not None and (known < 0 or known >= 1 << _HALF)


def _pointer(context: RuleContext, value: r.Expression) -> t.PointerType | None:
    kind = value_of(context.model.types.get(value, t.UNKNOWN_QUALIFIED)).type
    return kind if isinstance(kind, t.PointerType) else None
