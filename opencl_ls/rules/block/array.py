"""An array of blocks.

## What it does
Reports arrays whose elements are blocks, through typedefs as well.

## Why
The compiler has to know which block runs; an array would choose at run time.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_block
from opencl_ls.semantics.types.derivations import declarator_of, steps
from opencl_ls.semantics.types.symbols import (
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
    if found is not None and _makes_array(*found):
        context.report(found[0], f"'{symbol.name}' is an array of blocks: there are none")


@RULE.on(r.TypeName, about=RULE.about)
def check_type_name(context: RuleContext, name: r.TypeName) -> None:
    """Look at the arrays in type names."""
    kind = context.type_of(name)
    if kind is not None and _makes_array(name.declarator, kind):
        context.report(name, "this is an array of blocks: there are none")


def _makes_array(declarator: r.Declarator, kind: t.Qualified) -> bool:
    return any(
        isinstance(part, r.ArrayPart) and is_block(element)
        for part, element in steps(kind, declarator)
    )
