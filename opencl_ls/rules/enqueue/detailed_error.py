"""The result of a launch is compared with a code that is returned only with -g.

## What it does
Hints at comparisons of the result of `enqueue_kernel` with a detailed error code, such as
`CLK_INVALID_NDRANGE`, and at such a code as a `case`.

## Why
The detailed codes are returned only if the program was built with the option `-g`. Without it,
every failure is `CLK_ENQUEUE_FAILURE`.

## Example
```cl CL2.0
kernel void k(queue_t q, global int *full) {
    int status = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ });
    *full = status == CLK_DEVICE_QUEUE_FULL;
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *failed) {
    int status = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{ });
    *failed = status != CLK_SUCCESS;
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import called_builtin, named_constant
from opencl_ls.semantics.lookup.uses import changing, uses
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS)

_DETAILS: Final = frozenset(
    (
        "CLK_INVALID_QUEUE",
        "CLK_INVALID_NDRANGE",
        "CLK_INVALID_EVENT_WAIT_LIST",
        "CLK_DEVICE_QUEUE_FULL",
        "CLK_INVALID_ARG_SIZE",
        "CLK_EVENT_ALLOCATION_FAILURE",
        "CLK_OUT_OF_RESOURCES",
    )
)


@RULE.on(r.Binary, about=("==", "!="))
def check(context: RuleContext, comparison: r.Binary) -> None:
    """Look at the values that are compared with a detailed code."""
    if comparison.operator.text not in ("==", "!="):
        return
    for code, other in (
        (comparison.left, comparison.right),
        (comparison.right, comparison.left),
    ):
        name = named_constant(context.model, code)
        if name in _DETAILS and _is_status(context, other):
            _report(context, comparison, name)
            return


@RULE.on(r.Case)
def check_case(context: RuleContext, case: r.Case) -> None:
    """Look at a code as the label of a switch over the result of a launch."""
    name = "" if case.value is None else named_constant(context.model, case.value)
    if case.value is None or name not in _DETAILS:
        return
    switch = context.enclosing(case, r.Switch)
    if isinstance(switch, r.Switch) and _is_status(context, switch.condition):
        _report(context, case.value, name)


def _report(context: RuleContext, place: r.Expression, name: str) -> None:
    context.report(
        place,
        f"'{name}' is returned only where the program was built with -g: without it, every "
        "failure is 'CLK_ENQUEUE_FAILURE'",
    )


def _is_status(context: RuleContext, expression: r.Expression) -> bool:
    """Tell whether an expression is the result of a launch, or a variable that holds one."""
    inner = unwrapped(expression)
    if isinstance(inner, r.Assignment):
        inner = unwrapped(inner.right)
    if isinstance(inner, r.Call):
        return called_builtin(context.model, inner) == "enqueue_kernel"
    symbol = context.symbol(inner)
    if not isinstance(inner, r.Name) or not isinstance(symbol, Variable):
        return False
    changes = (changing(context.model, name) for name in uses(context.model, symbol))
    stored = [each.right for each in changes if isinstance(each, r.Assignment)]
    values = [value for value in (symbol.declarator.initializer, *stored) if value is not None]
    return any(
        isinstance(unwrapped(value), r.Call) and _is_status(context, value) for value in values
    )
