"""The generic address space is used where it does not exist.

## What it does
Reports the qualifier `generic` for targets without a generic address space.

## Why
OpenCL C 1.x, and 3.0 without `__opencl_c_generic_address_space`, have global, local, constant and
private memory only.

## Example
```cl CL1.2
void f(__generic int *p) {}
```

## Use instead
```cl CL1.2
void f(global int *p) {}
```

## Versions
1.0 to 1.2; 3.0 without `__opencl_c_generic_address_space`.

## Reference
OpenCL C specification, "Generic Address Space".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_GENERIC, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import spaces
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_GENERIC)


@RULE.on(r.Specifiers, r.PointerPart, r.BlockPart, about=(t.GENERIC,))
def check(context: RuleContext, level: r.Specifiers | r.PointerPart | r.BlockPart) -> None:
    """Look for the qualifier."""
    for word in spaces.space_words(level.qualifiers):
        if spaces.plain(word.text) == t.GENERIC:
            context.report(
                word,
                f"'{word.text}' needs the generic address space: OpenCL C 2.0, or 3.0 with "
                "__opencl_c_generic_address_space",
                # Compilers check the address space of the object, and not the word after `*`.
                severity=None if isinstance(level, r.Specifiers) else Severity.WARNING,
            )
