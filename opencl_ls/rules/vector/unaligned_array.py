"""An array of scalars is read through a pointer to vectors.

## What it does
Reports casts to pointers to vectors if the pointer points to an array of scalars without an
`aligned` attribute; and casts of a pointer to scalars plus a constant that is no multiple of the
vector's size, as in `(global float4 *)(p + 1)`.

## Why
The cast asserts the alignment of the vector, but an array of `float` has only that of `float`. If
the array is not aligned, the behaviour is undefined. `vloadn` and `vstoren` need only the alignment
of the scalar.

## Example
```cl
kernel void k(global float4 *out) {
    local float tile[64];
    out[0] = *(local float4 *)&tile[8];
}
```

## Use instead
```cl
kernel void k(global float4 *out) {
    local float tile[64];
    out[0] = vload4(2, tile);
}
```

## Versions
All.

## Reference
OpenCL C specification, "Alignment of Types", "Vector Data Load and Store Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import size_of
from opencl_ls.semantics.declarations.placement import attribute_name, attributes_of
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.memory.addresses import addressed
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on(r.Cast)
def check(context: RuleContext, cast: r.Cast) -> None:
    """Look for the array that a pointer to vectors points to."""
    wanted = context.type_of(cast.type)
    if wanted is None or not isinstance(wanted.type, t.PointerType):
        return
    vector = wanted.type.pointee.type
    # Vectors of 3 are padded, for which there is another rule.
    if not isinstance(vector, t.VectorType) or vector.width == 3:
        return
    found = addressed(context.model, cast.operand)
    symbol = None if found is None else context.symbol(found)
    if symbol is None:
        _check_offset(context, cast, vector)
        return
    element = t.element_of(symbol.type)
    if not isinstance(element.type, t.ScalarType) or not _is_plain_array(symbol):
        return
    ways = f"give it __attribute__((aligned({size_of(vector)})))"
    if element.type is vector.element:
        ways += f", or use 'vload{vector.width}' and 'vstore{vector.width}'"
    context.report(
        cast,
        f"'{symbol.name}' need not have the alignment of {t.described(t.Qualified(vector))}: "
        f"{ways}",
        related=[(symbol, f"'{symbol.name}' is declared here")],
    )


def _check_offset(context: RuleContext, cast: r.Cast, vector: t.VectorType) -> None:
    """Look at a pointer plus an offset: if the pointer was aligned, the sum is not."""
    operand = unwrapped(cast.operand)
    moved = _offset(context, operand)
    kind = context.model.types.get(operand, t.UNKNOWN_QUALIFIED).type
    scalar = kind.pointee.type if isinstance(kind, t.PointerType) else None
    if moved is None or not isinstance(scalar, t.ScalarType):
        return
    size = vector.width * vector.element.bits
    if scalar.bits * moved % size == 0:
        return
    context.report(
        cast,
        f"'{context.text(operand)}' does not have the alignment of "
        f"{t.described(t.Qualified(vector))} where the pointer without the offset has it"
        + (f": use 'vload{vector.width}'" if scalar is vector.element else ""),
    )


def _offset(context: RuleContext, pointer: r.Expression) -> int | None:
    """Return the constant offset of a pointer, `2` in `p + 2` and `&p[2]`."""
    if isinstance(pointer, r.Binary) and pointer.operator.text in ("+", "-"):
        return fixed_values(context.model).integer(pointer.right)
    place = unwrapped(pointer.operand) if isinstance(pointer, r.Unary) else None
    if isinstance(place, r.Index) and isinstance(pointer, r.Unary) and pointer.operator == "&":
        return fixed_values(context.model).integer(place.index)
    return None


def _is_plain_array(symbol: object) -> bool:
    """Tell whether a symbol is an array whose alignment depends only on its type."""
    if not isinstance(symbol, Variable) or not isinstance(symbol.type.type, t.ArrayType):
        return False
    attributes = attributes_of(symbol.declaration, symbol.declarator.declarator)
    typedefs = isinstance(symbol.declaration.specifiers.type, r.NamedType)
    return not typedefs and all(attribute_name(each) != "aligned" for each in attributes)
