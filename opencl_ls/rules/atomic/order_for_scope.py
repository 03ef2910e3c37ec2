"""A memory order is passed for a scope, or a scope for an order.

## What it does
Warns of arguments of atomic functions for a `memory_order` that are a `memory_scope`, of arguments
for a `memory_scope` that are a `memory_order`, and of values of the program's own enumerations for
either.

## Why
Both are small numbers to compilers, which accept the call with another meaning. The order comes
before the scope in every function that has both.

## Example
```cl CL2.0
int f(global atomic_int *p) { return atomic_load_explicit(p, memory_scope_device); }
```

## Use instead
```cl CL2.0
int f(global atomic_int *p) {
    return atomic_load_explicit(p, memory_order_acquire, memory_scope_device);
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Memory Order and Consistency"; clang's `-Wenum-conversion`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.types.symbols import EnumeratorConstant
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)

_KINDS = frozenset(("memory_order", "memory_scope"))


@RULE.on(r.Call, about=("atomic_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the parameters of the built-in function with the arguments."""
    resolution = context.model.resolutions.get(call)
    if resolution is None or not builtin_name(context.model, call).startswith("atomic_"):
        return  # Barriers have a rule of their own.
    for argument, wanted in zip(call.arguments, resolution.parameters, strict=False):
        if wanted.alias not in _KINDS:
            continue
        given = context.model.types.get(argument, t.UNKNOWN_QUALIFIED)
        what = "" if given.alias == wanted.alias else _described(context, argument, given)
        if what:
            context.report(argument, f"this is a {what}, where a {wanted.alias} is wanted")


def _described(context: RuleContext, argument: r.Expression, given: t.Qualified) -> str:
    """Return the enumeration of an argument, "" for a number."""
    if given.alias in _KINDS:
        return given.alias
    if isinstance(given.type, t.EnumeratedType):
        return f"value of {t.described(given)}"
    symbol = context.symbol(argument) if isinstance(argument, r.Name) else None
    return "constant of another enumeration" if isinstance(symbol, EnumeratorConstant) else ""
