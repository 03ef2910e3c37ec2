"""The same block type is spelled out again.

## What it does
Reports a block type that was written in full before in the same function or declaration.

## Why
Block types are hard to read.  A typedef names the signature once.

## Example
```cl CL2.0
void f(void) {
    float (^sum)(float, float) = ^(float x, float y) { return x + y; };
    float (^product)(float, float) = ^(float x, float y) { return x * y; };
}
```

## Use instead
```cl CL2.0
typedef float (^operation)(float, float);
void f(void) {
    operation sum = ^(float x, float y) { return x + y; };
    operation product = ^(float x, float y) { return x * y; };
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Declaring and Using a Block"; reference page Blocks.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import block_part, is_block
from opencl_ls.semantics.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Compare the types of the block variables whose declarators spell them out."""
    first: dict[str, Variable] = {}
    told: set[str] = set()
    if "^" not in item.text:
        return
    for event in context.model.events:
        if not isinstance(event, Variable) or not is_block(event.type):
            continue
        if block_part(event.declarator.declarator) is None:
            continue
        written = t.spelled(t.Qualified(event.type.type))
        earlier = first.setdefault(written, event)
        if earlier is not event and written not in told:
            told.add(written)
            context.report(
                event.declarator.declarator,
                f"the block type '{written}' is written again: a typedef would name it once",
                related=[(earlier, "first written here")],
            )
