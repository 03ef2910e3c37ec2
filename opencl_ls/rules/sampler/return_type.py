"""A function returns a sampler.

## What it does
Reports functions whose result is `sampler_t`.

## Why
The compiler has to know which sampler a read uses. The caller can name it.

## Example
```cl
sampler_t pick(sampler_t a) { return a; }
```

## Use instead
```cl
constant sampler_t near = CLK_FILTER_NEAREST;
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.linter.opaque import SAMPLER, return_type

RULE = return_type(SAMPLER, "'{name}' returns a sampler: a function cannot", since="0.1")
