"""A sampler in a function is declared in global or local memory.

## What it does
Reports `global` and `local` on samplers that are declared in a function.

## Why
A sampler is a constant that the compiler resolves. Memory of a work-group cannot hold it.

## Example
```cl CL2.0
kernel void k(void) { local sampler_t s; }
```

## Use instead
```cl CL2.0
kernel void k(void) { const sampler_t s = CLK_FILTER_NEAREST; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import SAMPLER, address_space
from opencl_ls.semantics import types as t

RULE = address_space(
    SAMPLER,
    "sampler '{name}' cannot be in {space} memory: declare it 'const'",
    t.LOCAL,
    t.GLOBAL,
    t.GENERIC,
    since="0.1",
)
