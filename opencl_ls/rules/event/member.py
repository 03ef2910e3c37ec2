"""A struct or union has a member of type event_t.

## What it does
Reports members of type `event_t`.

## Why
An event is no plain data: it lives in private memory and represents a copy in progress.

## Example
```cl
struct copy { event_t done; };
```

## Use instead
```cl
kernel void k(void) { event_t done[2]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.linter.opaque import EVENT, member

RULE = member(EVENT, "member '{name}' is an event: an event can only be a variable", since="0.1")
