"""An extern declaration has an initialiser.

## What it does
Reports an initialiser on a variable that is declared `extern`; outside of functions it is a
warning.

## Why
Such a declaration names a variable that is defined elsewhere, with its value. Outside functions it
is a definition with a value, and the word has no effect.

## Example
```cl
void f(void) { extern constant int size = 1; }
```

## Use instead
```cl
void f(void) { extern constant int size; }
```

## Versions
1.2 and later; before with the pragma of `cl_clang_storage_class_specifiers`.

## Reference
OpenCL C specification, "Storage-Class Specifiers".

## Fix safety
The value may be missing elsewhere, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import STORAGE_CLASSES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=STORAGE_CLASSES)


@RULE.on(Variable, about=("extern",))
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the initialisers of extern declarations inside functions."""
    value = variable.declarator.initializer
    if value is None or "extern" not in variable.storage:
        return
    # An extern block is an error with any value.
    if isinstance(variable.type.type, t.BlockType):
        return
    if at_program_scope(variable):
        context.report(
            variable,
            f"'{variable.name}' has an initialiser, so that this defines it: 'extern' says nothing",
            severity=Severity.WARNING,
        )
        return
    context.report(
        value,
        f"extern declaration of '{variable.name}' in a function cannot have an initialiser: "
        "the variable is defined elsewhere",
        fixes=[
            replacing(
                "Remove the initialiser",
                (variable.declarator.declarator.end, value.end),
                "",
                safe=False,
            )
        ],
    )
