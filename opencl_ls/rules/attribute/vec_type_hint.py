"""vec_type_hint names something that cannot be vectorised.

## What it does
Reports a `vec_type_hint` of `void`, `bool`, a pointer, a struct or an opaque type, of a value, and
one without a type or with several.

## Why
The attribute names the type in which the kernel computes: a built-in scalar or vector of numbers.

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

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.attribute_subjects import is_ignored
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


_NO_TYPES: Final = (
    r.IntegerLiteral,
    r.FloatLiteral,
    r.CharacterLiteral,
    r.StringLiteral,
    r.VectorLiteral,
)


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the type in the attribute."""
    if attribute_name(attribute) != "vec_type_hint":
        return
    arguments, name = attribute.arguments or (), attribute.name.text
    ignored = is_ignored(context.model, attribute)
    if ignored and not arguments:
        return
    # Compilers read the type before they check the subject of the attribute.
    if len(arguments) != 1:
        context.report(
            arguments[1] if arguments else attribute,
            f"'{name}' takes one type, not {len(arguments)}: the one to compute in, such as "
            "'float4'",
        )
        return
    argument = arguments[0]
    if _is_no_type(context, argument):
        text = context.text(argument)
        context.report(argument, f"'{text}' is no type: '{name}' takes one, such as 'float4'")
        return
    kind = None if ignored else _type(context, argument)
    if kind is None or kind.type is t.UNKNOWN:
        return
    if isinstance(kind.type, t.VectorType) or (
        isinstance(kind.type, t.ScalarType) and kind.type.name != "bool"
    ):
        return
    context.report(
        argument,
        f"{t.described(kind)} is no type to compute in: '{name}' takes a scalar "
        "or a vector of numbers",
    )


def _is_no_type(context: RuleContext, argument: r.Expression) -> bool:
    """Tell whether an argument is a value, or the name of one."""
    symbol = context.symbol(argument)
    return isinstance(argument, _NO_TYPES) or (
        symbol is not None and not isinstance(symbol, Typedef)
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
