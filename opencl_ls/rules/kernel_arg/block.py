"""A kernel takes a block.

## What it does
Reports parameters of kernels of a block type.

## Why
The host has no value to pass for a block.

## Example
```cl CL2.0
kernel void k(int (^operation)(int)) {}
```

## Use instead
```cl CL2.0
kernel void k(int operand) {
    int (^operation)(int) = ^(int x) { return x + 1; };
    operation(operand);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Restrictions"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.kernel_arguments import kernel_parameters, parameter_words
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the types of a kernel's parameters."""
    for parameter in kernel_parameters(function):
        if isinstance(parameter.type.type, t.BlockType):
            context.report(
                parameter.parameter,
                f"{parameter_words(parameter)} is a block: the host cannot pass one",
            )
