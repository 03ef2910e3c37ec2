"""An image is an operand of `?:`.

## What it does
Reports images as the second or third operand of `?:`: NVIDIA's compiler rejects it, those based on
clang accept it.

## Why
No operator applies to images: the compiler has to know which image a read uses. All compilers
reject an image together with another type, or a vector as the condition.

## Example
```cl
kernel void k(read_only image2d_t a, read_only image2d_t b, sampler_t s, global float4 *o, int c) {
    o[0] = read_imagef(c ? a : b, s, (int2)(0, 0));
}
```

## Use instead
```cl
kernel void k(read_only image2d_t a, read_only image2d_t b, sampler_t s, global float4 *o, int c) {
    o[0] = c ? read_imagef(a, s, (int2)(0, 0)) : read_imagef(b, s, (int2)(0, 0));
}
```

## Versions
All.

## Reference
OpenCL C specification, "Other Built-in Data Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_image
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(t.ImageType,))


@RULE.on(r.Conditional)
def check(context: RuleContext, record: r.Conditional) -> None:
    """Look at the operands."""
    for operand in (record.chosen, record.otherwise):
        symbol = None if operand is None else named_symbol(context.model, operand)
        if symbol is not None and is_image(symbol.type.type):
            context.report(
                record,
                f"'?:' cannot choose the image '{symbol.name}': choose between two reads",
                related=[(symbol, f"'{symbol.name}' is declared here")],
                severity=Severity.ERROR if _is_refused(context, record) else None,
            )
            return


def _is_refused(context: RuleContext, record: r.Conditional) -> bool:
    """Tell whether the types of condition and operands, all of them known, do not match."""
    operands = (record.condition, record.chosen or record.condition, record.otherwise)
    kinds = [context.model.types.get(each, t.UNKNOWN_QUALIFIED).type for each in operands]
    if any(isinstance(kind, t.UnknownType) for kind in kinds):
        return False
    return isinstance(context.model.types.get(record, t.UNKNOWN_QUALIFIED).type, t.UnknownType)
