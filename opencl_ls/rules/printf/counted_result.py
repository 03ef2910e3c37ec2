r"""The result of `printf` is taken for a number of characters.

## What it does
Hints at arithmetic with the result of `printf`, and at comparisons with other numbers than 0 and
-1.

## Why
In C the result is the number of characters that were printed. In OpenCL C it is 0, or -1 where
printing failed.

## Example
```cl
kernel void k(int n) {
    int length = 0;
    length += printf("%d\n", n);
    if (length > 4) printf("long\n");
}
```

## Use instead
```cl
kernel void k(int n) {
    if (printf("%d\n", n) != 0) return;
}
```

## Versions
All.

## Reference
OpenCL C specification, "printf"; reference page printf.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.semantics.constness import fixed_values
from opencl_ls.syntax import records as r

_ARITHMETIC = ("+", "-", "*", "/", "%")
_COMPARING = ("==", "!=", "<", ">", "<=", ">=")

RULE = Rule(Severity.HINT, since="0.1", about=("printf",))


@RULE.on(r.Call, about=("printf",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the operator around a call."""
    if builtin_name(context.model, call) != "printf":
        return
    inner: r.Record = call
    above = context.parent(call)
    while isinstance(above, r.Parenthesized):
        inner, above = above, context.parent(above)
    if isinstance(above, r.Assignment):
        is_counted = above.operator.text != "="
    elif isinstance(above, r.Binary) and above.operator.text in _COMPARING:
        other = fixed_values(context.model).integer(
            above.right if inner is above.left else above.left
        )
        is_counted = other is not None and (other not in (0, -1) or above.operator.text == ">")
    else:
        is_counted = isinstance(above, r.Binary) and above.operator.text in _ARITHMETIC
    if is_counted:
        context.report(
            call,
            "the result of printf is 0, or -1 where it failed, and no number of characters",
        )
