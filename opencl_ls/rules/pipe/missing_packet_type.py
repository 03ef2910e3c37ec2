"""A pipe has no packet type.

## What it does
Reports pipe parameters of a function with a body where only one name follows `pipe`, and the name
is no type.

## Why
A pipe carries packets of one type, which is written between `pipe` and the name.

## Example
```cl CL2.0
kernel void k(read_only pipe source) {}
```

## Use instead
```cl CL2.0
kernel void k(read_only pipe int source) {}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Pipes".
"""

from opencl_ls.builtins.types import builtin_type
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=PIPES, about=(t.PipeType,))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the words of pipe parameters."""
    for parameter in function.parameters:
        record = parameter.parameter
        written = record.specifiers.type
        if function.definition is None or not isinstance(written, r.NamedType):
            continue
        if record.declarator.name is not None or context.symbol(written) is not None:
            continue
        pipe = isinstance(parameter.written.type, t.PipeType)
        if pipe and builtin_type(written.name) is None:
            context.report(
                written,
                f"pipe '{written.name}' does not say what its packets are: "
                f"write a type before the name, as in 'pipe int {written.name}'",
            )
