"""A pipe is read_write.

## What it does
Reports `read_write` on pipes; in a typedef it is a warning, since compilers accept it there.

## Why
A kernel either reads a pipe or writes it, never both.

## Example
```cl CL2.0
kernel void k(read_write pipe int p) {}
```

## Use instead
```cl CL2.0
kernel void k(read_only pipe int source, write_only pipe int result) {}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Access Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import (
    Declaring,
    access_words,
    declarations_of,
    is_pipe,
)
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Typedef,
    Variable,
)

RULE = Rule(Severity.ERROR, since="0.1", versions=PIPES, about=(t.PipeType,))


@RULE.on(Variable, Typedef, MemberVariable, Function, ParameterVariable, about=RULE.about)
def check(context: RuleContext, declaring: Declaring) -> None:
    """Look at the words of declarations."""
    for specifiers, base in declarations_of(declaring):
        words = access_words(specifiers)
        if len(words) == 1 and is_pipe(base.type) and spaces.plain(words[0].text) == "read_write":
            context.report(
                words[0],
                f"'{words[0].text}' on a pipe: say 'read_only' or 'write_only'",
                severity=Severity.WARNING if isinstance(declaring, Typedef) else None,
            )
