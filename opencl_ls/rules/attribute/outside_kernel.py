"""A kernel attribute is applied to something that is no kernel.

## What it does
Reports `reqd_work_group_size`, `work_group_size_hint`, `vec_type_hint` and
`intel_reqd_sub_group_size` on functions without `kernel`, on variables, types and statements.

## Why
The attributes say how the host starts a kernel; the host starts no other functions.

## Example
```cl
__attribute__((reqd_work_group_size(1, 1, 1))) void helper(void) {}
```

## Use instead
```cl
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import KERNEL_ONLY, other_holder
from opencl_ls.semantics.declarations.placement import attribute_name, no_function
from opencl_ls.semantics.macros.undefined_macros import may_be_kernel
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the attributes of functions."""
    if function.is_kernel or may_be_kernel(context.model, function):
        return
    for attribute in function.attributes:
        if attribute_name(attribute) in KERNEL_ONLY:
            _report(context, attribute, f"'{function.name}'")


@RULE.on(r.Attribute)
def check_others(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the attributes of subjects that are no functions."""
    if attribute_name(attribute) in KERNEL_ONLY:
        holder = no_function(context.model, attribute) or other_holder(context.model, attribute)
        if holder:
            _report(context, attribute, holder)


def _report(context: RuleContext, attribute: r.Attribute, holder: str) -> None:
    context.report(attribute, f"'{attribute.name.text}' is for kernels, and {holder} is none")
