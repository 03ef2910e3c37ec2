"""An array of blocks.

## What it does
Reports arrays whose elements are blocks, through typedefs as well.

## Why
Which block runs has to be known when the program is built; an array would choose at run time.

## Example
```cl CL2.0
typedef int (^step)(int);
void f(void) { step steps[2] = { ^(int x) { return x; }, ^(int x) { return -x; } }; }
```

## Use instead
```cl CL2.0
typedef int (^step)(int);
void f(void) { step same = ^(int x) { return x; }; step negative = ^(int x) { return -x; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import is_block
from opencl_ls.semantics.derivations import declarator_of, steps
from opencl_ls.semantics.symbols import (
    MemberVariable,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(MemberVariable, ParameterVariable, Typedef, Variable, about=RULE.about)
def check(context: RuleContext, symbol: Symbol) -> None:
    """Look at the element types of arrays that this declarator makes."""
    found = declarator_of(symbol)
    if found is None:
        return
    declarator, kind = found
    made = [kind for part, kind in steps(kind, declarator) if isinstance(part, r.ArrayPart)]
    if any(is_block(element) for element in made):
        context.report(declarator, f"'{symbol.name}' is an array of blocks: there are none")
