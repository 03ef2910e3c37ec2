"""A pointer points to a sampler.

## What it does
Reports declarations and type names that make a pointer to `sampler_t`.

## Why
A sampler has no address. A function takes the sampler itself.

## Example
```cl
void h(sampler_t *s) {}
```

## Use instead
```cl
void h(sampler_t s) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.linter.opaque import SAMPLER, pointer

RULE = pointer(
    SAMPLER, "pointer to 'sampler_t': a sampler has no address; pass it by itself", since="0.1"
)
