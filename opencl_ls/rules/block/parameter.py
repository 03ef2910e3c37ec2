"""A block is passed to a function.

## What it does
Reports function parameters of block type.

## Why
The reference page and the specification pass a block to a function in their first example, and the
specification's list of restrictions forbids it.  Compilers based on clang refuse it, so that such
code does not build everywhere.

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
from opencl_ls.semantics.symbols import Function, ParameterVariable

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(ParameterVariable, about=RULE.about)
def check(context: RuleContext, parameter: ParameterVariable) -> None:
    """Look at the parameters of functions with a body; kernels have a rule of their own."""
    function = parameter.function
    if function is not None and not function.is_kernel:
        _check(context, parameter)


@RULE.on(Function)
def check_prototype(context: RuleContext, function: Function) -> None:
    """Look at the parameters of a prototype, which the walk does not come to."""
    if function.definition is None and not function.is_kernel:
        for parameter in function.parameters:
            _check(context, parameter)


def _check(context: RuleContext, parameter: ParameterVariable) -> None:
    if not is_block(parameter.type):
        return
    context.report(
        parameter.parameter,
        "compilers based on clang refuse blocks as function parameters, "
        "although the specification's own example passes one",
    )
