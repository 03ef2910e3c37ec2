"""A sampler is declared without a value.

## What it does
Reports samplers without an initialiser, except `extern` ones. If the sampler is not declared
`constant` it is a warning, as compilers accept it.

## Why
A sampler cannot be assigned later, so it would never get a value.

## Example
```cl
constant sampler_t s;
```

## Use instead
```cl
constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
```

## Versions
All.

## Reference
OpenCL C specification, "Samplers".

## Fix safety
Only you know the intended sampler, so the fix is unsafe.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look for samplers without an initialiser."""
    if not is_sampler(variable.type.type) or "extern" in variable.storage:
        return
    if variable.declarator.initializer is not None:
        return
    if variable.space_word is not None and variable.type.space in (t.LOCAL, t.GLOBAL):
        return  # The address space is the mistake, which another rule reports.
    context.report(
        variable,
        f"sampler '{variable.name}' has no value, and nothing can give it one later",
        severity=None if variable.type.space == t.CONSTANT else Severity.WARNING,
        fixes=[inserting("Give it a value", variable.declarator.end, _VALUE, safe=False)],
    )


_VALUE: Final = " = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST"
