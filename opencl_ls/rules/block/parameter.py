"""A block is passed to a function.

## What it does
Reports function parameters of block type.

## Why
The reference page and the specification pass a block to a function in their first example, and the
specification's list of restrictions forbids it.  Compilers go by the restrictions.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import is_block
from opencl_ls.semantics.symbols import ParameterVariable

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(ParameterVariable, about=RULE.about)
def check(context: RuleContext, parameter: ParameterVariable) -> None:
    """Look at the parameters of functions; kernels have a rule of their own."""
    function = parameter.function
    if function is None or function.is_kernel or not is_block(parameter.type):
        return
    context.report(
        parameter.parameter,
        "a block cannot be a parameter of a function: compilers refuse it, although the "
        "specification's own example passes one",
    )
