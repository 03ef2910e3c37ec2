"""A local or constant variable is declared in a nested scope.

## What it does
Reports a `local` or `constant` variable of a kernel outside the outermost braces of its body:
inside `if`, a loop, or braces of its own. In the outermost braces of a block it is a warning for a
`local` variable.

## Why
The variable exists once for the whole work-group, before the kernel begins, so its declaration
cannot depend on the path through the kernel.

## Example
```cl
kernel void k(int n) { if (n) { local float sum; sum = 1; } }
```

## Use instead
```cl
kernel void k(int n) { local float sum; if (n) { sum = 1; } }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.

## Fix safety
Safe: the variable is the same one, wherever in the kernel it is declared.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext
from opencl_ls.linter.rewriting import first_in, without
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=(t.LOCAL, t.CONSTANT))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the variables in inner scopes of kernels."""
    function = variable.function
    if function is None or not function.is_kernel:
        return
    space = t.object_space(variable.type)
    if space not in (t.LOCAL, t.CONSTANT) or variable.storage & {"static", "extern"}:
        return
    if variable.block is not None:
        _check_in_block(context, variable, variable.block, function)
        return
    if variable.depth <= 1:
        return
    context.report(
        variable,
        f"'{space}' variable '{variable.name}' in a nested scope: "
        f"declare it in the outermost scope of kernel '{function.name}'",
        fixes=_moved(context, variable, function),
    )


def _check_in_block(
    context: RuleContext, variable: Variable, block: r.BlockLiteral, function: Function
) -> None:
    """Look at a variable in a block; compilers take those in its outermost scope."""
    space = t.object_space(variable.type)
    is_outermost = context.parent(variable.declaration) is block.body
    if is_outermost and space != t.LOCAL:
        return
    where = "a block" if is_outermost else "a nested scope of a block"
    context.report(
        variable,
        f"'{space}' variable '{variable.name}' in {where}: "
        f"declare it in the outermost scope of kernel '{function.name}'",
        severity=Severity.WARNING if is_outermost else None,
    )


def _moved(context: RuleContext, variable: Variable, function: Function) -> list[ItemFix]:
    """Return the fix that moves the declaration, where its names have the same meaning outside."""
    declaration = variable.declaration
    if function.definition is None or not isinstance(context.parent(declaration), r.Compound):
        return []
    names = {
        entry.declarator.name.text for entry in declaration.declarators if entry.declarator.name
    }
    body = function.definition.body
    inside = {
        symbol
        for symbol in context.model.declared.values()
        if body.start <= symbol.word.start < body.end
    }
    own = {symbol for symbol in inside if declaration.start <= symbol.word.start < declaration.end}
    if any(symbol.name in names for symbol in inside - own):
        return []
    for used, symbol in context.model.references.items():
        if symbol in inside and declaration.start <= used.start < declaration.end:
            return []
        # In the outer scope the variable would hide another meaning of its name.
        if isinstance(used, r.Name) and used.name in names and symbol not in own:
            return []
    moved = first_in(context.model, body, context.text(declaration))
    title = f"Move to the beginning of '{function.name}'"
    return [ItemFix(title, (moved, without(context.model, declaration)), safe=True)]
