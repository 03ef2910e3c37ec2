"""A static constant variable is declared in a function before OpenCL C 2.0.

## What it does
Reports `static constant` inside a function in OpenCL C 1.2.

## Why
The text of OpenCL C 1.2 allows `static` at program scope only; later texts list static constants of
functions as well. Compilers follow it: those based on clang and NVIDIA's reject them in 1.2.

## Example
```cl CL1.2
int f(void) { static constant int stride = 2; return step; }
```

## Use instead
```cl CL1.2
static constant int stride = 2;
int f(void) { return stride; }
```

## Versions
1.2.

## Reference
OpenCL C specification, "Storage-Class Specifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BEFORE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=BEFORE_20)


@RULE.on(Variable, about=("static",))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at static constants inside functions."""
    if context.target.version < 120 or at_program_scope(variable):
        return
    if "static" in variable.storage and t.object_space(variable.type) == t.CONSTANT:
        context.report(
            variable,
            f"static constant '{variable.name}' in a function: before OpenCL C 2.0 it has to be "
            "at program scope",
        )
