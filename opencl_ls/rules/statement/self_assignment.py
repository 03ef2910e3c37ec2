"""A variable is assigned to itself.

## What it does
Warns of `n = n`, `n &= n` and `n |= n` where both operands are one variable that is not volatile.
What a macro writes is not reported, nor `for (n = n; ...)`, which names the variable of the loop.

## Why
The statement does nothing. Most often another variable was meant, or a member of the same name.

## Example
```cl
kernel void k(global int *out, int count, int offset) {
    offset = offset;
    out[offset] = count;
}
```

## Use instead
```cl
kernel void k(global int *out, int count, int offset) {
    offset = count;
    out[offset] = count;
}
```

## Versions
All.

## Reference
clang's `-Wself-assign`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", profile=STRICT, as_written=True)


@RULE.on(r.Assignment, about=(r.Name, r.Parenthesized))
def check(context: RuleContext, record: r.Assignment) -> None:
    """Compare the variables on both sides."""
    if record.operator.text not in ("=", "&=", "|="):
        return
    statement = context.parent(record)
    loop = None if statement is None else context.parent(statement)
    if isinstance(loop, r.For) and loop.initial is statement:
        return
    symbol = named_symbol(context.model, record.left)
    if symbol is None or symbol is not named_symbol(context.model, record.right):
        return
    if isinstance(symbol, Variable | ParameterVariable) and not symbol.type.volatile:
        context.report(record, f"'{symbol.name}' is assigned to itself, which changes nothing")
