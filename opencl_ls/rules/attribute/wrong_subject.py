"""An attribute stands on something that it does not apply to.

## What it does
Reports attributes of compilers on what they say nothing about: `always_inline`, `noinline`,
`convergent`, `cold`, `hot` and `format` on variables, parameters, members and types, `used` and
`section` on what has no place in the program, `fallthrough` on a declaration.

## Why
Compilers ignore most of them there, with a warning, and refuse some. The program does not do what
its text says, and where a macro holds the attribute it may be the wrong one.

## Example
```cl
void f(int n) { int sum __attribute__((always_inline)) = n; }
```

## Use instead
```cl
__attribute__((always_inline)) int f(int n) { int sum = n; return sum; }
```

## Versions
All.

## Reference
clang's attribute reference; clang's `-Wignored-attributes`.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.attribute_subjects import wrong_subject
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Compare what the attribute applies to with what it stands on."""
    found = wrong_subject(context.model, attribute)
    if found is None:
        return
    subjects, subject = found
    end = "" if subjects.refused else ": it has no effect here"
    context.report(
        attribute,
        f"'{attribute.name.text}' applies to {subjects.words}, and this is {subject}{end}",
        severity=Severity.ERROR if subjects.refused else None,
    )
