"""The size of an array is known at run time only.

## What it does
Reports arrays whose size reads a parameter or a variable, calls a function, or reads a member or an
element, even of a constant; and `[*]`.

## Why
A work-item has no stack from which it could allocate at run time: the compiler allocates all memory
beforehand.

## Example
```cl
void f(int n) { int values[n]; }
```

## Use instead
```cl
enum { COUNT = 16 };
void f(void) { int values[COUNT]; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.

## Fix safety
Unsafe: only you know how many elements are enough; the fix writes 64.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    Ranged,
    RuleContext,
)
from opencl_ls.linter.rewriting import free_name
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.constness import earlier_parameter, runtime_part, unfolded_part
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.ArrayPart)
def check(context: RuleContext, array: r.ArrayPart) -> None:
    """Look for sizes that no compiler can compute."""
    if array.size is None:
        if array.star is not None:
            context.report(array.star, "'[*]' is an array of a size that only a run tells")
        return
    part: r.Record | None
    why = "has a value at run time only"
    parameters = context.enclosing(array, r.FunctionPart)
    if isinstance(parameters, r.FunctionPart):
        # The names of parameters are not yet in scope where binding reads their types.
        part = earlier_parameter(array.size, parameters)
    else:
        part = runtime_part(array.size, context.symbol)
        if part is None:
            part = unfolded_part(array.size, context.symbol)
            why = "is no constant expression"
    if part is None:
        return
    related: list[tuple[Ranged, str]] = []
    source = context.symbol(part)
    if source is not None and parameters is None:
        related = [(source, f"'{source.name}' is declared here")]
    context.report(
        array.size,
        f"the size of this array is no constant: '{context.text(part)}' {why}",
        related=related,
        fixes=_constant(context, array, array.size) if parameters is None else (),
    )


def _constant(context: RuleContext, array: r.ArrayPart, size: r.Expression) -> list[ItemFix]:
    """Return the fix that declares a constant for the size."""
    declaration = context.enclosing(array, r.Declaration)
    entry = context.enclosing(array, r.InitDeclarator)
    word = entry.declarator.name if isinstance(entry, r.InitDeclarator) else None
    if word is None or declaration is None:
        return []
    if not isinstance(context.parent(declaration), r.Compound):
        return []
    name = free_name(context.model, f"{word.text}_size")
    edits = (
        ItemEdit(declaration.start, declaration.start, f"enum {{ {name} = 64 }}; "),
        ItemEdit(size.start, size.end, name),
    )
    return [ItemFix("Take a constant size, 64", edits, safe=False)]
