"""An operator is applied to a pipe.

## What it does
Reports assignments, comparisons, members, and other operators with a pipe as an operand.

## Why
A pipe is read and written by built-in functions. No operator of C applies to it.

## Example
```cl CL2.0
kernel void k(read_only pipe int p, read_only pipe int q) { p = q; }
```

## Use instead
```cl CL2.0
kernel void k(read_only pipe int p, global uint *o) { o[0] = get_pipe_num_packets(p); }
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Restrictions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_pipe
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.operands import operator_place
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=PIPES,
    about=(t.PipeType,),
    supersedes=("builtin/no-matching-form",),
)


_Operation = r.Assignment | r.Binary | r.Unary | r.Postfix | r.Index | r.Member


@RULE.on(r.Assignment, r.Binary, r.Unary, r.Postfix, r.Index, r.Member)
def check(context: RuleContext, record: _Operation) -> None:
    """Look at the operands of operators."""
    for operand in _operands(record):
        symbol = named_symbol(context.model, operand)
        if symbol is not None and is_pipe(symbol.type.type):
            context.report(
                _place(record),
                f"pipe '{symbol.name}' takes no operators",
                related=[(symbol, f"'{symbol.name}' is declared here")],
            )
            return


def _operands(record: _Operation) -> tuple[r.Expression, ...]:
    if isinstance(record, r.Unary | r.Postfix):
        return (record.operand,)
    if isinstance(record, r.Index | r.Member):
        return (record.base,)
    return record.left, record.right


def _place(record: _Operation) -> Ranged:
    return record if isinstance(record, r.Index | r.Member) else operator_place(record)
