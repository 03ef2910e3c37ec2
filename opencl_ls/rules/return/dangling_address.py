"""The address of a variable is returned, and the variable ends with the call.

## What it does
Reports functions and blocks that return the address of a parameter, of a variable in private memory
or of a compound literal, or a private array, also by way of a pointer variable that holds nothing
else.

## Why
Such an object lives until the function or block returns. After that the pointer is dangling: its
memory belongs to other objects.

## Example
```cl
private int *next(int value) { int result = value + 1; return &result; }
```

## Use instead
```cl
int next(int value) { int result = value + 1; return result; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers", "Blocks"; C11 6.2.4; reference page
Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import only_written
from opencl_ls.semantics.lookup.blocks import (
    captured,
    enclosing_literal,
    is_automatic,
    unwrapped,
)
from opencl_ls.semantics.lookup.jumps import enclosing_function
from opencl_ls.semantics.memory.addresses import addressed
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Return)
def check(context: RuleContext, record: r.Return) -> None:
    """Look at the returned value."""
    literal = enclosing_literal(context.model, record)
    if record.value is None or not _returns_pointer(context, record, literal):
        return
    if any(each.record is record.value for each in context.model.problems):
        return
    for value in _values(record.value):
        _look(context, value, "function" if literal is None else "block")


def _values(value: r.Expression) -> list[r.Expression]:
    """Return the values that may be returned: both operands of `?:`."""
    inner = unwrapped(value)
    if not isinstance(inner, r.Conditional):
        return [value]
    return [*_values(inner.chosen or inner.condition), *_values(inner.otherwise)]


def _look(context: RuleContext, value: r.Expression, owner: str) -> None:
    found = addressed(context.model, only_written(context.model, value))
    if found is None:
        return
    if isinstance(found, r.CompoundLiteral):
        context.report(value, f"the compound literal at the returned address ends with the {owner}")
        return
    symbol = context.symbol(found)
    if symbol is None or not is_automatic(symbol) or captured(context.model, found) is not None:
        return
    kind = "parameter" if isinstance(symbol, ParameterVariable) else "variable"
    context.report(
        value,
        f"the address of {kind} '{symbol.name}' is returned, which ends with the {owner}",
        related=[(symbol, f"'{symbol.name}' is declared here")],
    )


def _returns_pointer(
    context: RuleContext, record: r.Return, literal: r.BlockLiteral | None
) -> bool:
    """Tell whether the function or block around a return statement yields a pointer."""
    if literal is not None:
        if literal.result is None:
            # The result is then what the return statements yield.
            return True
        kind: t.Type | None = context.model.block_types.get(literal)
    else:
        function = enclosing_function(context.model, record)
        kind = None if function is None else function.type.type
    return isinstance(kind, t.FunctionType) and isinstance(kind.result.type, t.PointerType)
