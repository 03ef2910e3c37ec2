"""Includes are nested too deep.

## What it does
Reports an `#include` nested in 200 others. Most often a file includes itself, directly or through
others.

## Why
Compilers have such a limit as well. An include guard, or `#pragma once`, ends the cycle.

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
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")
