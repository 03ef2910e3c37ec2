"""A typedef takes a name that is reserved for types.

## What it does
Reports typedefs with names such as `float4x4`, `bool4` and `quad`, and of vectors with other
lengths than 2, 3, 4, 8 and 16.

## Why
A later version of OpenCL C, or a vendor, may give the name a meaning of its own.

## Example
```cl
typedef struct { float m[16]; } float4x4;
```

## Use instead
```cl
typedef struct { float m[16]; } matrix4;
```

## Versions
All.

## Reference
OpenCL C specification, "Reserved Data Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names.type_names import reserved_name
from opencl_ls.semantics.types.symbols import Typedef

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Typedef)
def check(context: RuleContext, typedef: Typedef) -> None:
    """Look at the names of typedefs."""
    name = typedef.name
    if reserved_name(name) is not None and not name.startswith("atomic_"):
        context.report(typedef, f"the type name '{name}' is reserved by OpenCL C")
