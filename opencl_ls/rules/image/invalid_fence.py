"""A fence for images has an invalid order or scope.

## What it does
Reports `atomic_work_item_fence` with only `CLK_IMAGE_MEM_FENCE` and an order other than
`memory_order_acq_rel`, or a scope other than `memory_scope_work_item`.

## Why
Such a fence only lets a work-item read its own writes to an image; with another order or scope it
is not valid.

## Example
```cl CL2.0
kernel void k(void) {
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_release, memory_scope_device);
}
```

## Use instead
```cl CL2.0
kernel void k(void) {
    atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Fences".

## Fix safety
Unsafe: a fence for other memory may be intended.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.memory.fences import IMAGE, constant_name, flags_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=SINCE_20)


@RULE.on(r.Call, about=("atomic_work_item_fence",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the order and the scope of fences for images."""
    if builtin_name(context.model, call) != "atomic_work_item_fence" or len(call.arguments) != 3:
        return
    flags, *rest = call.arguments
    if flags_value(context.model, flags) != IMAGE:
        return
    wrong = [
        (written, name, right)
        for written, right in zip(rest, _RIGHT, strict=True)
        if (name := constant_name(context.model, written)).startswith("memory_") and name != right
    ]
    if wrong:
        edits = tuple(ItemEdit(written.start, written.end, right) for written, _, right in wrong)
        rights = " and ".join(f"'{right}'" for _, _, right in wrong)
        context.report(
            (wrong[0][0].start, wrong[-1][0].end),
            f"a fence for images cannot have {' and '.join(repr(name) for _, name, _ in wrong)}: "
            f"it has {rights}",
            fixes=[ItemFix(f"Use {rights}", edits, safe=False)],
        )


_RIGHT: Final = ("memory_order_acq_rel", "memory_scope_work_item")
