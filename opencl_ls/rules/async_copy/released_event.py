"""An event is used after a wait has released it.

## What it does
Reports a wait for an event that `wait_group_events` has waited for on every path before, with no
new copy between, also in the next round of a loop. A copy that is given such an event is a hint.

## Why
`wait_group_events` releases the events that it waits for. A released event stands for no copy any
more; a second wait usually means that the wait for another copy is missing.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l, local int *m) {
    event_t first = async_work_group_copy(l, g, 16, 0);
    event_t second = async_work_group_copy(m, g + 16, 16, 0);
    wait_group_events(1, &first);
    wait_group_events(1, &second);
    wait_group_events(1, &second);
    g[0] = l[1] + m[1];
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l, local int *m) {
    event_t first = async_work_group_copy(l, g, 16, 0);
    event_t second = async_work_group_copy(m, g + 16, 16, 0);
    wait_group_events(1, &first);
    wait_group_events(1, &second);
    g[0] = l[1] + m[1];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch"; reference page wait_group_events.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.dataflow import facts_before_steps
from opencl_ls.semantics.flow.event_waits import KeptEvent, kept_events
from opencl_ls.semantics.flow.order import is_in_next_round
from opencl_ls.semantics.model.graphs import Step
from opencl_ls.semantics.types.symbols import Function, Symbol
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=("wait_group_events",))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Follow the waits of a body to later uses of the same events."""
    if function.definition is None:
        return
    model = context.model
    kept = [each for each in kept_events(model) if each.variable.function is function]
    waited = {call: each for each in kept for call in each.waits}
    passed = {call: each for each in kept for call in each.passed}
    if not waited:
        return

    def transfer(step: Step, released: frozenset[Symbol]) -> frozenset[Symbol]:
        event = waited.get(step) if isinstance(step, r.Call) else None
        if event is not None:
            return released | {event.variable}
        if isinstance(step, r.Assignment):
            stored = model.references.get(step.left)
            return released if stored is None else released - {stored}
        declared = model.declared.get(step) if isinstance(step, r.InitDeclarator) else None
        return released if declared is None else released - {declared}

    graph = control_flow(model, function.definition.body)
    for step, released in facts_before_steps(graph, transfer).items():
        event = (waited.get(step) or passed.get(step)) if isinstance(step, r.Call) else None
        if event is None or not isinstance(step, r.Call):
            continue
        if event.variable in released:
            _report(context, event, step, is_wait=step in waited)
        elif step in waited and _is_in_each_round(context, event, step):
            _report(context, event, step, is_wait=True)


def _is_in_each_round(context: RuleContext, event: KeptEvent, wait: r.Call) -> bool:
    """Tell whether a loop after all copies for an event waits for it in each round."""
    made = [each.end for each in event.stores]
    start = max((event.variable.declarator.end, *made))
    return is_in_next_round(context.model, wait, wait, start)


def _report(context: RuleContext, event: KeptEvent, call: r.Call, *, is_wait: bool) -> None:
    name = event.variable.name
    earlier = [each for each in event.waits if each.end <= call.start]
    nearest = max(earlier, key=lambda each: each.end) if earlier else event.waits[-1]
    message = (
        f"'{name}' has been waited for before, which released it: no copy has stored its event in "
        f"'{name}' since then"
        if is_wait
        else f"'{name}' is the event of no copy any more: 'wait_group_events' has released it"
    )
    context.report(
        call.arguments[-1],
        message,
        related=[(nearest, "a wait is here")],
        severity=None if is_wait else Severity.HINT,
    )
