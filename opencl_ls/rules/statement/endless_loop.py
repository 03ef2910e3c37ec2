"""No variable in the condition of a loop changes in the loop.

## What it does
Warns of loops whose condition reads only variables of the function, none of which the loop changes,
and of loops that count away from their bound. Loops with a `break`, a `return` or a `goto` are not
reported, and neither are unsigned counters, which may be meant to wrap around.

## Why
If the condition is true once, it is true for ever: the kernel hangs. Most often the step names
another variable than the condition.

## Example
```cl
kernel void k(global int *out, int t) { for (int i = 0; i < 16; t++) out[i] = t; }
```

## Use instead
```cl
kernel void k(global int *out, int t) { for (int i = 0; i < 16; i++) out[i] = t; }
```

## Versions
All.

## Reference
C11 6.8.5; clang's `-Wfor-loop-analysis`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.endless_loops import runaway, unchanging
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)


@RULE.on(r.For, r.While, r.DoWhile)
def check(context: RuleContext, loop: r.For | r.While | r.DoWhile) -> None:
    """Look at the variables of the condition."""
    if isinstance(loop, r.While) and isinstance(loop.body, r.EmptyStatement):
        return  # That is an extra semicolon, which another rule reports.
    if isinstance(loop, r.For) and isinstance(loop.step, r.Binary):
        if loop.step.operator.text != ",":
            return  # Its step has no effect, which another rule reports.
    name = unchanging(context.model, loop)
    if name is not None:
        context.report(
            name,
            f"nothing in the loop changes '{name.name}', or what else its condition asks for: once "
            "that is true, the loop never ends",
        )
        return
    step = runaway(context.model, loop) if isinstance(loop, r.For) else None
    if step is not None:
        context.report(step, "the loop counts away from its bound: it never ends")
