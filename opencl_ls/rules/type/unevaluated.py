"""An operand that is not evaluated has a side effect.

## What it does
Warns of assignments, `++` and `--` in the operand of `sizeof` and `vec_step`.

## Why
Only the type of the operand is used. The operand is not evaluated, so the variable keeps its value.

## Example
```cl
kernel void k(global ulong *out, int n) { out[0] = sizeof(n++); out[1] = n; }
```

## Use instead
```cl
kernel void k(global ulong *out, int n) { out[0] = sizeof(n); n++; out[1] = n; }
```

## Versions
All.

## Reference
C11 6.5.3.4p2; OpenCL C specification, "Vector Data Load and Store Functions", vec_step; clang's
`-Wunevaluated-expression`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)

_STEPS = ("++", "--")


@RULE.on(r.TypeQuery)
def check(context: RuleContext, query: r.TypeQuery) -> None:
    """Look for the first such operator in the operand."""
    pending: list[r.Record] = [query.operand]
    while pending:
        record = pending.pop()
        if isinstance(record, r.Assignment):
            operator = record.operator.text
        elif isinstance(record, r.Unary | r.Postfix) and record.operator in _STEPS:
            operator = record.operator
        else:
            if not isinstance(record, r.BlockLiteral | r.StatementExpression):
                pending.extend(reversed(list(r.children(record))))
            continue
        message = f"'{operator}' has no effect here: '{query.keyword}' asks only for the type"
        context.report(record, message)
        return
