"""Something that has no elements is indexed.

## What it does
Reports `a[b]` if neither is an array, a pointer or a vector, and indices that are no integers.

## Why
An index counts elements, so the indexed value has to have elements, and the index has to be an
integer.

## Example
```cl
kernel void k(global int *data, int n) { data[0] = n[1]; }
```

## Use instead
```cl
kernel void k(global int *data, int n) { data[0] = data[n]; }
```

## Versions
All.

## Reference
C11 6.5.2.1.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import has_rules_of_its_own
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.NotIndexable)
def check(context: RuleContext, problem: p.NotIndexable) -> None:
    """Report the value without elements, or the invalid index."""
    record = problem.record
    if not isinstance(record, r.Index) or has_rules_of_its_own(problem.base):
        return
    if problem.reason == "index":
        context.report(record.index, f"an index is an integer, not {t.described(problem.index)}")
        return
    context.report(
        record.base,
        f"{t.described(problem.base)} has no elements: it is no array, pointer or vector",
    )
