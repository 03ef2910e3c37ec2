"""A block type has an empty parameter list.

## What it does
Reports `()` in the type of a block variable, parameter or typedef, where `(void)` is the documented
form.

## Why
A block type without parameters is written with `(void)`.  Compilers accept `()`, as C does for
functions, where it means that nothing is known about the parameters.

## Example
```cl CL2.0
void f(void) { int (^one)() = ^{ return 1; }; }
```

## Use instead
```cl CL2.0
void f(void) { int (^one)(void) = ^{ return 1; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Declaring and Using a Block"; reference page Blocks.

## Fix safety
Safe: the type stays what it is.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import signature_part
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=(r.BlockPart,))


@RULE.on(r.Declarator)
def check(context: RuleContext, declarator: r.Declarator) -> None:
    """Look at the parameter list after the caret."""
    part = signature_part(declarator)
    if part is not None and part.empty:
        context.report(
            part,
            "a block type without parameters is written with '(void)'",
            fixes=[inserting("Insert 'void'", part.start + 1, "void", safe=True)],
        )
