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
from opencl_ls.rules.resolution import report_calls
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
report_calls(RULE, "order")
