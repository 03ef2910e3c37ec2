"""A function returns a pipe.

## What it does
Reports functions whose result is a pipe.

## Why
Pipes can only be parameters. The caller has the pipe already.

## Example
```cl CL2.0
pipe int pick(void);
```

## Use instead
```cl CL2.0
int pick(void);
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_pipe
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1", versions=PIPES, about=(t.PipeType,))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the types of results."""
    kind = function.type.type
    if not isinstance(kind, t.FunctionType) or not is_pipe(kind.result.type):
        return
    specifiers = function.declaration.specifiers
    word = next((word for word in specifiers.qualifiers if word.text == "pipe"), None)
    written = specifiers.type or specifiers
    start = written.start if word is None else word.start
    context.report(
        (start, written.end),
        f"'{function.name}' returns a pipe: a pipe can only be a parameter",
    )
