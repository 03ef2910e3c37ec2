"""A barrier that some of the work-items of a group skip by an earlier exit.

## What it does
Reports a barrier after a `return` or `goto` that only some of the work-items of a work-group reach.
A smaller group at the end of the range is no exception: there, too, all must reach the barrier. The
analysis reports only values that provably differ: those that depend on the ids of work-items,
through computations, memory at addresses that differ, and calls. Kernel arguments, group ids, sizes
and the results of functions such as `work_group_broadcast` are the same for all. A parameter with a
name such as `global_size_x` counts as the number of work-items, which no id is beyond.

## Why
No work-item of a group passes a barrier before all of them have arrived at the same one. If some
never arrive, the others wait for ever, or continue with memory that is not as they expect: the
result is undefined.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l, uint n) {
    size_t i = get_global_id(0);
    if (i >= n) return;
    l[get_local_id(0)] = g[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    g[i] = l[0];
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l, uint n) {
    size_t i = get_global_id(0);
    if (i < n) l[get_local_id(0)] = g[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) g[i] = l[0];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Synchronization Functions"; reference page work_group_barrier.

## Fix safety
Unsafe: check that the condition guards the right statements.
"""

from collections.abc import Iterator, Sequence

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, UnitContext
from opencl_ls.linter.reports.divergences import report_divergences
from opencl_ls.linter.rewriting import line_break, opposite, without
from opencl_ls.linter.rule import DIVERGENCES, Rule
from opencl_ls.semantics.flow.uniformity import Divergence
from opencl_ls.semantics.flow.uniformity.sources import collective
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import has_labels, uses
from opencl_ls.semantics.model import ItemModel
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIVERGENCES)
def check(context: UnitContext) -> None:
    """Report the divergences that the uniformity analysis found."""
    report_divergences(context, "barrier", "exit", in_callee=False, fixes=_guarded)


def _guarded(model: ItemModel, found: Divergence) -> list[ItemFix]:
    """Return the fix that guards the statements between barriers in place of the early return."""
    guard, body = found.branch, None if found.branch is None else model.parents.get(found.branch)
    if not isinstance(guard, r.If) or not _only_returns(guard) or not isinstance(body, r.Compound):
        return []
    whole = model.parents.get(body)
    condition = opposite(model, guard.condition)
    if not isinstance(whole, r.FunctionDefinition) or not condition or has_labels(model):
        return []
    after = body.statements[body.statements.index(guard) + 1 :]
    runs = _runs(model, after)
    if not runs or not _keep_apart(model, runs):
        return []
    edits = []
    for index, run in enumerate(runs):
        opening = f"if ({condition}) {{"
        gap = line_break(model, guard)
        if index == 0 and not run:
            edits.append(without(model, guard))
        elif index == 0:
            edits.append(ItemEdit(guard.start, guard.end, opening))
        elif run:
            edits.append(ItemEdit(run[0].start, run[0].start, opening + gap))
        if run:
            edits.append(ItemEdit(run[-1].end, run[-1].end, gap + "}"))
    return [ItemFix("Guard the statements between the barriers", tuple(edits), safe=False)]


def _only_returns(guard: r.If) -> bool:
    """Tell whether an `if` does nothing but return from a function without a result."""
    then = guard.then
    if isinstance(then, r.Compound) and len(then.statements) == 1:
        then = then.statements[0]
    return guard.otherwise is None and isinstance(then, r.Return) and then.value is None


def _runs(model: ItemModel, statements: Sequence[r.Statement]) -> list[list[r.Statement]]:
    """Return the statements between barriers, [] where one of them holds a nested barrier."""
    runs: list[list[r.Statement]] = [[]]
    for statement in statements:
        met = [call for call in _calls(statement) if collective(builtin_name(model, call))]
        if not met:
            runs[-1].append(statement)
        elif isinstance(statement, r.ExpressionStatement) and statement.expression is met[0]:
            runs.append([])
        else:
            return []
    return runs


def _calls(record: r.Record) -> Iterator[r.Call]:
    pending = [record]
    while pending:
        current = pending.pop()
        if isinstance(current, r.Call):
            yield current
        pending.extend(r.children(current))


def _keep_apart(model: ItemModel, runs: list[list[r.Statement]]) -> bool:
    """Tell whether no stretch of statements uses a name that another one declares."""
    for run in runs:
        for statement in run:
            if not isinstance(statement, r.Declaration):
                continue
            for entry in statement.declarators:
                symbol = model.declared.get(entry)
                if symbol is None or any(
                    not run[0].start <= name.start < run[-1].end for name in uses(model, symbol)
                ):
                    return False
    return True
