"""A for loop declares a static or extern variable.

## What it does
Reports `static` and `extern` in the declaration at the head of a `for`. A function that is declared
there is reported by statement/for-declaration.

## Why
A variable that is declared there belongs only to the loop. A static variable outlives it, and
would not be initialised again when the loop starts again.

## Example
```cl CL2.0
void f(int n) { for (static int i = 0; i < n; i++) { } }
```

## Use instead
```cl CL2.0
void f(int n) { for (int i = 0; i < n; i++) { } }
```

## Versions
1.2 and later, or with the pragma of `cl_clang_storage_class_specifiers`.

## Reference
C11 6.8.5p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import STORAGE_CLASSES, Rule
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Variable, about=("static", "extern"))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the variables that a loop declares."""
    word = next((each for each in ("static", "extern") if each in variable.storage), None)
    if word is None or not STORAGE_CLASSES.holds(context.target):
        return
    if _is_at_head(context, variable.declaration):
        context.report(
            variable, f"'{variable.name}' belongs to this loop alone, and cannot be '{word}'"
        )


def _is_at_head(context: RuleContext, declaration: r.Record) -> bool:
    loop = context.parent(declaration)
    return isinstance(loop, r.For) and loop.initial is declaration
