"""A kernel returns something other than void.

## What it does
Reports a kernel whose return type is not `void`.

## Why
The host starts a kernel and receives no value: results go through memory that the host passes as an
argument.

## Example
```cl
kernel int count(global int *values) { return values[0]; }
```

## Use instead
```cl
kernel void count(global int *values, global int *result) { *result = values[0]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
Unsafe: the returned value is discarded.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.jumps import returns_of
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the result type of kernels."""
    if not function.is_kernel or not isinstance(function.type.type, t.FunctionType):
        return
    result = function.type.type.result
    if result.type in (t.VOID, t.UNKNOWN):
        return
    specifiers = function.declaration.specifiers
    written = specifiers.type or specifiers
    context.report(
        (written.start, max(written.end, specifiers.start)),
        f"kernel '{function.name}' returns {t.described(result)}: a kernel's return type is void",
        fixes=_void(function),
    )


def _void(function: Function) -> list[ItemFix]:
    """Return the fix that returns nothing, where the type is not part of the declarator."""
    specifiers = function.declaration.specifiers
    if len(function.declarator.parts) != 1:
        return []
    if specifiers.type is None:
        edits = [ItemEdit(function.declarator.start, function.declarator.start, "void ")]
    else:
        edits = [ItemEdit(specifiers.type.start, specifiers.type.end, "void")]
    body = None if function.definition is None else function.definition.body
    for found in () if body is None else returns_of(body):
        if found.value is not None:
            edits.append(ItemEdit(found.start + len("return"), found.value.end, ""))
    return [ItemFix("Return nothing", tuple(edits), safe=False)]
