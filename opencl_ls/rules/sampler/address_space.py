"""A sampler in a function is declared in global or local memory.

## What it does
Reports `global` and `local` on samplers that are declared in a function.

## Why
A sampler is a constant that the compiler resolves. Memory of a work-group cannot hold it.

## Example
```cl CL2.0
kernel void k(void) { local sampler_t s; }
```

## Use instead
```cl CL2.0
kernel void k(void) { const sampler_t s = CLK_FILTER_NEAREST; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", about=("sampler_t",))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the address spaces of samplers."""
    if at_program_scope(variable) or not is_sampler(variable.type.type):
        return
    word = variable.space_word
    if word is not None and spaces.plain(word.text) in (t.LOCAL, t.GLOBAL, t.GENERIC):
        context.report(
            word,
            f"sampler '{variable.name}' cannot be in {spaces.plain(word.text)} memory: "
            "declare it 'const'",
        )
