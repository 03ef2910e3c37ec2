"""`long long` or `long double` is used.

## What it does
Reports the types `long long` and `long double`.

## Why
Both are reserved: the first for integers of 128 bits, the second for floating point of 128 bits.
Compilers treat them as smaller types, or reject them.

## Example
```cl
void f(void) { long long x = 1; }
```

## Use instead
```cl
void f(void) { long x = 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Reserved Data Types".

## Fix safety
The type may have another size in some compilers, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.BasicType, about=("long",))
def check(context: RuleContext, written: r.BasicType) -> None:
    """Look at types of several words."""
    longs = written.words.count("long")
    if longs == 0 or (longs < 2 and "double" not in written.words):
        return
    if "double" in written.words:
        context.report(written, "'long double' is reserved: the widest floating type is 'double'")
        return
    unsigned = "unsigned" in written.words
    instead = "ulong" if unsigned else "long"
    fixes = [replacing(f"Replace it by '{instead}'", written, instead, safe=False)]
    context.report(
        written,
        f"'long long' is reserved: '{instead}' has 64 bits in every OpenCL C",
        # A qualifier between the words would be lost.
        fixes=fixes if set(context.text(written).split()) == set(written.words) else [],
    )
