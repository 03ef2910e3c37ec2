"""A block without a result type returns values of different types.

## What it does
Reports `return` statements of a block literal without a result type whose values are not of the
type of the first one.

## Why
The result type is deduced from the `return` statements, and no conversion takes place among them.
With a result type after `^` they all convert to it.

## Example
```cl CL2.0
void f(void) { float (^b)(int) = ^(int x) { if (x) return 1.0f; return 2; }; }
```

## Use instead
```cl CL2.0
void f(void) { float (^b)(int) = ^float(int x) { if (x) return 1.0f; return 2; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Blocks"; reference page Blocks.

## Fix safety
Unsafe: the values of the other returns are converted then.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.jumps import returns_of
from opencl_ls.semantics.types.conversions import same_type, value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS)


@RULE.on(r.BlockLiteral)
def check(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Compare the values that a block returns."""
    if literal.result is not None:
        return
    first: t.Qualified | None = None
    for found in returns_of(literal.body):
        kind = t.Qualified(t.VOID)
        if found.value is not None:
            own = context.model.types.get(found.value, t.UNKNOWN_QUALIFIED)
            kind = value_of(own)
        if first is None:
            first = kind
        elif not same_type(first.type, kind.type):
            name = t.spelled(first)
            fixes = []
            if literal.signature is not None and not isinstance(first.type, t.VoidType):
                title = f"Let the block return '{name}'"
                fixes.append(inserting(title, literal.caret.end, name, safe=False))
            context.report(
                found.value or found,
                f"{t.described(kind)} is returned, but {t.described(first)} before: "
                "a block without a result type returns one type",
                fixes=fixes,
            )
            return
