"""A kernel is inline.

## What it does
Reports `inline` on a kernel without `static` or `extern`.

## Why
By the rules of C99 a mere inline definition does not give the program an external function that
the host could find. Most compilers do provide one, but that is not guaranteed.

## Example
```cl CL2.0
inline kernel void k(void) {}
```

## Use instead
```cl CL2.0
inline int helper(void) { return 1; }
kernel void k(void) {}
```

## Versions
1.2 and later.

## Reference
C11 6.7.4.

## Fix safety
Inlining has no effect on a kernel, so the fix is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import SINCE_12, Rule
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_12)


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the words of kernels."""
    word = storage_word(function.declaration.specifiers, "inline")
    if word is None or not function.is_kernel or function.storage & {"static", "extern"}:
        return
    context.report(
        word,
        f"kernel '{function.name}' is inline: by the rules of C99 the host might not find it",
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
    )
