"""An event that `enqueue_kernel` or `enqueue_marker` returned is never released.

## What it does
Hints at an event that a launch stored in a local variable, that is not passed on, and that no
`release_event` follows.

## Why
The launch retains the event for its caller. The device keeps it until the caller releases it, and a
device can keep only a few events.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    clk_event_t done;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done, ^{ });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    clk_event_t done;
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &done, ^{ });
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &done, NULL, ^{ });
    release_event(done);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: if the launch failed there is no event to release.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import enclosing_literal
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.enqueue import called_builtin, returned_event, wait_list
from opencl_ls.semantics.lookup.uses import addressed, uses
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, about=("enqueue_kernel", "enqueue_marker"))

_LOOKING: Final = frozenset(
    ("is_valid_event", "set_user_event_status", "capture_event_profiling_info", "retain_event")
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at all uses of an event from its first launch on."""
    returned = returned_event(context.model, call)
    name = None if returned is None else addressed(returned)
    symbol = None if name is None else named_symbol(context.model, name)
    if name is None or not isinstance(symbol, Variable) or symbol.function is None:
        return
    if not isinstance(symbol.type.type, t.OpaqueType) or symbol.storage:
        return
    known = uses(context.model, symbol)
    launched = [each for each in known if _is_returned(context, each)]
    if not launched or launched[0] is not name:
        return
    if all(each in launched or _only_looks(context, each, symbol) for each in known):
        context.report(
            name,
            f"the event in '{symbol.name}' is never released: 'release_event({symbol.name})' "
            "follows its last use",
            related=[(symbol, f"'{symbol.name}' is declared here")],
            fixes=_release(context, symbol, call, known[-1]),
        )


def _call_around(context: RuleContext, name: r.Name) -> r.Call | None:
    above = context.enclosing(name, r.Call)
    return above if isinstance(above, r.Call) else None


def _is_returned(context: RuleContext, name: r.Name) -> bool:
    """Tell whether a name is the event that a launch returns."""
    call = _call_around(context, name)
    returned = None if call is None else returned_event(context.model, call)
    return returned is not None and addressed(returned) is name


def _only_looks(context: RuleContext, name: r.Name, symbol: Variable) -> bool:
    """Tell whether an event is only waited for or read, so that its owner keeps it."""
    call = _call_around(context, name)
    if call is None or enclosing_literal(context.model, name) is not symbol.block:
        return False
    if called_builtin(context.model, call) in _LOOKING:
        return call.arguments[:1] == (name,)
    waited = wait_list(context.model, call)
    return waited is not None and addressed(waited.events) is name


def _release(context: RuleContext, symbol: Variable, call: r.Call, last: r.Name) -> list[ItemFix]:
    """Return the fix that releases the event after the statement that uses it last."""
    body = context.enclosing(call, r.Compound)
    if body is None or not body.start <= last.start < body.end:
        body = context.enclosing(symbol.declaration, r.Compound)
    statements = body.statements if isinstance(body, r.Compound) else ()
    for statement in statements:
        if statement.start <= last.start < statement.end:
            if isinstance(statement, r.Return | r.Case | r.Label):
                return []
            text = f"release_event({symbol.name});"
            return [inserting(f"Insert '{text}'", statement.end, f" {text}", safe=False)]
    return []
