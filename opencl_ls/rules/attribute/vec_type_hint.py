"""vec_type_hint names something that cannot be vectorised.

## What it does
Reports a `vec_type_hint` of `void`, `bool`, a pointer, a struct or an opaque type.

## Why
The attribute tells the type in which the kernel computes: a built-in scalar or vector of numbers.

## Example
```cl
struct s { int a; };
kernel __attribute__((vec_type_hint(struct s))) void k(void) {}
```

## Use instead
```cl
kernel __attribute__((vec_type_hint(float4))) void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declared_types import named_builtin
from opencl_ls.semantics.placement import attribute_name
from opencl_ls.semantics.symbols import Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the type in the attribute."""
    if attribute_name(attribute) != "vec_type_hint" or not attribute.arguments:
        return
    argument = attribute.arguments[0]
    kind = _type(context, argument)
    if kind is None or kind.type is t.UNKNOWN:
        return
    if isinstance(kind.type, t.VectorType) or (
        isinstance(kind.type, t.ScalarType) and kind.type.name != "bool"
    ):
        return
    context.report(
        argument,
        f"{t.described(kind)} is no type to compute in: '{attribute.name.text}' takes a scalar "
        "or a vector of numbers",
    )


def _type(context: RuleContext, argument: r.Expression) -> t.Qualified | None:
    """Return the type that the argument names; None where it names none that is known."""
    if isinstance(argument, r.TypeArgument):
        return context.type_of(argument.type)
    if isinstance(argument, r.Name):
        symbol = context.symbol(argument)
        if isinstance(symbol, Typedef):
            return symbol.type
        return named_builtin(argument.name) if symbol is None else None
    return None
