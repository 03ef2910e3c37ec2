"""A kernel is declared inside a function.

## What it does
Reports declarations of kernels in the body of a function.

## Why
A declaration in a body cannot have `kernel`: compilers reject the line.

## Example
```cl
void f(void) { kernel void k(global int *out); }
```

## Use instead
```cl
kernel void k(global int *out);
void f(void) { }
```

## Versions
All.

## Reference
OpenCL C specification, "Function Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function, about=("kernel",))
def check(context: RuleContext, function: Function) -> None:
    """Look at the functions that a body declares."""
    word = storage_word(function.declaration.specifiers, "kernel")
    if word is None or not isinstance(function.declaration, r.Declaration):
        return
    if context.enclosing(function.declaration, r.FunctionDefinition) is not None:
        context.report(word, f"kernel '{function.name}' is declared inside a function")
