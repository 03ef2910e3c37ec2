"""A compound literal in a function is placed in an address space.

## What it does
Reports compound literals in functions whose type is in another address space than private.

## Why
Such a literal makes an unnamed variable of the function. It is made again each time, and is in
private memory.

## Example
```cl
void f(void) { local int *p = &(local int){1}; }
```

## Use instead
```cl
void f(void) { int *p = &(int){1}; }
```

## Versions
All.

## Reference
C11 6.5.2.5; ISO/IEC TR 18037 5.1.2, on which the address spaces of OpenCL C rest.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.types import spaces
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.CompoundLiteral)
def check(context: RuleContext, literal: r.CompoundLiteral) -> None:
    """Look at the address space of the object, not at that which it points into."""
    if context.enclosing(literal, r.Compound) is None:
        return
    kind = context.model.type_names.get(literal.type, t.UNKNOWN_QUALIFIED)
    space = t.object_space(kind)
    if space in (t.NO_SPACE, t.PRIVATE) or isinstance(t.element_of(kind).type, t.UnknownType):
        return
    level: r.Specifiers | r.PointerPart | r.BlockPart = literal.type.specifiers
    for part in literal.type.declarator.parts:
        if isinstance(part, r.PointerPart | r.BlockPart):
            level = part
            break
    word = spaces.space_word(level.qualifiers)
    context.report(
        word or literal.type,
        f"a literal in a function cannot be '{space}': it is an object in private memory",
        # Compilers do not look at arrays of events that begin with a value.
        severity=Severity.WARNING
        if is_named(t.element_of(kind).type, "event_t") and literal.initializer.entries
        else None,
    )
