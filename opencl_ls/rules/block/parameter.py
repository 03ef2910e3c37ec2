"""A block is passed to a function.

## What it does
Reports parameters of block type, of functions and of blocks.

## Why
The first example of the reference page and of the specification passes a block to a function, but
the specification's list of restrictions forbids it. Compilers enforce the restrictions.

## Example
```cl CL2.0
int apply(int (^step)(int), int value) { return step(value); }
```

## Use instead
```cl CL2.0
int apply(int value) { int (^step)(int) = ^(int x) { return x; }; return step(value); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks, Example 1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import parameter_variables
from opencl_ls.semantics.lookup.blocks import is_block
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(Function, ParameterVariable, about=RULE.about)
def check(context: RuleContext, declaring: Function | ParameterVariable) -> None:
    """Look at the parameters of functions and blocks; kernels have a rule of their own."""
    if isinstance(declaring, Function) and declaring.is_kernel:
        return
    for parameter in parameter_variables(declaring):
        if is_block(parameter.type):
            context.report(
                parameter.parameter,
                "a block cannot be a parameter of a function: compilers refuse it, although the "
                "specification's own example passes one",
            )
