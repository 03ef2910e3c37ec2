"""No `wait_group_events` waits for an async copy.

## What it does
Reports an async copy whose event is discarded, is stored in a variable that is never used again or
that the event of the next copy overwrites (also in the next iteration of a loop), or is stored in
an element of an array that no `wait_group_events` includes. It is a hint if the destination of the
copy is local memory that is not used after it either. A copy is reported as well if a branch after
it leads past all the waits for its event.

## Why
The data is complete only after `wait_group_events` on the event of the copy; before that, the
content of the memory is undefined. A barrier does not wait for copies.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 16, 0);
    g[0] = l[1];
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e = async_work_group_copy(l, g, 16, 0);
    wait_group_events(1, &e);
    g[0] = l[1];
}
```

## Versions
All.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.copy_events import is_copy, lost_event
from opencl_ls.semantics.flow.event_waits import kept_events, skipping_branch
from opencl_ls.semantics.lookup.blocks import names_below
from opencl_ls.semantics.lookup.callees import is_sound
from opencl_ls.semantics.lookup.uses import keeper
from opencl_ls.semantics.model import ItemModel, derived
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=("async_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for a use of the event other than by copies of the same kind."""
    model = context.model
    if not is_copy(model, call) or not is_sound(model, call):
        return
    lost = lost_event(model, call)
    if lost is None:
        _check_ways(context, call)
        return
    event = lost.event
    if event is None:
        name = context.text(call.callee)
        context.report(
            call,
            f"the event of '{name}' is discarded, so that nothing can wait for the copy: "
            "keep it and pass it to 'wait_group_events'",
        )
        return
    related: list[tuple[Ranged, str]] = [(event, f"'{event.name}' is declared here")]
    if lost.index is not None:
        reason = (
            f"'{event.name}[{lost.index}]' is none of the events that 'wait_group_events' waits for"
        )
    elif lost.overwritten is not None:
        related = [(lost.overwritten, "the event of another copy takes its place here")]
        reason = f"'{event.name}' is overwritten before anything has waited for it"
    else:
        reason = f"'{event.name}' is never passed to 'wait_group_events'"
    is_last = lost.index is None and lost.overwritten is None
    is_idle = is_last and not _is_seen_by_host(context, call) and not _is_used_after(context, call)
    context.report(
        call,
        f"nothing waits for this copy: {reason}",
        related=related,
        severity=Severity.HINT if is_idle else None,
    )


def _check_ways(context: RuleContext, call: r.Call) -> None:
    """Report a copy that only some ways to the end of the function wait for."""
    model = context.model
    event = next(
        (each for each in kept_events(model) if each.variable is keeper(model, call)), None
    )
    block = None if event is None else skipping_branch(model, event, call)
    if event is None or block is None or block.condition is None:
        return
    context.report(
        call,
        "nothing waits for this copy on one way: a branch leads past 'wait_group_events' for "
        f"'{event.variable.name}'",
        related=[(block.condition, "this condition decides whether the copy is waited for")],
    )


def _is_seen_by_host(context: RuleContext, call: r.Call) -> bool:
    """Tell whether a copy writes global memory, which outlives the kernel."""
    kind = value_of(context.model.types.get(call.arguments[0], t.UNKNOWN_QUALIFIED))
    return isinstance(kind.type, t.PointerType) and t.object_space(kind.type.pointee) == t.GLOBAL


def _is_used_after(context: RuleContext, call: r.Call) -> bool:
    """Tell whether the destination of a copy is named again after the copy."""
    model = context.model
    targets = {
        model.references.get(name) for name in names_below(call.arguments[0], in_blocks=False)
    } - {None}
    last = _last_names(model)
    return any(last[target] > call.end for target in targets if target is not None)


@derived
def _last_names(model: ItemModel) -> dict[Symbol, int]:
    """Return the place of the last use of each symbol; cached, since there may be many copies."""
    found: dict[Symbol, int] = {}
    for name, symbol in model.references.items():
        if symbol is not None:
            found[symbol] = max(found.get(symbol, 0), name.start)
    return found
