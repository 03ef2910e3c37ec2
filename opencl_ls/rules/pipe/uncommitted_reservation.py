"""A reservation in a pipe is never committed.

## What it does
Reports a reservation that is discarded, or stored in a variable that is never passed to one of the
commit functions, or not before another reservation is stored in it.

## Why
A kernel has to commit each reservation that it makes. Until then other kernels cannot see the
packets as read or written, and their space is lost.

## Example
```cl CL2.0
kernel void k(read_only pipe int p) {
    int value;
    reserve_id_t r = reserve_read_pipe(p, 1);
    if (is_valid_reserve_id(r)) read_pipe(p, r, 0, &value);
}
```

## Use instead
```cl CL2.0
kernel void k(read_only pipe int p) {
    int value;
    reserve_id_t r = reserve_read_pipe(p, 1);
    if (is_valid_reserve_id(r)) {
        read_pipe(p, r, 0, &value);
        commit_read_pipe(p, r);
    }
}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Built-in Pipe Read and Write Functions".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.order import dominates
from opencl_ls.semantics.flow.reservations import (
    COMMIT,
    OTHER,
    STORE,
    Reservation,
    is_reserve,
    reservations,
)
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=PIPES, about=("reserve_id_t",))


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for a commit of each reservation."""
    model = context.model
    for site in model.calls:
        if is_reserve(model, site.call) and _is_dropped(context, site.call):
            commit = _commit(context, site.call)
            context.report(
                site.call,
                f"the reservation is discarded: keep it and give it to '{commit}' in the end",
            )
    for reservation in reservations(model):
        is_committed = bool(reservation.used_for(COMMIT, OTHER))
        for call in reservation.made:
            what = "overwritten before it is" if is_committed else "never"
            if not is_committed or _is_overwritten(context, reservation, call):
                context.report(
                    call,
                    f"the reservation '{reservation.variable.name}' is {what} committed: give it "
                    f"to '{_commit(context, call)}' {'before' if is_committed else 'in the end'}",
                )


def _is_dropped(context: RuleContext, call: r.Call) -> bool:
    """Tell whether the result of a call is discarded, or only checked for validity."""
    record: r.Record = call
    above = context.parent(call)
    while isinstance(above, r.Parenthesized):
        record, above = above, context.parent(above)
    if isinstance(above, r.Cast):
        return isinstance(context.model.types.get(above, t.UNKNOWN_QUALIFIED).type, t.VoidType)
    if isinstance(above, r.Call) and record in above.arguments:
        return builtin_name(context.model, above) == "is_valid_reserve_id"
    return isinstance(above, r.ExpressionStatement)


def _is_overwritten(context: RuleContext, reservation: Reservation, call: r.Call) -> bool:
    """Tell whether the next use of a reservation stores another one."""
    later = [use for use in reservation.uses if use.name.start > call.start]
    following = min(later, key=lambda use: use.name.start, default=None)
    if following is None or following.purpose != STORE:
        return False
    return dominates(context.model, call, following.name)


def _commit(context: RuleContext, call: r.Call) -> str:
    return builtin_name(context.model, call).replace("reserve_", "commit_")
