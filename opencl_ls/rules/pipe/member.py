"""A struct or union has a pipe as a member.

## What it does
Reports members of a pipe type.

## Why
Pipes can only be parameters, each by itself.

## Example
```cl CL2.0
struct s { pipe int p; };
```

## Use instead
```cl CL2.0
struct s { int p; };
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
from opencl_ls.semantics.declarations.opaque import access_words, is_pipe
from opencl_ls.semantics.types.symbols import MemberVariable

RULE = Rule(Severity.ERROR, since="0.1", versions=PIPES, about=(t.PipeType,))


@RULE.on(MemberVariable, about=RULE.about)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the types of members."""
    if is_pipe(member.type.type):
        context.report(
            member,
            f"member '{member.name}' is a pipe: a pipe can only be a parameter",
            # Compilers accept the member, and reject the word for its access.
            severity=None if access_words(member.declaration.specifiers) else Severity.WARNING,
        )
