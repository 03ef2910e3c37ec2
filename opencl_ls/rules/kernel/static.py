"""A kernel is static.

## What it does
Reports `static` on a kernel. If an earlier declaration of the kernel has the word, compilers report
nothing and the host cannot find the kernel: that is a warning.

## Why
The host finds a kernel by its name, and `static` hides the name.

## Example
```cl CL1.2
static kernel void k(void) {}
```

## Use instead
```cl CL1.2
static void helper(void) {}
kernel void k(void) { helper(); }
```

## Versions
1.2 and later; before that `static` itself is not supported.

## Reference
OpenCL C specification, "Storage-Class Specifiers".

## Fix safety
No compiler accepts the word there, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, UnitContext, removing
from opencl_ls.linter.rule import SINCE_12, Rule
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.redeclarations import HIDDEN
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.ERROR, since="0.1", versions=SINCE_12)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the words of kernels."""
    word = storage_word(function.declaration.specifiers, "static")
    if word is None or not function.is_kernel:
        return
    context.report(
        word,
        f"kernel '{function.name}' is static: the host could not find it",
        fixes=[removing("Remove 'static'", context.model.item.text, word, safe=True)],
    )


@RULE.on_unit_reading(facts.declared)
def check_earlier(context: UnitContext) -> None:
    """Look for the word on an earlier declaration of a kernel, which applies to later ones."""
    for index, symbol, earlier, verdict in context.clashes:
        if verdict == HIDDEN:
            context.report(
                index,
                symbol,
                f"kernel '{symbol.name}' is static by an earlier declaration: the host could not "
                "find it",
                related=[(earlier, "it is declared 'static' here")],
                severity=Severity.WARNING,
            )
