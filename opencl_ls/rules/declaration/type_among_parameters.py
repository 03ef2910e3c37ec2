"""A type is declared in a list of parameters.

## What it does
Warns of a struct or union with a tag, or of an enumeration, that is first mentioned in a list of
parameters.

## Why
The scope of the type is the list and the body after it. A type with the same tag outside is another
type, so no call can pass a matching argument.

## Example
```cl
void f(global struct node *first);
struct node { int value; };
```

## Use instead
```cl
struct node;
void f(global struct node *first);
struct node { int value; };
```

## Versions
All.

## Reference
C11 6.2.1p4; clang's `-Wvisibility`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.types.symbols import Tag
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Parameter)
def check(context: RuleContext, parameter: r.Parameter) -> None:
    """Look at the types of parameters that declare a tag."""
    kind = parameter.specifiers.type
    if not isinstance(kind, r.RecordType | r.EnumType):
        return
    tag = context.declared(kind)
    if isinstance(tag, Tag) and (tag.name or isinstance(kind, r.EnumType)):
        named = f"'{'enum' if isinstance(kind, r.EnumType) else kind.keyword} {tag.name}'"
        context.report(
            kind.tag or kind,
            f"{named if tag.name else 'this enumeration'} is declared in a list of parameters, and "
            "is not known outside of this function",
        )
