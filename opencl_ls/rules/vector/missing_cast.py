"""A list in parentheses is no vector.

## What it does
Reports `(a, b, c, d)` without a vector type in front where a vector is wanted.

## Why
Without the type the commas are operators: all values but the last are thrown away, and the last one
goes into every component.

## Example
```cl
float4 f(void) { float4 v = (1.0f, 2.0f, 3.0f, 4.0f); return v; }
```

## Use instead
```cl
float4 f(void) { float4 v = (float4)(1.0f, 2.0f, 3.0f, 4.0f); return v; }
```

## Versions
All.

## Reference
OpenCL C specification, "Vector Literals".

## Fix safety
Unsafe: it changes what the program computes, to what was most likely meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, inserting
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.operands import operands
from opencl_ls.semantics.returns import enclosing_function
from opencl_ls.semantics.symbols import Function, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(t.VectorType,))


@RULE.on(r.Binary, about=(",",))
def check(context: RuleContext, row: r.Binary) -> None:
    """Look at rows of values that stand where a vector is wanted."""
    value = context.parent(row)
    if row.operator.text != "," or not isinstance(value, r.Parenthesized):
        return
    kind = _wanted(context, value)
    if kind is None or not isinstance(kind.type, t.VectorType):
        return
    given = context.model.types.get(value, t.UNKNOWN_QUALIFIED).type
    if isinstance(given, t.VectorType) or not _is_list(row, kind.type):
        return
    name = t.spelled(t.Qualified(kind.type, alias=kind.alias))
    context.report(
        value,
        f"this is no vector: the commas throw away all values but the last; write '({name})' "
        "in front",
        fixes=[inserting(f"Insert '({name})'", value.start, f"({name})", safe=False)],
    )


def _wanted(context: RuleContext, value: r.Expression) -> t.Qualified | None:
    """Return the type of what a value goes to or meets, None where that is not known."""
    place: r.Record = value
    above = context.parent(place)
    while isinstance(above, r.Parenthesized):
        place, above = above, context.parent(above)
    if isinstance(above, r.InitDeclarator | r.InitializerEntry):
        return _initialized(context, above)
    if isinstance(above, r.Return):
        function = enclosing_function(context.model, above)
        kind = None if function is None else function.type.type
        return kind.result if isinstance(kind, t.FunctionType) else None
    if isinstance(above, r.Call):
        return _parameter(context, above, place)
    pair = None if above is None else operands(above)
    if pair is None or place not in pair:
        return None
    return context.model.types.get(pair[1] if place is pair[0] else pair[0])


def _parameter(context: RuleContext, call: r.Call, argument: r.Record) -> t.Qualified | None:
    """Return the type of the parameter that an argument goes to, if there is one form only."""
    symbol = context.symbol(call.callee)
    kind = context.model.types.get(call.callee, t.UNKNOWN_QUALIFIED).type
    if isinstance(symbol, Function) and symbol.is_overloadable:
        return None
    if not isinstance(kind, t.FunctionType) or argument not in call.arguments:
        return None
    index = call.arguments.index(argument)
    return kind.parameters[index] if index < len(kind.parameters) else None


def _initialized(
    context: RuleContext, above: r.InitDeclarator | r.InitializerEntry
) -> t.Qualified | None:
    """Return the type of a variable, or of the elements of an array."""
    in_list = isinstance(above, r.InitializerEntry)
    declarator: r.Record | None = above
    if in_list:
        entries = context.parent(above)
        declarator = None if entries is None else context.parent(entries)
    symbol = None if declarator is None else context.declared(declarator)
    if not isinstance(symbol, Variable):
        return None
    if in_list:
        return symbol.type.type.element if isinstance(symbol.type.type, t.ArrayType) else None
    return symbol.type


def _is_list(inner: r.Expression, wanted: t.VectorType) -> bool:
    """Tell whether an expression is a row of as many values as the vector has components."""
    count = 1
    while isinstance(inner, r.Binary) and inner.operator.text == ",":
        if isinstance(inner.left, r.Assignment | r.Call):
            return False
        count, inner = count + 1, inner.left
    return 1 < count <= wanted.width
