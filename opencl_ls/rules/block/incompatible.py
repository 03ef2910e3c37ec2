"""A block has another signature than its variable.

## What it does
Reports blocks that are used as an initializer, passed or assigned where a block with another result
or other parameters is expected, and values that are no blocks at all.

## Why
A block type consists of its result and its parameters, and both have to be the same: no conversion
takes place. A block literal without a result type has that of its `return`, and `void` where it
returns nothing.

## Example
```cl CL2.0
void f(void) { int (^inc)(int) = ^(float x) { return 1; }; }
```

## Use instead
```cl CL2.0
void f(void) { int (^inc)(int) = ^(int x) { return x + 1; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Blocks"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import declared_parameter, misplaced
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS)


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Say which signatures meet."""
    if isinstance(problem.destination.type, t.BlockType) and problem.reason == "incompatible":
        record = problem.record
        if isinstance(record, r.BlockLiteral) and not context.text(record.body).startswith("{"):
            return
        reason = "a block is wanted"
        if isinstance(problem.source.type, t.BlockType):
            reason = "the result and the parameters have to be the same"
        context.report(
            problem.record,
            f"{misplaced(problem)}: {reason}",
            related=declared_parameter(problem),
        )
