"""packed stands where it has no effect.

## What it does
Reports the attribute `packed` on the name of a typedef or of a variable, or in front of the
`struct` that is declared with it.

## Why
The attribute belongs to the definition of a struct, union or enumeration: after the keyword, or
right behind the closing brace. Elsewhere compilers ignore it, and host and device disagree about
the layout.

## Example
```cl
typedef struct { char c; int i; } pair __attribute__((packed));
```

## Use instead
```cl
typedef struct __attribute__((packed)) { char c; int i; } pair;
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.placement import attribute_name
from opencl_ls.semantics.symbols import Typedef, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Attribute,))


@RULE.on(Typedef, Variable, about=(r.Attribute,))
def check(context: RuleContext, symbol: Typedef | Variable) -> None:
    """Look at the attributes that are not those of a definition."""
    attributes = list(symbol.declarator.declarator.attributes)
    specifiers = symbol.declaration.specifiers
    first = symbol.declaration.declarators[:1] == (symbol.declarator,)
    kind = specifiers.type
    if first and kind is not None:
        is_definition = isinstance(kind, r.RecordType | r.EnumType)
        attributes.extend(
            each for each in specifiers.attributes if not is_definition or each.start < kind.start
        )
    for attribute in attributes:
        if attribute_name(attribute) == "packed":
            context.report(
                attribute,
                f"'{attribute.name.text}' has no effect on the name '{symbol.name}': it belongs to "
                "the definition of a struct or union, before or right behind its braces",
            )
