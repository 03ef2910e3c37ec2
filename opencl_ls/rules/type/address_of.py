"""The operand of `&` has no address.

## What it does
Reports `&` before values that are no objects, components of vectors, and bit-fields.

## Why
Only an object in memory has an address. The components of a vector may be in several registers; a
pointer to a whole vector is allowed.

## Example
```cl
void f(float4 v) { float *p = &v.x; }
```

## Use instead
```cl
void f(float4 v) { float4 *p = &v; }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Components"; C11 6.5.3.2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import has_rules_of_its_own

RULE = Rule(Severity.ERROR, since="0.1")


_REASONS = {
    "rvalue": "it is a value and no object in memory",
    "component": "the components of a vector cannot be pointed to",
    "bit-field": "a bit-field does not begin at an address",
    "opaque": "an opaque object cannot be pointed to",
}


@RULE.on(p.InvalidOperand)
def check(context: RuleContext, problem: p.InvalidOperand) -> None:
    """Report why there is no address."""
    if problem.operator != "&" or problem.reason not in _REASONS:
        return
    if has_rules_of_its_own(problem.operand):
        return
    context.report(
        problem.record,
        f"{t.described(problem.operand)} has no address here: {_REASONS[problem.reason]}",
    )
