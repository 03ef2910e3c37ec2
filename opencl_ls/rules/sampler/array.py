"""An array has elements of type sampler_t.

## What it does
Reports declarations and type names that make an array of samplers.

## Why
A sampler is a description that the compiler resolves, not a value in memory that an index could
choose.

## Example
```cl
constant sampler_t modes[2] = { CLK_FILTER_NEAREST, CLK_FILTER_LINEAR };
```

## Use instead
```cl
constant sampler_t near = CLK_FILTER_NEAREST;
constant sampler_t linear = CLK_FILTER_LINEAR;
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.linter.opaque import SAMPLER, array

RULE = array(SAMPLER, "array of 'sampler_t': name each sampler by itself", since="0.1")
