"""A struct or union has a member of type sampler_t.

## What it does
Reports members of type `sampler_t`.

## Why
A sampler is no value in memory. The number that initialises it can be a member.

## Example
```cl
struct source { sampler_t sampler; };
```

## Use instead
```cl
struct source { uint width; };
constant sampler_t sampler = CLK_FILTER_NEAREST;
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import SAMPLER, member

RULE = member(SAMPLER, "member '{name}' is {type}: no member can be one", since="0.1")
