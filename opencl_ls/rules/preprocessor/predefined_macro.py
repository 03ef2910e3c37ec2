"""A predefined macro is defined again or undefined.

## What it does
Reports `#define` and `#undef` of macros that the language defines, such as `__OPENCL_VERSION__`
and `__LINE__`.

## Why
Programs may not change them. The effect of such a line depends on the compiler.

## Example
```cl
#undef __OPENCL_VERSION__
```

## Use instead
```cl
#if __OPENCL_VERSION__ >= 120
#endif
```

## Versions
All.

## Reference
OpenCL C specification, "Preprocessor Directives and Macros"; C11 6.10.8.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")
