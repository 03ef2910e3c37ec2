"""A typedef takes the name of a built-in type.

## What it does
Reports a typedef that is named like a type that the target has.

## Why
The names are keywords of the language. Many compilers let a typedef pass that says the same again,
and all refuse another meaning.

## Example
```cl
typedef unsigned int uint;
```

## Use instead
```cl
typedef unsigned int word;
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Scalar Data Types".
"""

from opencl_ls.builtins.types import builtin_type
from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.symbols import Typedef

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Typedef)
def check(context: RuleContext, typedef: Typedef) -> None:
    """Look at the names of typedefs."""
    known = builtin_type(typedef.name)
    if known is None or known.kind == "reserved" or known.missing(context.target) is not None:
        return
    context.report(
        typedef,
        f"'{typedef.name}' is a type of OpenCL C: its name cannot be declared again",
    )
