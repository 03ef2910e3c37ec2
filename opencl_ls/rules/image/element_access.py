"""An image is used with `[]`, `*`, `.` or arithmetic.

## What it does
Reports operators that would reach into an image.

## Why
An image is no array: its texels have a format and a layout that only the device knows. The
built-in functions read and write them.

## Example
```cl
kernel void k(read_only image2d_t i, global float4 *out) { out[0] = i[0]; }
```

## Use instead
```cl
kernel void k(read_only image2d_t i, sampler_t s, global float4 *out) {
    out[0] = read_imagef(i, s, (int2)(0, 0));
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.calls import named_symbol
from opencl_ls.semantics.opaque import is_image
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Index, r.Member, r.Unary, r.Binary)
def check(context: RuleContext, record: r.Index | r.Member | r.Unary | r.Binary) -> None:
    """Look at the operands of operators."""
    for operand in _operands(record):
        symbol = named_symbol(context.model, operand)
        if symbol is not None and is_image(symbol.type.type):
            context.report(
                record,
                f"image '{symbol.name}' takes no operators: read it with 'read_imagef', "
                "'read_imagei' or 'read_imageui'",
                related=[(symbol, f"'{symbol.name}' is declared here")],
            )
            return


def _operands(record: r.Index | r.Member | r.Unary | r.Binary) -> tuple[r.Expression, ...]:
    if isinstance(record, r.Index | r.Member):
        return (record.base,)
    if isinstance(record, r.Unary):
        return (record.operand,)
    return () if record.operator.text == "," else (record.left, record.right)
