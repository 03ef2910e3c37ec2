"""A memory order or scope that has no meaning in this place.

## What it does
Reports constant memory orders and scopes of atomic functions and fences that are not meant for
them.

## Why
A load cannot release, and a store cannot acquire; the order for a failed comparison is that of a
load, and no stronger than the other one. The behaviour is undefined otherwise.

## Example
```cl
kernel void k(global atomic_int *a) { atomic_store_explicit(a, 1, memory_order_acquire); }
```

## Use instead
```cl
kernel void k(global atomic_int *a) { atomic_store_explicit(a, 1, memory_order_release); }
```

## Versions
All.

## Reference
OpenCL C specification, "Atomic Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.rules.told import is_told
from opencl_ls.semantics import problems as p
from opencl_ls.semantics.operands import argument_place

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(p.BuiltinCallProblem)
def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
    """Say it in the words of the resolution."""
    problem = found.problem
    if problem.kind != "order" or is_told(context, found.record):
        return
    context.report(argument_place(found.record, problem.argument), problem.text)
