"""The global size of a range is not a multiple of its local size.

## What it does
Hints at a range with constant sizes whose global size is no multiple of the local size; warns of it
where the program is compiled with `-cl-uniform-work-group-size`.

## Why
The last work-group is then smaller than the others, which not every device supports. With
`-cl-uniform-work-group-size` the launch fails with `CLK_INVALID_NDRANGE`.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100, 64), ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(128, 64), ^{ });
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
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import called_builtin
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.HINT, since="0.1", versions=BLOCKS, about=("ndrange_1D", "ndrange_2D", "ndrange_3D")
)

_DIMENSIONS: Final = {"ndrange_1D": 1, "ndrange_2D": 2, "ndrange_3D": 3}


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the constant sizes of a range; without a local size there is nothing to compare."""
    name = called_builtin(context.model, call)
    if name not in _DIMENSIONS or len(call.arguments) not in (2, 3):
        return
    whole, part = (_sizes(context, each, name) for each in call.arguments[-2:])
    for dimension, (size, group) in enumerate(zip(whole, part, strict=False)):
        if size is None or group is None or group <= 0 or size % group == 0:
            continue
        where = f" in dimension {dimension}" if name != "ndrange_1D" else ""
        uniform = context.target.uniform_work_group_size
        effect = (
            "with -cl-uniform-work-group-size the launch fails"
            if uniform
            else "the last work-group is smaller, and with -cl-uniform-work-group-size the launch "
            "fails"
        )
        context.report(
            call,
            f"the global size {size} is no multiple of the local size {group}{where}: {effect}",
            severity=Severity.WARNING if uniform else None,
        )
        return


def _sizes(context: RuleContext, expression: r.Expression, name: str) -> list[int | None]:
    """Return the sizes that an argument gives, None for each that is not known."""
    folder = fixed_values(context.model)
    if name == "ndrange_1D":
        known = [folder.integer(value) for _, value in alternatives(context.model, expression)]
        return known if len(known) == 1 else []
    array = named_symbol(context.model, expression)
    if not isinstance(array, Variable):
        return []
    values = array.declarator.initializer
    if not isinstance(values, r.InitializerList) or any(e.designators for e in values.entries):
        return []
    for use in uses(context.model, array):
        above = context.parent(use)
        if not isinstance(above, r.Call) or called_builtin(context.model, above) != name:
            return []
    return [folder.integer(entry.value) for entry in values.entries]
