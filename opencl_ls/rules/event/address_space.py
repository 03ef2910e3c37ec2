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

from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.opaque import EVENT, address_space
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.placement import at_program_scope, storage_word
from opencl_ls.semantics.types.symbols import Variable

RULE = address_space(
    EVENT,
    "event '{name}' is in {space} memory: events live in private memory only",
    t.LOCAL,
    t.GLOBAL,
    t.CONSTANT,
    t.GENERIC,
    since="0.1",
    is_removed=True,
)


@RULE.on(Variable, about=RULE.about)
def check_static(context: RuleContext, variable: Variable) -> None:
    """Look at `static`, which compilers accept on arrays."""
    if at_program_scope(variable) or not EVENT.matches(variable.type.type):
        return
    word = storage_word(variable.declaration.specifiers, "static")
    if word is not None and context.target.version >= 120:
        context.report(
            word,
            f"event '{variable.name}' cannot be 'static': events live in private memory only",
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
        )
