"""A string literal is held by a pointer that does not point to constant memory.

## What it does
Reports the initialisation of a pointer to private, local, global or generic memory with a string
literal.

## Why
String literals live in constant memory, which shares nothing with the other address spaces and is
not part of the generic one.

## Example
```cl
kernel void k(void) { const char *text = "ready"; }
```

## Use instead
```cl
kernel void k(void) { constant char *text = "ready"; char copy[] = "ready"; }
```

## Versions
All.

## Reference
OpenCL C specification, "Constant Address Space".

## Fix safety
A pointer to constant memory may not fit where the pointer goes from there: the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import ItemFix, RuleContext, inserting
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import spaces
from opencl_ls.semantics import types as t
from opencl_ls.semantics.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.PointerType,))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at pointers and arrays of pointers that are initialised with string literals."""
    value = variable.declarator.initializer
    kind = t.element_of(variable.type).type
    if value is None or not isinstance(kind, t.PointerType):
        return
    space = t.object_space(kind.pointee)
    if space in (t.CONSTANT, t.NO_SPACE) or isinstance(kind.pointee.type, t.UnknownType):
        return
    for literal in _literals(value):
        context.report(
            literal,
            f"a string literal is in constant memory, and '{variable.name}' points to {space} "
            "memory: point to 'constant char'",
            fixes=_fixes(variable, kind),
        )


def _literals(value: r.Expression) -> list[r.StringLiteral]:
    """Return the string literals that are themselves values of the initialiser."""
    while isinstance(value, r.Parenthesized):
        value = value.inner
    if isinstance(value, r.StringLiteral):
        return [value]
    if isinstance(value, r.InitializerList):
        values = [entry.value for entry in value.entries if not entry.designators]
        return [found for each in values for found in _literals(each)]
    return []


def _fixes(variable: Variable, kind: t.PointerType) -> list[ItemFix]:
    """Return the insertion of `constant` where no address space was written."""
    specifiers = variable.declaration.specifiers
    if spaces.space_word(specifiers.qualifiers) or len(variable.declaration.declarators) != 1:
        return []
    pointers = sum(isinstance(p, r.PointerPart) for p in variable.declarator.declarator.parts)
    if pointers != 1 or specifiers.type is None or isinstance(kind.pointee.type, t.PointerType):
        return []
    begin = min((specifiers.type, *specifiers.qualifiers), key=lambda record: record.start)
    return [inserting("Insert 'constant'", begin.start, "constant ", safe=False)]
