"""A packet is addressed outside its reservation.

## What it does
Reports `read_pipe` and `write_pipe` with a constant index that is not below the constant number of
packets reserved.

## Why
The packets of a reservation are numbered from 0. Another index is undefined.

## Example
```cl CL2.0
kernel void k(write_only pipe int p) {
    int value = 1;
    reserve_id_t r = reserve_write_pipe(p, 1);
    if (is_valid_reserve_id(r)) {
        write_pipe(p, r, 1, &value);
        commit_write_pipe(p, r);
    }
}
```

## Use instead
```cl CL2.0
kernel void k(write_only pipe int p) {
    int value = 1;
    reserve_id_t r = reserve_write_pipe(p, 1);
    if (is_valid_reserve_id(r)) {
        write_pipe(p, r, 0, &value);
        commit_write_pipe(p, r);
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
from opencl_ls.semantics.flow.reservations import ACCESS, OTHER, reservations
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=PIPES, about=("reserve_id_t",))


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Compare constant indices with constant numbers of packets."""
    folder = fixed_values(context.model)
    for reservation in reservations(context.model):
        counts = [folder.integer(call.arguments[1]) for call in reservation.made]
        known = [count for count in counts if count is not None]
        if len(known) < len(counts) or reservation.used_for(OTHER):
            continue
        most = max(known)
        for use in reservation.used_for(ACCESS):
            if use.call is None or len(use.call.arguments) != 4:
                continue
            index = folder.integer(use.call.arguments[2])
            if index is not None and not 0 <= index < most:
                packets = "1 packet is" if most == 1 else f"{most} packets are"
                context.report(
                    use.call.arguments[2],
                    f"packet {index} is not in the reservation '{reservation.variable.name}': "
                    f"{packets} reserved, counted from 0",
                    related=[(call, "the packets are reserved here") for call in reservation.made],
                )
