"""The event count and the wait list contradict each other.

## What it does
Reports a wait list without events, or events without a wait list, in a call of `enqueue_kernel` or
`enqueue_marker`.

## Why
A count above zero with a null list, or a count of zero with a list, makes the call fail with
`CLK_INVALID_EVENT_WAIT_LIST`.  A marker always waits for something.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics.enqueue import called_builtin, enqueue_of, is_null, literal_value
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the count with the list."""
    found = enqueue_of(context.model, call)
    if found is not None and found.events:
        _compare(context, found.events[0], found.events[1])
    elif called_builtin(context.model, call) == "enqueue_marker" and len(call.arguments) == 4:
        _compare_marker(context, call.arguments[1], call.arguments[2])


def _compare(context: RuleContext, count: r.Expression, events: r.Expression) -> None:
    number = literal_value(count)
    if number is None:
        return
    if number > 0 and is_null(events):
        what = "1 event is" if number == 1 else f"{number} events are"
        context.report(events, f"{what} announced but the wait list is null")
    elif number == 0 and not is_null(events):
        context.report(count, "the wait list is given but the number of its events is 0")


def _compare_marker(context: RuleContext, count: r.Expression, events: r.Expression) -> None:
    if is_null(events):
        context.report(events, "a marker waits for events, and its wait list is null")
    elif literal_value(count) == 0:
        context.report(count, "a marker waits for events, and their number is 0")
