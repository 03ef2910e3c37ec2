"""A barrier that only some of the work-items of a group reach.

## What it does
Reports a barrier below an `if`, a `switch`, `?:`, `&&` or `||` whose condition differs between the
work-items of a work-group, and the second one where both arms of an `if` have one.
The analysis reports only values that provably differ: those that depend on the ids of work-items,
through computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes
and the results of functions such as `work_group_broadcast` are the same for all.

## Why
No work-item of a group passes a barrier before all of them have arrived at the same one. If some
never arrive, the others wait for ever, or continue with memory that is not as they expect: the
result is undefined.

## Example
```cl CL1.2
kernel void k(local int *l) {
    if (get_local_id(0) < 16) {
        l[get_local_id(0)] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
```

## Use instead
```cl CL1.2
kernel void k(local int *l) {
    if (get_local_id(0) < 16) {
        l[get_local_id(0)] = 1;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Unsafe: all work-items then reach the barrier, as they have to, while some did not before.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, UnitContext
from opencl_ls.linter.reports.divergences import report_divergences
from opencl_ls.linter.rewriting import line_break, without
from opencl_ls.linter.rule import DIVERGENCES, Rule
from opencl_ls.semantics.flow.uniformity import Divergence
from opencl_ls.semantics.lookup.blocks import names_below
from opencl_ls.semantics.memory.fences import WORK_GROUP_NAMES
from opencl_ls.semantics.model import ItemModel
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIVERGENCES)
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "barrier", "conditional", in_callee=False, fixes=_moved_after)


def _moved_after(model: ItemModel, found: Divergence) -> list[ItemFix]:
    """Return the fix that moves a barrier from the end of an `if`, or of both arms, after it."""
    choice = found.branch
    if not isinstance(choice, r.If) or not isinstance(model.parents.get(choice), r.Compound):
        return []
    statement = model.parents.get(found.call)
    ends = [_last(arm) for arm in (choice.then, choice.otherwise) if arm is not None]
    if not isinstance(statement, r.ExpressionStatement) or statement not in ends:
        return []
    text = model.item.text[statement.start : statement.end]
    for name in names_below(statement):
        symbol = model.references.get(name)
        if symbol is not None and choice.start <= symbol.word.start < choice.end:
            return []
    moved = [each for each in ends if each and model.item.text[each.start : each.end] == text]
    for site in model.calls:
        if site.callee in WORK_GROUP_NAMES and choice.start <= site.call.start < choice.end:
            # Only the work-items of its arm would reach a barrier that stays.
            if model.parents.get(site.call) not in moved:
                return []
    edits = [ItemEdit(choice.end, choice.end, line_break(model, choice) + text)]
    for end in moved:
        alone = not isinstance(model.parents.get(end), r.Compound)
        empty = ItemEdit(end.start, end.end, "{ }")
        edits.append(empty if alone else without(model, end))
    return [ItemFix("Move the barrier after the 'if'", tuple(edits), safe=False)]


def _last(arm: r.Statement) -> r.Statement | None:
    """Return the statement that an arm ends with."""
    if isinstance(arm, r.Compound):
        return arm.statements[-1] if arm.statements else None
    return arm
