"""A function is enqueued in place of a block.

## What it does
Reports the name of a function where `enqueue_kernel` takes a block.

## Why
`enqueue_kernel` takes a block, which calls the kernel with captured arguments.

## Example
```cl CL2.0
kernel void child(void) { }
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), child);
}
```

## Use instead
```cl CL2.0
kernel void child(void) { }
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ child(); });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: you have to fill in the arguments, except for a kernel without parameters.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import called_builtin
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=BLOCKS,
    about=("enqueue_kernel",),
    supersedes=("builtin/argument-count", "builtin/no-matching-form"),
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for functions in place of a block."""
    if called_builtin(context.model, call) != "enqueue_kernel":
        return
    for argument in call.arguments[3:7]:
        name = unwrapped(argument)
        if isinstance(name, r.Unary) and name.operator == "&":
            name = unwrapped(name.operand)
        symbol = context.symbol(name)
        if isinstance(name, r.Name) and isinstance(symbol, Function):
            listed = ", ".join(parameter.name for parameter in symbol.parameters)
            literal = f"^{{ {name.name}({listed}); }}"
            context.report(
                argument,
                f"'{name.name}' is a function: a block that calls it is enqueued, '{literal}'",
                fixes=[replacing(f"Write '{literal}'", argument, literal, safe=False)],
            )
            return
