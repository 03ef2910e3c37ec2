"""A type belongs to a later version, but compilers accept it.

## What it does
Reports three-component vectors in OpenCL C 1.0, and 1D, array and depth images in versions that do
not have them.

## Why
A compiler that follows the version rejects the type.

## Example
```cl CL1.0
void f(void) { float3 v; }
```

## Use instead
```cl CL1.0
void f(void) { float4 v; }
```

## Versions
1.0 to 1.2.

## Reference
OpenCL C specification, "Supported Data Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.semantics.names.type_names import missing_type
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BEFORE_20)


@RULE.on(r.BasicType, r.NamedType)
def check(context: RuleContext, written: r.BasicType | r.NamedType) -> None:
    """Look at built-in types that the program does not declare itself."""
    if context.symbol(written) is not None:
        return
    words = written.words if isinstance(written, r.BasicType) else (written.name,)
    lack = missing_type(words, context.target)
    if lack is not None and lack.accepted:
        version = context.target.version.words
        context.report(
            written, f"the type '{lack.name}' {lack.reason}: this is {version} without it"
        )
