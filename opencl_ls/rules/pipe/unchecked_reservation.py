"""A reservation in a pipe is used without a look at whether there is one.

## What it does
Reports the first use of a reservation that is never given to `is_valid_reserve_id`.

## Why
A pipe may hold too few packets, or too little room. The function that reserves says so by what it
returns, and using that all the same is undefined.

## Example
```cl CL2.0
kernel void k(read_only pipe int p) {
    int value;
    reserve_id_t r = reserve_read_pipe(p, 1);
    read_pipe(p, r, 0, &value);
    commit_read_pipe(p, r);
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
from opencl_ls.semantics.reservations import ACCESS, CHECK, COMMIT, OTHER, reservations
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=PIPES, about=("reserve_id_t",))


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look at the first use of each reservation that nothing checks."""
    for reservation in reservations(context.model):
        used = reservation.used_for(ACCESS, COMMIT)
        if used and not reservation.used_for(CHECK, OTHER):
            name = reservation.variable.name
            context.report(
                min(used, key=lambda use: use.name.start).name,
                f"'{name}' may be no reservation: ask 'is_valid_reserve_id({name})' before",
                related=[(call, "the packets are reserved here") for call in reservation.made],
            )
