"""A break or continue has no enclosing loop or switch.

## What it does
Reports `break` outside loops and `switch`, and `continue` outside loops.

## Why
The statement has nothing to leave or to continue.

## Example
```cl
void f(int a) { if (a) break; }
```

## Use instead
```cl
void f(int a) { if (a) return; }
```

## Versions
All.

## Reference
C11 6.8.6.2 and 6.8.6.3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.macros.undefined_macros import is_behind_host_macro
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_LOOPS = (r.For, r.While, r.DoWhile)


@RULE.on(r.Break, r.Continue)
def check(context: RuleContext, jump: r.Break | r.Continue) -> None:
    """Look for a loop or a switch around the statement; block literals have a rule of their own."""
    left: tuple[type[r.Record], ...] = _LOOPS
    if isinstance(jump, r.Break):
        left = (*_LOOPS, r.Switch)
    above: r.Record | None = jump
    around = context.enclosing(jump, *left)
    if around is not None:
        return
    while above is not None and not isinstance(above, r.FunctionDefinition | r.BlockLiteral):
        outer = context.parent(above)
        if isinstance(outer, r.Compound) and is_behind_host_macro(context.model, outer, above):
            return  # `FOR_EACH(i, n) { break; }`
        above = outer
    if above is None:
        return
    if isinstance(jump, r.Break):
        context.report(jump, "'break' is in no loop and in no switch that it could leave")
    else:
        context.report(jump, "'continue' is in no loop that it could continue")
