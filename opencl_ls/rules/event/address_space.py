"""An event in a function is given an address space, or is static.

## What it does
Reports `local`, `constant`, `global` and, from 1.2 on, `static` on variables of type `event_t` in
functions.

## Why
An event lives in private memory only.

## Example
```cl
kernel void k(void) { local event_t e; }
```

## Use instead
```cl
kernel void k(void) { event_t e = 0; }
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions".

## Fix safety
Each work-item then has its own event, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_named
from opencl_ls.semantics.declarations.placement import at_program_scope, storage_word
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", about=(t.OpaqueType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the address spaces of events."""
    if at_program_scope(variable) or not is_named(t.element_of(variable.type).type, "event_t"):
        return
    _check_static(context, variable)
    word = variable.space_word
    if word is not None and spaces.plain(word.text) != t.PRIVATE:
        context.report(
            word,
            f"event '{variable.name}' is in {spaces.plain(word.text)} memory: "
            "events live in private memory only",
            # Compilers accept arrays of events.
            severity=Severity.WARNING if isinstance(variable.type.type, t.ArrayType) else None,
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
        )


def _check_static(context: RuleContext, variable: Variable) -> None:
    """Look at `static`, which compilers accept on arrays."""
    word = storage_word(variable.declaration.specifiers, "static")
    if word is None or isinstance(variable.type.type, t.ArrayType) or context.target.version < 120:
        return
    context.report(
        word,
        f"event '{variable.name}' cannot be 'static': events live in private memory only",
        fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
    )
