"""An image is used with `[]`, `*`, `.`, arithmetic or a comma.

## What it does
Reports operators that would access a part of an image or compute with it.

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

## Fix safety
Unsafe: the result has the components of a texel, and the intended coordinates may differ.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import access_of, is_image
from opencl_ls.semantics.lookup.uses import changing, uses
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", about=(t.ImageType,))

_DIMENSIONS: Final = {
    "image1d_t": 1,
    "image1d_buffer_t": 1,
    "image1d_array_t": 2,
    "image2d_t": 2,
    "image2d_array_t": 3,
    "image3d_t": 3,
}
"""The number of coordinates of a texel, including the index into an array."""


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for operators around the names of images; of two images report the left one."""
    model = context.model
    symbols = {each for each in model.references.values() if each and is_image(each.type.type)}
    names = ((name, symbol) for symbol in symbols for name in uses(model, symbol))
    seen: set[r.Record] = set()
    for name, symbol in sorted(names, key=lambda each: each[0].start):
        record = _operation(model, name)
        if record is not None and record not in seen:
            seen.add(record)
            verb = "write" if access_of(symbol.type) == "write_only" else "read"
            context.report(
                record,
                f"image '{symbol.name}' takes no operators: {verb} it with '{verb}_imagef', "
                f"'{verb}_imagei' or '{verb}_imageui'",
                related=[(symbol, f"'{symbol.name}' is declared here")],
                fixes=_read(context, record, symbol),
            )


def _operation(model: ItemModel, operand: r.Expression) -> r.Record | None:
    """Return the operator that an expression is an operand of, None where it is none."""
    above = model.parents.get(operand)
    while isinstance(above, r.Parenthesized):
        operand, above = above, model.parents.get(above)
    if isinstance(above, r.Index):
        return above if above.base is operand else None
    if isinstance(above, r.Assignment):
        # Other rules report the assignment of an image.
        is_read = above.right is operand and above.operator.text != "="
        return above if is_read else None
    return above if isinstance(above, r.Member | r.Unary | r.Postfix | r.Binary) else None


def _read(context: RuleContext, record: r.Record, image: Symbol) -> list[ItemFix]:
    """Return the fix that reads a texel in place of `image[y][x]`, which needs OpenCL C 1.2."""
    dimension = _DIMENSIONS.get(t.spelled(t.Qualified(image.type.type)), 0)
    indices: list[str] = []
    written: list[r.Expression] = []
    whole: r.Record | None = record
    last: r.Expression | None = None
    while isinstance(whole, r.Index) and (last is None or whole.base is last):
        indices.insert(0, context.text(whole.index))
        written.append(whole.index)
        last, whole = whole, context.parent(whole)
    if last is None or len(indices) > dimension or image.type.access == "write_only":
        return []
    if context.target.version < 120 or changing(context.model, last) is not None:
        return []
    place = indices[0]
    kinds = [context.model.types.get(each, t.UNKNOWN_QUALIFIED).type for each in written]
    if any(isinstance(kind, t.VectorType) for kind in kinds):
        width = {1: 1, 2: 2}.get(dimension, 4)
        if len(kinds) > 1 or not isinstance(kinds[0], t.VectorType) or kinds[0].width != width:
            return []
    elif dimension > 1:
        width = 2 if dimension == 2 else 4
        place = f"(int{width})({', '.join([*indices, '0', '0', '0'][:width])})"
    function = _function(context, last)
    text = f"{function}({image.name}, {place})"
    return [replacing(f"Use '{function}'", last, text, safe=False)]


def _function(context: RuleContext, value: r.Expression) -> str:
    """Return the function that reads texels of the type that a value is stored in."""
    above = context.parent(value)
    kind = t.UNKNOWN_QUALIFIED
    if isinstance(above, r.Assignment):
        kind = context.model.types.get(above.left, kind)
    declared = context.declared(above) if isinstance(above, r.InitDeclarator) else None
    if declared is not None:
        kind = declared.type
    wanted = t.spelled(t.Qualified(kind.type))
    return {"int4": "read_imagei", "uint4": "read_imageui"}.get(wanted, "read_imagef")
