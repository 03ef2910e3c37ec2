"""The target has no sequentially consistent order.

## What it does
Reports `memory_order_seq_cst` where the target lacks it. The functions that imply the order, such
as `atomic_load`, are reported by `builtin/unavailable`.

## Why
From OpenCL C 3.0 on the order is an optional feature: without the feature the name does not exist.

## Example
```cl CL3.0 extensions=-__opencl_c_atomic_order_seq_cst
kernel void k(global atomic_int *a) { atomic_store_explicit(a, 1, memory_order_seq_cst); }
```

## Use instead
```cl CL3.0 extensions=-__opencl_c_atomic_order_seq_cst
kernel void k(global atomic_int *a) { atomic_store_explicit(a, 1, memory_order_release); }
```

## Versions
3.0 without `__opencl_c_atomic_order_seq_cst`.

## Reference
OpenCL C specification, "Memory Order", "Features".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule, Versions
from opencl_ls.syntax import records as r

_FEATURE = "__opencl_c_atomic_order_seq_cst"
_WITHOUT = Versions(
    f"3.0 without `{_FEATURE}`",
    lambda target: target.version >= 300 and _FEATURE not in target.features,
)
RULE = Rule(Severity.ERROR, since="0.1", versions=_WITHOUT, about=("memory_order_seq_cst",))


@RULE.on(r.Name, about=RULE.about)
def check(context: RuleContext, name: r.Name) -> None:
    """Look for the order where the program does not declare it."""
    if name.name == "memory_order_seq_cst" and context.symbol(name) is None:
        context.report(name, f"'memory_order_seq_cst' in OpenCL C 3.0 needs {_FEATURE}")
