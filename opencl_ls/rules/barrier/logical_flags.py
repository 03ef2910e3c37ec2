"""The flags of a barrier are combined by a wrong operator.

## What it does
Reports `||`, `&&` and `&` between the flags of a barrier or a fence, in the call itself and in a
variable that the call uses. It is a hint for a fence in a function that uses no memory which
work-items share: there is nothing to order.

## Why
Flags are bits. `||` and `&&` give 1 or 0, and `&` of two different flags gives 0: the barrier then
orders other memory than intended.

## Example
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE || CLK_GLOBAL_MEM_FENCE); }
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Unsafe: the barrier orders more memory than before.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.memory.fences import (
    FLAGS_TYPE,
    NAMES,
    WITH_FLAGS,
    barrier_of,
    flags_value,
    is_made_of_flags,
    joined,
)
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Binary, about=("||", "&&", "&"))
def check(context: RuleContext, operation: r.Binary) -> None:
    """Look for an operator between flags whose result goes to a barrier or a flags variable."""
    if not _is_wrong(context.model, operation) or not _gives_flags(context, operation):
        return
    operator = operation.operator
    context.report(
        operator,
        f"'{operator.text}' does not combine flags: '|' does",
        fixes=[replacing("Replace by '|'", operator, "|", safe=False)],
        severity=Severity.HINT if _orders_nothing(context.model, operation) else None,
    )


@RULE.on(r.Call, about=WITH_FLAGS)
def check_named(context: RuleContext, call: r.Call) -> None:
    """Look at the value that a name in the flags has."""
    barrier = barrier_of(context.model, call, WITH_FLAGS)
    if barrier is None:
        return
    for place, value in alternatives(context.model, barrier.flags):
        if value is place or value in context.model.parents:
            continue
        for flags in joined(value):
            if isinstance(flags, r.Binary) and _is_wrong(context.model, flags):
                operator, name = flags.operator.text, context.text(place)
                context.report(
                    place,
                    f"'{operator}' in the value of '{name}' does not combine flags: '|' does",
                )


def _orders_nothing(model: ItemModel, operation: r.Binary) -> bool:
    """Return whether flags are those of a fence, and the function names no memory to order."""
    call = model.enclosing(operation, r.Call)
    barrier = None if call is None else barrier_of(model, call, WITH_FLAGS)
    if barrier is None or barrier.name in NAMES:
        return False
    named = [*model.references.values(), *model.declared.values()]
    return not any(
        isinstance(each.type.type, t.PointerType | t.ImageType)
        or t.object_space(each.type) in (t.LOCAL, t.GLOBAL)
        for each in named
        if isinstance(each, Variable | ParameterVariable)
    )


def _is_wrong(model: ItemModel, flags: r.Binary) -> bool:
    """Tell whether the result of an operator between flags is no flags; a common flag is one."""
    operator = flags.operator.text
    if operator == "&":
        return is_made_of_flags(model, flags) and not flags_value(model, flags)
    return operator in ("||", "&&") and all(
        is_made_of_flags(model, side) or _is_variable(model, side)
        for side in (flags.left, flags.right)
    )


def _is_variable(model: ItemModel, expression: r.Expression) -> bool:
    return model.types.get(expression, t.UNKNOWN_QUALIFIED).alias == FLAGS_TYPE


def _gives_flags(context: RuleContext, operation: r.Binary) -> bool:
    """Tell whether a value goes to the flags of a barrier, perhaps by way of a variable."""
    model = context.model
    inner: r.Record = operation
    above = context.parent(operation)
    while isinstance(above, r.Parenthesized | r.Cast | r.Conditional) or (
        isinstance(above, r.Binary) and above.operator.text == "|"
    ):
        if isinstance(above, r.Conditional) and inner is above.condition:
            return False
        inner, above = above, context.parent(above)
    if isinstance(above, r.Call):
        barrier = barrier_of(model, above, WITH_FLAGS)
        return barrier is not None and barrier.flags is inner
    symbol = model.declared.get(above) if isinstance(above, r.InitDeclarator) else None
    if isinstance(above, r.Assignment) and above.operator.text in ("=", "|="):
        symbol = context.symbol(unwrapped(above.left))
    if symbol is None or symbol.type.alias == FLAGS_TYPE:
        return symbol is not None
    calls = (context.parent(name) for name in uses(model, symbol))
    barriers = (barrier_of(model, c, WITH_FLAGS) for c in calls if isinstance(c, r.Call))
    return any(each and context.symbol(each.flags) is symbol for each in barriers)
