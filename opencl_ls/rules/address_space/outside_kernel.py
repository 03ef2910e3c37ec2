"""A local or constant variable is declared in a function that is no kernel.

## What it does
Reports a `local` variable, or a `constant` one that is neither static nor extern, in a function
without `kernel`.

## Why
Local memory is allocated for each kernel before it starts; a function that several kernels call has
none of its own. It can take a pointer.

## Example
```cl
void helper(void) { local int tile[64]; }
```

## Use instead
```cl
void helper(local int *tile) { tile[0] = 0; }
kernel void k(void) { local int tile[64]; helper(tile); }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.

## Fix safety
Unsafe: a local variable becomes a parameter, for which the callers have to pass an argument; for a
constant one, program scope may be the better place.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    Ranged,
    RuleContext,
    inserting,
)
from opencl_ls.linter.rewriting import renamed, without
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import space_place
from opencl_ls.semantics.macros.undefined_macros import may_be_kernel
from opencl_ls.semantics.types.symbols import Function, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.LOCAL, t.CONSTANT))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the variables of functions that are no kernels."""
    function = variable.function
    if function is None or function.is_kernel or may_be_kernel(context.model, function):
        return
    space = t.object_space(variable.type)
    if space not in (t.LOCAL, t.CONSTANT) or variable.storage & {"static", "extern"}:
        return
    if space == t.LOCAL:
        advice = f"declare it in the kernel and pass a pointer ('local ... *{variable.name}')"
        place: Ranged = space_place(variable)
        fixes = _parameter(context, variable, function)
    else:
        advice = "declare it at program scope" + (
            " or 'static'" if context.target.has_program_scope_variables else ""
        )
        place = variable
        fixes = _static(context, variable)
    context.report(
        place,
        f"'{space}' variable '{variable.name}' in '{function.name}', which is no kernel: {advice}",
        fixes=fixes,
    )


def _parameter(context: RuleContext, variable: Variable, function: Function) -> list[ItemFix]:
    """Return the fix that takes a pointer in place of the variable."""
    declaration = variable.declaration
    part = function.declarator.parts[0] if function.declarator.parts else None
    if len(declaration.declarators) != 1 or variable.declarator.initializer is not None:
        return []
    if function.definition is None or not isinstance(part, r.FunctionPart):
        return []
    if not isinstance(context.parent(declaration), r.Compound) or variable.block is not None:
        return []
    array = variable.type.type
    pointee = array.element if isinstance(array, t.ArrayType) else variable.type
    kind = t.Qualified(t.pointer_to(pointee.in_space(t.LOCAL)))
    parameter = t.declaration_text(kind, variable.name)
    listed = ItemEdit(part.start, part.end, f"({parameter})")
    if part.parameters:
        end = part.parameters[-1].end
        listed = ItemEdit(end, end, f", {parameter}")
    edits = [listed, without(context.model, declaration)]
    if not isinstance(array, t.ArrayType):
        body = function.definition.body
        edits.extend(renamed(context.model, variable, body, f"(*{variable.name})"))
    return [ItemFix("Take a pointer as a parameter", tuple(edits), safe=False)]


def _static(context: RuleContext, variable: Variable) -> list[ItemFix]:
    if not context.target.has_program_scope_variables:
        return []
    start = variable.declaration.start
    return [inserting("Insert 'static'", start, "static ", safe=False)]
