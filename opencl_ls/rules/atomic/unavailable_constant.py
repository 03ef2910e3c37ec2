"""The target does not have this memory order or memory scope.

## What it does
Reports the constants of memory orders and scopes before OpenCL C 2.0, and `memory_scope_sub_group`,
`memory_scope_all_svm_devices` and `memory_scope_all_devices` where the extension or the feature
that adds them is off. Before 2.0 `ATOMIC_VAR_INIT` and `ATOMIC_FLAG_INIT` are reported as well.

## Why
Compilers for such a target do not know the name.

## Example
```cl CL2.0 extensions=-cl_khr_subgroups
void f(void) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_sub_group);
}
```

## Use instead
```cl CL2.0 extensions=-cl_khr_subgroups
void f(void) {
    atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_work_group);
}
```

## Versions
All: what is available differs by version.

## Reference
OpenCL C specification, "Memory Order and Consistency", "Memory Scope".
"""

from typing import Final

from opencl_ls.builtins.functions import function
from opencl_ls.builtins.macros import macro
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", supersedes=("builtin/ambiguous", "builtin/argument-count"))


@RULE.on(r.Name, about=("memory_",))
def check(context: RuleContext, name: r.Name) -> None:
    """Look at the names of orders and scopes that the program does not declare itself."""
    if not name.name.startswith("memory_") or context.symbol(name) is not None:
        return
    known = macro(name.name)
    reason = None if known is None or not known.enumeration else known.missing(context.target)
    if reason is None or (context.target.version >= 200 and name.name not in _LEFT_OUT):
        return
    call = context.enclosing(name, r.Call)
    called = function(builtin_name(context.model, call)) if isinstance(call, r.Call) else None
    if called is None or called.missing(context.target) is None:
        context.report(name, f"'{name.name}' {reason.text}")


@RULE.on(r.Name, about=("ATOMIC_VAR_INIT", "ATOMIC_FLAG_INIT"))
def check_macro(context: RuleContext, name: r.Name) -> None:
    """Look at the macros for initializers where nothing defines them."""
    known = macro(name.name) if name.name.startswith("ATOMIC_") else None
    reason = None if known is None else known.missing(context.target)
    if reason is not None and context.symbol(name) is None:
        context.report(name, f"'{name.name}' {reason.text}")


# Compilers have the other scopes and orders whatever features of OpenCL C 3.0 are on, except # the
# order that has a rule of its own.
_LEFT_OUT: Final = frozenset(
    ("memory_scope_sub_group", "memory_scope_all_svm_devices", "memory_scope_all_devices")
)
