"""The literal of a static block variable captures something.

## What it does
Reports a block literal that initialises a `static` block variable and uses an automatic variable or
a parameter of the enclosing function.

## Why
The initialiser of a static variable is a constant.  A literal that captures is made again each time
control reaches it.

## Example
```cl CL2.0
void f(int n) { static int (^same)(void) = ^{ return n; }; }
```

## Use instead
```cl CL2.0
void f(int n) { int (^same)(void) = ^{ return n; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Block Literal Expressions"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.blocks import captured, names_below, unwrapped
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS)


@RULE.on(r.BlockLiteral)
def check(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look for captures from outside in literals that initialise static variables."""
    above = context.enclosing(literal, r.InitDeclarator, r.BlockLiteral)
    if not isinstance(above, r.InitDeclarator) or above.initializer is None:
        return
    variable = context.declared(above)
    if unwrapped(above.initializer) is not literal or not isinstance(variable, Variable):
        return
    if "static" not in variable.storage:
        return
    for name in names_below(literal.body):
        symbol = captured(context.model, name)
        if symbol is not None and not literal.start <= symbol.word.start < literal.end:
            context.report(
                literal,
                f"the literal of static '{variable.name}' has to be constant: "
                f"it cannot capture '{name.name}'",
                related=[(name, f"'{name.name}' is captured here")],
            )
            return
