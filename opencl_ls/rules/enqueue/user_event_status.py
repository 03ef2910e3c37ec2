"""A user event is given a status that does not exist.

## What it does
Reports a positive constant as the status of `set_user_event_status`, and `CL_SUBMITTED` and the
other states that a command of the host goes through.

## Why
A user event is either complete (`CL_COMPLETE`, 0) or failed (a negative number).

## Example
```cl CL2.0
void finish(clk_event_t e) { set_user_event_status(e, 3); }
```

## Use instead
```cl CL2.0
void finish(clk_event_t e) { set_user_event_status(e, 0); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Event Built-in Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import called_builtin, named_constant
from opencl_ls.syntax import records as r

_UNDER_WAY = frozenset(("CL_QUEUED", "CL_SUBMITTED", "CL_RUNNING"))

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("set_user_event_status",))


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the status."""
    if called_builtin(context.model, call) != "set_user_event_status" or len(call.arguments) != 2:
        return
    status = call.arguments[1]
    value = fixed_values(context.model).integer(status)
    if (value or 0) > 0 or named_constant(context.model, status) in _UNDER_WAY:
        context.report(status, "the status of a user event is CL_COMPLETE (0) or negative")
