"""A function that is declared in a body is `static`.

## What it does
Reports `static` on the declaration of a function within a body.

## Why
A function that a body declares is one of the program: C allows no storage class but `extern` on
such a declaration, and compilers reject `static`.

## Example
```cl
int f(void) { static int helper(int x); return helper(1); }
```

## Use instead
```cl
static int helper(int x) { return x; }
int f(void) { return helper(1); }
```

## Versions
1.2 and later; before with the pragma of `cl_clang_storage_class_specifiers`.

## Reference
C11 6.7.1p7.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import STORAGE_CLASSES, Rule
from opencl_ls.semantics.declarations.placement import storage_word
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=STORAGE_CLASSES)


@RULE.on(Function, about=("static",))
def check(context: RuleContext, function: Function) -> None:
    """Look at functions that a body declares; another rule looks at nested definitions."""
    declaration = function.declaration
    if function.definition is not None or context.enclosing(declaration, r.Compound) is None:
        return
    word = storage_word(declaration.specifiers, "static")
    if word is not None:
        context.report(
            word,
            f"'{function.name}' is declared in a body and cannot be 'static': declare it at "
            "program scope",
        )
