r"""The result of `printf` is taken for a number of characters.

## What it does
Hints at arithmetic with the result of `printf`, and at comparisons with other numbers than 0 and
-1, also by way of a variable that holds nothing else; and at a result that is returned or stored in
memory, unless the variable that holds it is tested before.

## Why
In C the result is the number of characters that were printed. In OpenCL C it is 0, or -1 if
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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.jumps import labels_of
from opencl_ls.semantics.lookup.uses import keeper, uses
from opencl_ls.syntax import records as r

_ARITHMETIC = ("+", "-", "*", "/", "%")
_COMPARING = ("==", "!=", "<", ">", "<=", ">=")
_CONDITIONS = (r.If, r.While, r.DoWhile, r.For, r.Conditional)

RULE = Rule(Severity.HINT, since="0.1", about=("printf",))


@RULE.on(r.Call, about=("printf",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the operator around a call."""
    if builtin_name(context.model, call) != "printf":
        return
    keeping = keeper(context.model, call)
    values: list[r.Expression] = [call]
    if keeping is not None and only_value(context.model, keeping) is call:
        values.extend(uses(context.model, keeping))
    kept = any(_is_kept(context, each) for each in values)
    if any(_is_counted(context, each) for each in values) or (
        kept and not any(_is_tested(context, each) for each in values)
    ):
        context.report(
            call,
            "the result of printf is 0, or -1 where it failed, and no number of characters",
        )


def _is_counted(context: RuleContext, value: r.Expression) -> bool:
    """Tell whether a value is used as a number other than 0 and -1."""
    inner: r.Record = value
    above = context.parent(value)
    while isinstance(above, r.Parenthesized):
        inner, above = above, context.parent(above)
    if isinstance(above, r.Assignment):
        return above.operator.text[:-1] in _ARITHMETIC and inner is above.right
    if isinstance(above, r.Switch):
        return inner is above.condition and any(
            _is_number(context, case.value, "==") for case in labels_of(above) if case.value
        )
    if not isinstance(above, r.Binary):
        return False
    if above.operator.text in _COMPARING:
        other = above.right if inner is above.left else above.left
        return _is_number(context, other, above.operator.text)
    return above.operator.text in _ARITHMETIC


def _is_kept(context: RuleContext, value: r.Expression) -> bool:
    """Tell whether a value is returned, or stored anywhere but in a variable."""
    above = _above(context, value)
    if isinstance(above, r.Assignment):
        return above.operator.text == "=" and not isinstance(unwrapped(above.left), r.Name)
    return isinstance(above, r.Return)


def _is_tested(context: RuleContext, value: r.Expression) -> bool:
    """Tell whether an operator or a statement tests whether a value is 0."""
    above = _above(context, value)
    if isinstance(above, r.Binary):
        return above.operator.text in (*_COMPARING, "&&", "||")
    return isinstance(above, (*_CONDITIONS, r.Switch)) or (
        isinstance(above, r.Unary) and above.operator == "!"
    )


def _above(context: RuleContext, value: r.Expression) -> r.Record | None:
    above = context.parent(value)
    while isinstance(above, r.Parenthesized):
        above = context.parent(above)
    return above


def _is_number(context: RuleContext, other: r.Expression, operator: str) -> bool:
    """Tell whether a result is compared with a number that it can never be."""
    known = fixed_values(context.model).integer(other)
    return known is not None and (known not in (0, -1) or operator == ">")
