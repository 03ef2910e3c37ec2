"""An enqueued block has a parameter that is no pointer to local memory.

## What it does
Reports parameters of an enqueued block literal other than pointers to local memory.

## Why
The only arguments that `enqueue_kernel` can pass to a block are pointers to local memory, whose
sizes follow the block. Values and global pointers are captured instead.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(global void *p) { }, 4u);
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { }, 4u);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: the captured value is that at the time when the block is enqueued.
"""

from collections.abc import Sequence

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rewriting import renamed
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import Enqueue, enqueue_of, pointee_space
from opencl_ls.semantics.lookup.operands import is_simple
from opencl_ls.semantics.lookup.uses import changing, uses
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=BLOCKS,
    about=("enqueue_kernel",),
    supersedes=("builtin/no-matching-form",),
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the parameters of the literal in a call."""
    found = enqueue_of(context.model, call)
    literal = None if found is None else unwrapped(found.block)
    if not isinstance(literal, r.BlockLiteral) or literal.signature is None:
        return
    for index, record in enumerate(literal.signature.parameters):
        parameter = context.declared(record)
        if not isinstance(parameter, ParameterVariable) or parameter.type.type is t.UNKNOWN:
            continue
        if pointee_space(parameter.type) != t.LOCAL:
            context.report(
                record,
                f"an enqueued block takes pointers to local memory only, not "
                f"{t.described(parameter.type)}: capture the value instead",
                fixes=_captured(context, found, literal, index, parameter),
            )


def _captured(
    context: RuleContext,
    found: Enqueue | None,
    literal: r.BlockLiteral,
    index: int,
    parameter: ParameterVariable,
) -> list[ItemFix]:
    """Return the fix that lets the block use the value that is passed as a size."""
    if found is None or literal.signature is None or index >= len(found.sizes):
        return []
    value = found.sizes[index]
    passed = context.model.types.get(value, t.UNKNOWN_QUALIFIED).type
    both = (t.ScalarType, t.PointerType)
    if not any(isinstance(passed, each) and isinstance(parameter.type.type, each) for each in both):
        return []
    if any(changing(context.model, use) for use in uses(context.model, parameter)):
        return []
    text = context.text(value) if is_simple(value) else f"({context.text(value)})"
    parameters = literal.signature.parameters
    first = parameters[0]
    edits = (
        _left_out(parameters, index)
        if len(parameters) > 1
        else ItemEdit(first.start, first.end, "void"),
        *renamed(context.model, parameter, literal.body, text),
        _left_out((found.block, *found.sizes), index + 1),
    )
    return [ItemFix("Capture the value", edits, safe=False)]


def _left_out(row: Sequence[r.Record], index: int) -> ItemEdit:
    """Return the edit that removes one of a list with the comma next to it."""
    if index > 0:
        return ItemEdit(row[index - 1].end, row[index].end, "")
    return ItemEdit(row[0].start, row[1].start, "")
