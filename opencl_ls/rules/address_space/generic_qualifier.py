"""The generic address space is written out.

## What it does
Reports the qualifier `generic` where the generic address space exists.

## Why
The specification reserves the word. A pointer without a qualifier already points to the generic
address space. Some compilers accept the word, others reject it.

## Example
```cl CL2.0
void f(__generic int *p) {}
```

## Use instead
```cl CL2.0
void f(int *p) {}
```

## Versions
2.0; 3.0 with `__opencl_c_generic_address_space`.

## Reference
OpenCL C specification, "Generic Address Space".

## Fix safety
At this version a pointee without the word is generic as well. In a program that is also compiled
for 1.x it would be private, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import GENERIC, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import spaces
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=GENERIC, profile=PORTABLE)


@RULE.on(r.Specifiers, r.PointerPart, r.BlockPart, about=(t.GENERIC,))
def check(context: RuleContext, level: r.Specifiers | r.PointerPart | r.BlockPart) -> None:
    """Look for the qualifier."""
    for word in spaces.space_words(level.qualifiers):
        if spaces.plain(word.text) == t.GENERIC:
            context.report(
                word,
                f"'{word.text}' is reserved: a pointer without a qualifier points to the generic "
                "address space",
                fixes=[
                    removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)
                ],
            )
