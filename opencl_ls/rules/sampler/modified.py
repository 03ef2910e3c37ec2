"""A sampler is assigned.

## What it does
Reports assignments to samplers, and `++` and `--` on them.

## Why
A sampler keeps the value of its declaration, or the one that the host passed.

## Example
```cl
kernel void k(sampler_t a, sampler_t b) { a = b; }
```

## Use instead
```cl
kernel void k(sampler_t a, read_only image2d_t i, global float4 *o) {
    o[0] = read_imagef(i, a, (int2)(0, 0));
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.linter.opaque import SAMPLER, modified
from opencl_ls.syntax import records as r

RULE = modified(
    SAMPLER,
    "sampler '{name}' is assigned: it stays what it was declared as",
    r.Assignment,
    r.Postfix,
    r.Unary,
    since="0.1",
)
