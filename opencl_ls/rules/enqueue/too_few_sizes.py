"""`ndrange_2D` or `ndrange_3D` gets an array of too few sizes.

## What it does
Reports an array of 1 element as an argument of `ndrange_2D`, and one of 1 or 2 elements as an
argument of `ndrange_3D`.

## Why
The functions read 2 and 3 elements: memory beyond the end of the array becomes a size.

## Example
```cl CL2.0
ndrange_t whole(void) {
    const size_t sizes[2] = { 4, 4 };
    return ndrange_3D(sizes);
}
```

## Use instead
```cl CL2.0
ndrange_t whole(void) {
    const size_t sizes[2] = { 4, 4 };
    return ndrange_2D(sizes);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Helper Functions: Kernel Query Functions and ndrange".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.semantics.model.wording import counted
from opencl_ls.syntax import records as r

_DIMENSIONS = {"ndrange_2D": 2, "ndrange_3D": 3}

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=_DIMENSIONS)


@RULE.on(r.Call, about=_DIMENSIONS)
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the sizes of the arrays with the number of dimensions."""
    name = builtin_name(context.model, call)
    dimensions = _DIMENSIONS.get(name)
    if dimensions is None or not is_sound(context.model, call):
        return
    for argument in call.arguments:
        kind = context.model.types.get(argument, t.UNKNOWN_QUALIFIED).type
        if isinstance(kind, t.ArrayType) and kind.size is not None and kind.size < dimensions:
            context.report(
                argument,
                f"'{name}' reads {dimensions} elements, and '{context.text(argument)}' has "
                f"{counted(kind.size, 'element')}",
            )
