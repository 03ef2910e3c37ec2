"""A pointer to a block.

## What it does
Reports `*` where it makes a pointer to a block, in declarations, parameters, members and casts.

## Why
There are no pointers to blocks: a block reference cannot be stored anywhere else.

## Example
```cl CL2.0
typedef int (^step)(int);
void f(step *steps) { }
```

## Use instead
```cl CL2.0
typedef int (^step)(int);
void f(int n) { step same = ^(int x) { return x; }; (void)same(n); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, restrictions of blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import is_block
from opencl_ls.semantics.types import Qualified
from opencl_ls.semantics.types.derivations import declarator_of, steps
from opencl_ls.semantics.types.symbols import (
    Function,
    MemberVariable,
    ParameterVariable,
    Symbol,
    Typedef,
    Variable,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(Function, MemberVariable, ParameterVariable, Typedef, Variable, about=RULE.about)
def check_symbol(context: RuleContext, symbol: Symbol) -> None:
    """Look at the pointers that declarators make."""
    found = declarator_of(symbol)
    if found is not None:
        _check(context, *found)


@RULE.on(r.TypeName, about=RULE.about)
def check_type_name(context: RuleContext, name: r.TypeName) -> None:
    """Look at the pointers in type names."""
    kind = context.type_of(name)
    if kind is not None:
        _check(context, name.declarator, kind)


def _check(context: RuleContext, declarator: r.Declarator, kind: Qualified) -> None:
    for part, made in steps(kind, declarator):
        if isinstance(part, r.PointerPart) and is_block(made):
            sign = (part.start, part.start + 1)
            context.report(sign, "there are no pointers to blocks")
