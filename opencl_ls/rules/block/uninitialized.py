"""A block variable has no initialiser.

## What it does
Reports a block variable, in a function or at program scope, that is declared without its literal.

## Why
A block variable is constant, and the compiler has to know its block, so its declaration has to give
it one. Parameters and typedefs are no variables.

## Example
```cl CL2.0
void f(void) { int (^same)(int); }
```

## Use instead
```cl CL2.0
void f(void) { int (^same)(int) = ^(int x) { return x; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks, Example 3.

## Fix safety
Unsafe: the inserted literal does nothing.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import literal_skeleton
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at block variables; an `extern` one has a rule of its own."""
    kind = variable.type.type
    if not isinstance(kind, t.BlockType) or variable.declarator.initializer is not None:
        return
    if "extern" in variable.storage:
        return
    skeleton = literal_skeleton(kind)
    # A local variable has no initialiser, and compilers ask for none.
    severity = Severity.WARNING if t.object_space(variable.type) == t.LOCAL else None
    context.report(
        variable,
        f"block variable '{variable.name}' needs its block literal in its declaration",
        severity=severity,
        fixes=[
            inserting(
                f"Insert '= {skeleton}'",
                variable.declarator.declarator.end,
                f" = {skeleton}",
                safe=False,
            )
        ],
    )
