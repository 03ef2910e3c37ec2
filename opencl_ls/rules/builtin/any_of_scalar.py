"""`any` or `all` is called with a scalar.

## What it does
Hints at `any` and `all` with a scalar argument.

## Why
The overloads for scalars are deprecated from 3.0 on. They test the sign bit, which is surprising:
`any(1)` is 0.

## Example
```cl CL3.0
kernel void k(int a, global int *out) { *out = any(a); }
```

## Use instead
```cl CL3.0
kernel void k(int a, global int *out) { *out = a < 0; }
```

## Versions
3.0.

## Reference
OpenCL C specification, "Relational Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_30, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_30)


@RULE.on(r.Call, about=("any", "all"))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the type of the argument."""
    name = builtin_name(context.model, call)
    if name not in ("any", "all") or len(call.arguments) != 1 or not is_sound(context.model, call):
        return
    argument = call.arguments[0]
    kind = value_of(context.model.types.get(argument, t.UNKNOWN_QUALIFIED))
    if isinstance(kind.type, t.ScalarType):
        context.report(
            argument,
            f"'{name}' of {t.described(kind)} is deprecated from OpenCL C 3.0 on: it tells whether "
            "the sign bit is set, as '< 0' does",
            deprecated=True,
        )
