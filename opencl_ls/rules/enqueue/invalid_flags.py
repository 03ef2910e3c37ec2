"""The flags of `enqueue_kernel` are none of the three that exist.

## What it does
Reports a number that is none of the `CLK_ENQUEUE_FLAGS_...` constants, and several of them joined
by an operator.

## Why
The constants are alternatives and not bits: each says when the child may begin. What another number
means is not defined.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL | CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP,
                   ndrange_1D(1), ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: waiting for the parent kernel is the safest of three choices, and may be later than meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics.alternatives import alternatives
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.constness import constants_of
from opencl_ls.semantics.enqueue import FLAGS, enqueue_of, named_constant
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the flags."""
    found = enqueue_of(context.model, call)
    if found is None:
        return
    for place, flags in alternatives(context.model, found.flags):
        value = constants_of(context.model).integer(flags)
        if isinstance(flags, r.Binary) and _is_flag(context, flags):
            operator = flags.operator.text
            _report(context, place, f"the flags are no bits that '{operator}' could join")
        elif value is not None and not 0 <= value < len(FLAGS):
            _report(context, place, f"{value} is no flag of 'enqueue_kernel'")


def _is_flag(context: RuleContext, expression: r.Expression) -> bool:
    inner = unwrapped(expression)
    if isinstance(inner, r.Binary):
        return _is_flag(context, inner.left) and _is_flag(context, inner.right)
    return named_constant(context.model, inner) in FLAGS


def _report(context: RuleContext, flags: r.Expression, what: str) -> None:
    chosen = "CLK_ENQUEUE_FLAGS_WAIT_KERNEL"
    context.report(
        flags,
        f"{what}: use one of {', '.join(FLAGS)}",
        fixes=[replacing(f"Use '{chosen}'", flags, chosen, safe=False)],
    )
