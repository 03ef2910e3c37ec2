"""A block literal has a result type but no parameter list.

## What it does
Reports `^int { ... }`, where the documented form is `^int (void) { ... }`.

## Why
`(void)` may only be left out together with the result type, which is then inferred.  Compilers
accept the short form, but it is outside the language as documented.

## Example
```cl CL2.0
void f(void) { int (^one)(void) = ^int { return 1; }; }
```

## Use instead
```cl CL2.0
void f(void) { int (^one)(void) = ^int (void) { return 1; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Block Literal Expressions"; reference page Blocks.

## Fix safety
Safe: the type stays what it is.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS)


@RULE.on(r.BlockLiteral)
def check(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at literals with a result type and no parameter list after it."""
    result = literal.result
    if result is None or literal.signature is not None:
        return
    if any(isinstance(part, r.FunctionPart) for part in result.declarator.parts):
        return
    context.report(
        result,
        "a block literal with a result type has a parameter list too: add '(void)'",
        fixes=[inserting("Insert '(void)'", result.end, " (void)", safe=True)],
    )
