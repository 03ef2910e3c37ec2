"""A reservation in a pipe is never committed.

## What it does
Reports a reservation that is thrown away, or kept in a variable that is never given to one of the
commit functions.

## Why
A kernel has to commit each reservation that it makes. Until then the packets are neither read nor
written for anybody else, and the room that they take is lost.

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
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import PIPES, Rule
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.semantics.reservations import COMMIT, OTHER, is_reserve, reservations
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=PIPES, about=("reserve_id_t",))


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for a commit of each reservation."""
    model = context.model
    for site in model.calls:
        if is_reserve(model, site.call) and isinstance(
            context.parent(site.call), r.ExpressionStatement
        ):
            commit = _commit(context, site.call)
            context.report(
                site.call,
                f"the reservation is thrown away: keep it and give it to '{commit}' in the end",
            )
    for reservation in reservations(model):
        if not reservation.used_for(COMMIT, OTHER):
            for call in reservation.made:
                name = reservation.variable.name
                context.report(
                    call,
                    f"the reservation '{name}' is never committed: give it to "
                    f"'{_commit(context, call)}' in the end",
                )


def _commit(context: RuleContext, call: r.Call) -> str:
    return builtin_name(context.model, call).replace("reserve_", "commit_")
