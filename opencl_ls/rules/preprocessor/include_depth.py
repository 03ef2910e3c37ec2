"""Includes are nested too deep.

## What it does
Reports an `#include` that stands below 200 others, which mostly means that a file includes itself,
by itself or by way of others.

## Why
Compilers give up as well. An include guard, or `#pragma once`, ends such a cycle.

## Example
```cl
#include "main.cl"
```

## Use instead
```cl
#ifndef GUARD
#define GUARD
#include "main.cl"
#endif
```

## Versions
All.

## Reference
C11 5.2.4.1 and 6.10.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
