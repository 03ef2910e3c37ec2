"""An event in a function is given an address space.

## What it does
Reports `local`, `constant` and `global` on variables of type `event_t` in functions.

## Why
An event lives in private memory and nowhere else.

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
The event would be each work-item's own then, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, removing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import spaces
from opencl_ls.semantics import types as t
from opencl_ls.semantics.opaque import is_named
from opencl_ls.semantics.placement import at_program_scope
from opencl_ls.semantics.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", about=(t.OpaqueType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the address spaces of events."""
    if at_program_scope(variable) or not is_named(t.element_of(variable.type).type, "event_t"):
        return
    word = variable.space_word
    if word is not None and spaces.plain(word.text) != t.PRIVATE:
        context.report(
            word,
            f"event '{variable.name}' is in {spaces.plain(word.text)} memory: "
            "events live in private memory only",
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
        )
