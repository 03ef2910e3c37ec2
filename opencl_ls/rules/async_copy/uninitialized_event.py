"""An async copy, or a wait, is given an event variable that has no value.

## What it does
Reports an event argument of an async copy that is a variable without an earlier store, or an
element of an array without an earlier use. Of `wait_group_events`, it reports a variable without an
earlier store, and an array of whose events the wait includes one that nothing stores.

## Why
The argument of a copy is 0, or the event of an earlier copy with which the new one shares its wait;
a wait is for the events of copies. The value of an uninitialised variable is neither.

## Example
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e;
    e = async_work_group_copy(l, g, 16, e);
    wait_group_events(1, &e);
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g, local int *l) {
    event_t e;
    e = async_work_group_copy(l, g, 16, 0);
    wait_group_events(1, &e);
}
```

## Versions
All.

## Reference
OpenCL C specification, "Async Copies from Global to Local Memory, Local to Global Memory, and
Prefetch".

## Fix safety
Safe: the value was indeterminate. In a loop the fix initialises the declaration with 0, as later
iterations have the event of an earlier copy.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemFix,
    Ranged,
    RuleContext,
    inserting,
    replacing,
)
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.copy_events import is_copy
from opencl_ls.semantics.flow.event_waits import capacity, unset_index, wait_of
from opencl_ls.semantics.flow.order import is_unassigned_at
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Call, about=("wait_group_events",))
def check_wait(context: RuleContext, call: r.Call) -> None:
    """Look for an event of the wait that nothing has stored."""
    model = context.model
    wait = wait_of(model, call)
    if wait is None:
        return
    events = wait.events
    index = unset_index(model, wait)
    if index is not None:
        size = capacity(events)
        if size is not None and index >= size:
            return
        message = f"this waits for '{events.name}[{index}]', in which nothing stores an event"
    elif is_unassigned_at(model, events, call):
        message = f"'{events.name}' has no value yet: no copy has stored its event in it"
    else:
        return
    related: list[tuple[Ranged, str]] = [
        (events, f"'{events.name}' is declared here without a value")
    ]
    context.report(call.arguments[1], message, related=related)


@RULE.on(r.Call, about=("async_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Look for anything before the call that could have given the event a value."""
    model = context.model
    if not is_copy(model, call):
        return
    argument = call.arguments[-1]
    symbol = named_symbol(model, _array_or_event(argument))
    if symbol is None or not isinstance(t.element_of(symbol.type).type, t.OpaqueType):
        return
    whole: r.Record = call
    within = context.parent(call)
    if isinstance(within, r.Assignment):
        target = _array_or_event(within.left)
        whole = within if named_symbol(model, target) is symbol else whole
    if not is_unassigned_at(model, symbol, whole):
        return
    context.report(
        argument,
        f"'{context.text(argument)}' has no value yet: the event argument is 0 or the event of an "
        "earlier copy",
        related=[(symbol, f"'{symbol.name}' is declared here without a value")],
        fixes=_fixes(context, symbol, argument),
    )


def _fixes(context: RuleContext, symbol: Symbol, argument: r.Expression) -> list[ItemFix]:
    """Return the fix that puts 0 in place of the variable, or initialises it in a loop.

    From the second iteration on it is the event of an earlier copy, which may be waited for.
    """
    assert isinstance(symbol, Variable)
    loop = context.enclosing(argument, r.For, r.While, r.DoWhile)
    entry = symbol.declarator
    if loop is None or loop.start < entry.start < loop.end:
        return [replacing("Use 0", argument, "0", safe=True)]
    if isinstance(symbol.type.type, t.ArrayType):
        return []
    return [inserting(f"Initialise '{symbol.name}' with 0", entry.end, " = 0", safe=True)]


def _array_or_event(event: r.Expression) -> r.Expression:
    """Return the array of which an expression is an element, or else the expression itself."""
    while isinstance(event, r.Parenthesized | r.Index):
        event = event.inner if isinstance(event, r.Parenthesized) else event.base
    return event
