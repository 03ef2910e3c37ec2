"""A 64-bit size of local memory is cut to 32 bits by `enqueue_kernel`.

## What it does
Reports a size after the block of `enqueue_kernel` that is a `long`, a `ulong` or a `size_t`.

## Why
The sizes are of type `uint`. The upper bits are cut off silently, and the block gets less local
memory than it needs.

## Example
```cl CL2.0
kernel void k(queue_t q, ulong n) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { }, n);
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, ulong n) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { }, (uint)n);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
The cast makes the conversion explicit; only you know whether the size fits, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.constness import constants_of, runtime_part
from opencl_ls.semantics.lookup.enqueue import enqueue_of
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))

_LARGEST = 2**32 - 1


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the types of the sizes."""
    found = enqueue_of(context.model, call)
    for size in () if found is None else found.sizes:
        kind = value_of(context.model.types.get(size, t.UNKNOWN_QUALIFIED))
        if not isinstance(kind.type, t.ScalarType) or kind.type.floating or kind.type.bits <= 32:
            continue
        constant = constants_of(context.model).integer(size)
        if constant is None:
            # Constants whose value is not computed, such as the size of a struct, are small.
            if runtime_part(size, context.symbol) is None:
                continue
        elif 0 <= constant <= _LARGEST:
            continue
        fix = ItemFix(
            "Write the cast to uint",
            (ItemEdit(size.start, size.start, "(uint)("), ItemEdit(size.end, size.end, ")")),
            safe=False,
        )
        context.report(
            size,
            f"this size is {t.described(kind)}, and 'enqueue_kernel' takes a uint: "
            "the upper half is cut off",
            fixes=[fix],
        )
