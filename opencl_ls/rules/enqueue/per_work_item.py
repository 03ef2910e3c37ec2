"""Every work-item of a kernel enqueues a child kernel.

## What it does
Hints at an `enqueue_kernel` in a kernel that all work-items reach: the conditions around it, and
those of earlier exits, depend only on constants and on arguments of the kernel that never change.

## Why
Each work-item that reaches the call enqueues a child of its own: a launch over a million work-items
enqueues a million children.

## Example
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), ^{ a[get_global_id(0)] = 1; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    if (get_global_id(0) == 0) {
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), ^{ a[0] = 1; });
    }
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: fewer children are enqueued than before.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.flow.kernel_uniformity import is_reached_uniformly
from opencl_ls.semantics.flow.uniformity.definitions import required_sizes
from opencl_ls.semantics.lookup.enqueue import enqueue_of
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for conditions that could select the work-items that reach the call."""
    if enqueue_of(context.model, call) is None:
        return
    definition = context.enclosing(call, r.FunctionDefinition, r.BlockLiteral)
    if not isinstance(definition, r.FunctionDefinition) or definition.declarator.name is None:
        return
    kernel = context.model.exports.get(definition.declarator.name.text)
    if not isinstance(kernel, Function) or not kernel.is_kernel:
        return
    if required_sizes(context.model, kernel) == (1, 1, 1):
        return
    if not is_reached_uniformly(context.model, call):
        return
    statement = context.parent(call)
    alone = isinstance(statement, r.ExpressionStatement) and isinstance(
        context.parent(statement), r.Compound
    )
    title = "Let one work-item enqueue"
    fix = inserting(title, call.start, "if (get_global_id(0) == 0) ", safe=False)
    context.report(
        call,
        "every work-item of the kernel enqueues a child here: let one of them do it, unless each "
        "child is wanted",
        fixes=[fix] if alone else (),
    )
