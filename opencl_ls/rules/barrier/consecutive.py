"""Two barriers follow one another without anything between them.

## What it does
Hints at a barrier right after another one for the same group and scope, regardless of braces and
statement macros around them.

## Why
The flags of one barrier can be combined: it then orders all the kinds of memory that they name,
within and across them. A second barrier costs time and has no effect.

## Example
```cl CL2.0
kernel void k(void) {
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE);
}
```

## Use instead
```cl CL2.0
kernel void k(void) { work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); }
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Safe: one barrier orders what both did.
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import literal_value
from opencl_ls.semantics.memory.fences import (
    NAMES,
    WORK_GROUP_NAMES,
    Barrier,
    barrier_of,
    flag_names,
    flags_value,
    scope_name,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", about=NAMES)


@RULE.on(r.Compound)
def check(context: RuleContext, record: r.Compound) -> None:
    """Compare each barrier with the one right before it."""
    if _is_flattened(context.parent(record)):
        return
    before: Barrier | None = None
    for statement in _flattened(record):
        barrier = _barrier(context, statement)
        if barrier is not None and before is not None and _are_alike(context, before, barrier):
            context.report(
                barrier.call,
                "this barrier follows another one with nothing between them: one barrier with the "
                "flags of both does the same",
                related=[(before.call, "the barrier before")],
                fixes=_merged(context, before, barrier),
            )
        before = barrier


def _is_flattened(above: r.Record | None) -> bool:
    """Tell whether the statements of a block are joined with those around it."""
    return isinstance(above, r.Compound) or (isinstance(above, r.DoWhile) and _runs_once(above))


def _flattened(record: r.Statement) -> Iterator[r.Statement]:
    """Yield the statements that are executed one after another, without empty ones."""
    if isinstance(record, r.Compound):
        for each in record.statements:
            yield from _flattened(each)
    elif isinstance(record, r.DoWhile) and _runs_once(record):
        yield from _flattened(record.body)
    elif isinstance(record, r.Declaration):
        if any(entry.initializer is not None for entry in record.declarators):
            yield record
    elif not isinstance(record, r.EmptyStatement):
        yield record


def _runs_once(loop: r.DoWhile) -> bool:
    """Tell whether a loop is one that macros are wrapped in."""
    condition = unwrapped(loop.condition)
    return isinstance(condition, r.IntegerLiteral) and literal_value(condition) == 0


def _barrier(context: RuleContext, statement: r.Statement) -> Barrier | None:
    if not isinstance(statement, r.ExpressionStatement):
        return None
    call = unwrapped(statement.expression)
    return barrier_of(context.model, call, NAMES) if isinstance(call, r.Call) else None


def _are_alike(context: RuleContext, before: Barrier, barrier: Barrier) -> bool:
    """Tell whether both are for the same group, with constant flags and the same scope."""
    model = context.model
    if (before.name in WORK_GROUP_NAMES) != (barrier.name in WORK_GROUP_NAMES):
        return False
    if flags_value(model, before.flags) is None or flags_value(model, barrier.flags) is None:
        return False
    return _scope(context, before) == _scope(context, barrier) != ""


def _scope(context: RuleContext, barrier: Barrier) -> str:
    """Return the scope of a barrier, by default the group; "" where it is not known."""
    default = "work" if barrier.name in WORK_GROUP_NAMES else "sub"
    if barrier.scope is None:
        return f"memory_scope_{default}_group"
    return scope_name(context.model, barrier.scope)


def _merged(context: RuleContext, before: Barrier, barrier: Barrier) -> list[ItemFix]:
    """Return the fix that gives the first barrier the flags of both and removes the second."""
    flags = [flags_value(context.model, each.flags) or 0 for each in (before, barrier)]
    text = context.model.item.text
    statement_end = text.find(";", before.call.end) + 1
    end = text.find(";", barrier.call.end) + 1
    if text[statement_end : barrier.call.start].strip():
        return []
    first = ItemEdit(before.flags.start, before.flags.end, flag_names(flags[0] | flags[1]) or "0")
    return [ItemFix("Merge the two barriers", (first, ItemEdit(statement_end, end, "")), safe=True)]
