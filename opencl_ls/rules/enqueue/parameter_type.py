"""An enqueued block has a parameter that is no pointer to local memory.

## What it does
Reports parameters of an enqueued block literal other than pointers to local memory.

## Why
The only arguments that `enqueue_kernel` can give to a block are pieces of local memory, whose sizes
stand behind the block.  Values and global pointers are captured instead.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(global void *p) { }, 4u);
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { }, 4u);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.enqueue import enqueue_of, pointee_space
from opencl_ls.semantics.symbols import ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the parameters of the literal in a call."""
    found = enqueue_of(context.model, call)
    literal = None if found is None else unwrapped(found.block)
    if not isinstance(literal, r.BlockLiteral) or literal.signature is None:
        return
    for record in literal.signature.parameters:
        parameter = context.declared(record)
        if not isinstance(parameter, ParameterVariable) or parameter.type.type is t.UNKNOWN:
            continue
        if pointee_space(parameter.type) != t.LOCAL:
            context.report(
                record,
                f"an enqueued block takes pointers to local memory only, not "
                f"{t.described(parameter.type)}: capture the value instead",
            )
