"""A marker is enqueued without an event to complete.

## What it does
Reports a null pointer as the last argument of `enqueue_marker`.

## Why
A marker completes an event when other events are complete; without its own event it does nothing.

## Example
```cl CL2.0
void f(queue_t q, clk_event_t *e) { enqueue_marker(q, 1, e, NULL); }
```

## Use instead
```cl CL2.0
void f(queue_t q, clk_event_t *e, clk_event_t *done) { enqueue_marker(q, 1, e, done); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Markers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.enqueue import called_builtin, is_null
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.WARNING,
    since="0.1",
    versions=BLOCKS,
    about=("enqueue_marker",),
    supersedes=("builtin/pointer-type",),
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the last argument."""
    if called_builtin(context.model, call) != "enqueue_marker" or len(call.arguments) != 4:
        return
    for place, event in alternatives(context.model, call.arguments[3]):
        if is_null(event):
            context.report(place, "a marker without an event for it does nothing")
