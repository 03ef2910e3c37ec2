"""A function that is declared `noreturn` returns.

## What it does
Reports a `return` in a function with the attribute `noreturn`, and such a function whose end can
be reached.

## Why
Callers are compiled as if no statement after the call was ever executed: the behaviour is
undefined.

## Example
```cl
__attribute__((noreturn)) void stop(global int *flag) { flag[0] = 1; }
```

## Use instead
```cl
__attribute__((noreturn)) void stop(global int *flag) { flag[0] = 1; while (1); }
```

## Versions
All.

## Reference
C11 6.7.4; clang's `-Winvalid-noreturn`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.flow.reachability import falls_off
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the bodies of functions with the attribute."""
    body = None if function.definition is None else function.definition.body
    names = [attribute_name(each) for each in function.attributes] if body is not None else []
    if body is None or "noreturn" not in names:
        return
    found = next((each for each in _returns(body)), None)
    if found is None and falls_off(context.model, body):
        context.report((body.end - 1, body.end), f"'{function.name}' is 'noreturn', and ends here")
    elif found is not None:
        context.report(found, f"'{function.name}' is 'noreturn', and returns here")


def _returns(body: r.Compound) -> list[r.Return]:
    """Return the `return` statements of a body, without those of blocks in it."""
    found: list[r.Return] = []
    pending: list[r.Record] = list(body.statements)
    while pending:
        record = pending.pop()
        if isinstance(record, r.Return):
            found.append(record)
        elif isinstance(record, r.Statement) and not isinstance(record, r.Declaration):
            pending.extend(r.children(record))
    return sorted(found, key=lambda each: each.start)
