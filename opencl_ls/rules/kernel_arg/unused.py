"""A parameter of a kernel is never used.

## What it does
Reports named parameters of kernels that the body does not use.

## Why
The host has to set an argument that the kernel never reads. The rule is off until a setting enables
it: where kernels of one program share a list of parameters, most use only a part of it.

## Example
```cl
kernel void k(global int *a, int b) { *a = 1; }
```

## Use instead
```cl
kernel void k(global int *a) { *a = 1; }
```

## Versions
All.

## Reference
C11 6.9.1; clang's `-Wunused-parameter`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.unused import unused_symbols
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.settings.profiles import EVERYTHING
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", profile=EVERYTHING)


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for parameters of kernels with a body that does not use them."""
    for symbol in unused_symbols(context.model):
        if not isinstance(symbol, ParameterVariable) or symbol.function is None:
            continue
        if symbol.function.definition is not None and symbol.function.is_kernel:
            message = f"parameter '{symbol.name}' of the kernel is never used"
            context.report(symbol, message, unnecessary=True)
