"""A memory order or scope is not allowed in this place.

## What it does
Reports constant memory orders and scopes that an atomic function or fence does not allow.

## Why
A load cannot release, and a store cannot acquire; the order for a failed comparison has to be one
for a load, and no stronger than the other one. Otherwise the behaviour is undefined.

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
from opencl_ls.linter.reports.calls import report_calls
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
report_calls(RULE, "order")
