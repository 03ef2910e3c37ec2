"""A variable is read that nothing has given a value.

## What it does
Reports a scalar or a vector in private memory where it is read for certain before anything can have
stored to it, and a pointer where it is followed. Any mention before counts as a store. Nothing is
reported in functions with labels, inline assembly or unknown names, where no run gets there or a
constant condition decides on it, where an `#if` leaves out lines between the variable and the read,
nor of `int x = x;`, which is written on purpose.

## Why
Private memory is not initialised: the variable holds whatever was there before, on each device and
in each work-item something else.

## Example
```cl
kernel void k(global int *o) {
    int sum;
    for (int i = 1; i < 4; i++) sum += o[i];
    o[0] = sum;
}
```

## Use instead
```cl
kernel void k(global int *o) {
    int sum = 0;
    for (int i = 1; i < 4; i++) sum += o[i];
    o[0] = sum;
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; C11 6.7.9p10.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import names_below
from opencl_ls.semantics.flow import is_configured, may_reach
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.symbols import Symbol, Variable
from opencl_ls.semantics.uses import has_no_value_at, is_store, may_store_unseen, reads_value, uses
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(Variable,), of_whole_text=True)

_KINDS = (t.ScalarType, t.VectorType, t.PointerType, t.EnumeratedType)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the first mention of each variable without an initialiser."""
    model = context.model
    if item.problems:
        return
    bare = (symbol for symbol in model.declared.values() if _is_bare(symbol))
    mentions = ((symbol, uses(model, symbol)) for symbol in bare)
    found = {symbol: _read(model, symbol, names[0]) for symbol, names in mentions if names}
    if any(found.values()) and not may_store_unseen(model):
        for symbol, read in found.items():
            if read is None or is_configured(model, read):
                continue
            if may_reach(model, read):
                context.report(
                    read,
                    f"'{symbol.name}' is read here, and nothing has given it a value",
                    related=[(symbol, f"'{symbol.name}' is declared here without a value")],
                )


def _is_bare(symbol: Symbol) -> bool:
    """Tell whether a symbol is a variable in a body that is declared without a value."""
    return (
        isinstance(symbol, Variable)
        and symbol.depth > 0
        and symbol.declarator.initializer is None
        and isinstance(symbol.type.type, _KINDS)
    )


def _read(model: ItemModel, symbol: Symbol, first: r.Name) -> r.Name | None:
    """Return the read of a variable that its first mention is, or None."""
    whole: r.Record = first
    read: r.Name | None = first
    if is_store(model, first):
        assignment = model.parents[first]
        assert isinstance(assignment, r.Assignment)
        if assignment.operator.text == "=":
            whole = assignment
            below = names_below(assignment.right, evaluated=True)
            read = next((each for each in below if model.references.get(each) is symbol), None)
    if read is None or not reads_value(model, read) or not has_no_value_at(model, symbol, whole):
        return None
    if isinstance(symbol.type.type, t.PointerType) and not _is_followed(model, read):
        return None
    return read if _is_only_read(model, symbol, first, read) else None


def _is_followed(model: ItemModel, pointer: r.Name) -> bool:
    """Tell whether what a pointer points to is looked at, where it could be copied as well."""
    inner: r.Record = pointer
    above = model.parents.get(pointer)
    while isinstance(above, r.Parenthesized):
        inner, above = above, model.parents.get(above)
    if isinstance(above, r.Index | r.Member):
        return above.base is inner
    return isinstance(above, r.Unary) and above.operator == "*"


def _is_only_read(model: ItemModel, symbol: Symbol, first: r.Name, read: r.Name) -> bool:
    """Tell whether a full expression stores nothing to a variable but what it is assigned."""
    full: r.Record = read
    for above in model.ancestors(read):
        if not isinstance(above, r.Expression | r.InitializerEntry):
            break
        full = above
    mentions = (each for each in uses(model, symbol) if full.start <= each.start < full.end)
    return all(each is first or reads_value(model, each) for each in mentions)
