"""The event count and the wait list contradict each other.

## What it does
Reports a wait list without events, events without a wait list, and a count beyond the end of the
list, in a call of `enqueue_kernel` or `enqueue_marker`.

## Why
A count above zero with a null list, or a count of zero with a list, makes the call fail with
`CLK_INVALID_EVENT_WAIT_LIST`.  A marker always needs events to wait for. Beyond the end of a list
there are no events.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, NULL, NULL, ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, NULL, ^{ });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import (
    WaitList,
    called_builtin,
    event_variable,
    events_from,
    is_null,
    wait_list,
)
from opencl_ls.semantics.lookup.uses import uses
from opencl_ls.semantics.memory.addresses import addressed
from opencl_ls.semantics.model.wording import counted
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.WARNING,
    since="0.1",
    versions=BLOCKS,
    about=("enqueue_kernel", "enqueue_marker"),
    supersedes=("builtin/argument-count", "builtin/pointer-type"),
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the count with the list."""
    found = wait_list(context.model, call)
    if found is None:
        return
    number = fixed_values(context.model).integer(found.count)
    marker = called_builtin(context.model, call) == "enqueue_marker"
    lists = list(alternatives(context.model, found.events))
    nulls = [place for place, events in lists if is_null(events)]
    if marker and nulls:
        context.report(nulls[0], "a marker waits for events, and its wait list is null")
    elif marker and number == 0:
        context.report(found.count, "a marker waits for events, and their number is 0")
    elif number is not None and number > 0 and nulls:
        what = "1 event is" if number == 1 else f"{number} events are"
        context.report(nulls[0], f"{what} announced but the wait list is null")
    elif number == 0 and any(_is_list(context, events) for _, events in lists):
        message = "the wait list is given but the number of its events is 0"
        context.report(found.count, message)
    elif number is not None:
        for _, events in lists:
            _compare(context, found, events, number)


def _is_list(context: RuleContext, events: r.Expression) -> bool:
    """Tell whether a list is never null: an object, or a parameter that only this call uses."""
    inner = unwrapped(events)
    if isinstance(inner, r.Binary):
        inner = unwrapped(inner.left)
    symbol = context.symbol(inner)
    if isinstance(symbol, ParameterVariable):
        return inner is not unwrapped(events) or len(uses(context.model, symbol)) == 1
    return addressed(context.model, events) is not None


def _compare(context: RuleContext, found: WaitList, events: r.Expression, number: int) -> None:
    symbol, first = event_variable(context.model, events), 0
    if symbol is None:
        symbol, first = events_from(context.model, events) or (None, 0)
    if symbol is None:
        return
    kind = symbol.type.type
    size = kind.size if isinstance(kind, t.ArrayType) else 1
    if size is not None and 0 <= first <= size < first + number:
        where = f" from element {first} on" if first else ""
        context.report(
            found.count,
            f"{counted(number, 'event')} {'is' if number == 1 else 'are'} announced, "
            f"and '{symbol.name}' holds {size - first}{where}",
            related=[(symbol, f"'{symbol.name}' is declared here")],
        )
