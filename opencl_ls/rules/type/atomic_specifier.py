"""`_Atomic` is used.

## What it does
Reports the specifier and qualifier `_Atomic` of C11.

## Why
OpenCL C has only named atomic types, such as `atomic_int`.

## Example
```cl
kernel void k(global _Atomic(int) *count) {}
```

## Use instead
```cl
kernel void k(global atomic_int *count) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Atomic Restrictions".

## Fix safety
Uses of the object then need the atomic functions, so the fix is unsafe.
"""

from opencl_ls.builtins.types import builtin_type
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.AtomicType, r.Specifiers, r.PointerPart, about=("Atomic",))
def check(context: RuleContext, record: r.AtomicType | r.Specifiers | r.PointerPart) -> None:
    """Look for the word in both of its uses."""
    if isinstance(record, r.AtomicType):
        kind = context.type_of(record.type)
        place = (record.start, record.start + len("_Atomic"))
        fixes = []
        if kind is not None and isinstance(kind.type, t.ScalarType):
            name = f"atomic_{kind.type.name}"
            if context.target.has_c11_atomics and builtin_type(name) is not None:
                fixes = [replacing(f"Replace it by '{name}'", record, name, safe=False)]
        context.report(place, _MESSAGE, fixes=fixes)
        return
    word = next((word for word in record.qualifiers if word.text == "_Atomic"), None)
    if word is not None:
        context.report(word, _MESSAGE)


_MESSAGE = "OpenCL C has no '_Atomic': atomic types have names, such as 'atomic_int'"
