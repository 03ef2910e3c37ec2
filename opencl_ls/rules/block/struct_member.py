"""A member of a struct or union is a block.

## What it does
Reports members of block type, through typedefs as well.

## Why
A block must not outlive its scope, and the compiler has to know which block is called. A member
would break both rules.

## Example
```cl CL2.0
typedef int (^step)(int);
struct plan { step next; };
```

## Use instead
```cl CL2.0
struct plan { int selected; };
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
from opencl_ls.semantics.types.symbols import MemberVariable

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(MemberVariable, about=RULE.about)
def check(context: RuleContext, member: MemberVariable) -> None:
    """Look at the types of members."""
    if is_block(member.type):
        keyword = member.aggregate.keyword
        context.report(
            member.declarator.declarator,
            f"member '{member.name}' is a block: a {keyword} cannot hold one",
        )
