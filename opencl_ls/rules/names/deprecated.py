"""A name is used that its declaration marks as deprecated or unavailable.

## What it does
Reports uses of functions, variables, parameters and types that are declared with the attribute
`deprecated`, and as an error those declared with `unavailable`. A function that has the attribute
itself may use them.

## Why
The author of the declaration asks not to use it any more; compilers warn about a deprecated name
and reject an unavailable one.

## Example
```cl
float old_length(float4 v) __attribute__((deprecated("use length")));
float f(float4 v) { return old_length(v); }
```

## Use instead
```cl
float old_length(float4 v) __attribute__((deprecated("use length")));
float f(float4 v) { return length(v); }
```

## Versions
All.

## Reference
clang's attribute reference, `deprecated` and `unavailable`; clang's `-Wdeprecated-declarations`.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import attribute_name, attributes_of_symbol
from opencl_ls.syntax import records as r

_LEVELS: Final = {"deprecated": Severity.WARNING, "unavailable": Severity.ERROR}

RULE = Rule(Severity.WARNING, since="0.1", about=_LEVELS)


@RULE.on(r.Name, r.NamedType)
def check(context: RuleContext, record: r.Name | r.NamedType) -> None:
    """Look at the attributes of the symbol of a name."""
    symbol = context.symbol(record)
    attributes = () if symbol is None else attributes_of_symbol(symbol)
    for attribute in attributes:
        name = attribute_name(attribute)
        if name in _LEVELS and symbol is not None and not _is_allowed(context, record, name):
            context.report(
                record,
                f"'{symbol.name}' is {name}{_why(context, attribute)}",
                severity=_LEVELS[name],
                related=[(symbol, "it is declared here")],
                deprecated=name == "deprecated",
            )
            return


def _why(context: RuleContext, attribute: r.Attribute) -> str:
    """Return the message of the attribute; a declaration of another item has its text elsewhere."""
    text = attribute.arguments[0] if attribute.arguments else None
    if not isinstance(text, r.StringLiteral) or context.parent(attribute) is None:
        return ""
    return ": " + context.text(text).strip('"')


def _is_allowed(context: RuleContext, record: r.Record, name: str) -> bool:
    """Tell whether a use is in code that is deprecated, or unavailable, itself."""
    for above in context.ancestors(record):
        if isinstance(above, r.FunctionDefinition):
            function = context.declared(above)
            own = () if function is None else attributes_of_symbol(function)
            return any(attribute_name(each) == name for each in own)
    return False
