"""A reservation in a pipe is used without a check that it is valid.

## What it does
Reports the first use of a reservation that is never passed to `is_valid_reserve_id`, or not before,
and a use after an `if` that found it invalid.

## Why
A pipe may hold too few packets, or too little space. The reserving function then returns an invalid
reservation, and its use is undefined.

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

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics.flow.order import dominates, is_post_dominated
from opencl_ls.semantics.flow.reservations import (
    ACCESS,
    CHECK,
    COMMIT,
    OTHER,
    STORE,
    Reservation,
    Use,
    reservations,
)
from opencl_ls.semantics.lookup.operands import contains
from opencl_ls.semantics.model import ItemModel
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=PIPES, about=("reserve_id_t",))

_JUMPS: Final = (r.Return, r.Break, r.Continue, r.Goto)


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look at the first use of each reservation that was not checked before."""
    for reservation in reservations(context.model):
        if reservation.used_for(OTHER):
            continue
        use = _unchecked(context.model, reservation)
        if use is not None:
            name = reservation.variable.name
            context.report(
                use.name,
                f"'{name}' may be no reservation: ask 'is_valid_reserve_id({name})' before",
                related=[(call, "the packets are reserved here") for call in reservation.made],
            )


def _unchecked(model: ItemModel, reservation: Reservation) -> Use | None:
    """Return the first use that no check guards."""
    used = sorted(reservation.used_for(ACCESS, COMMIT), key=lambda use: use.name.start)
    checks = reservation.used_for(CHECK)
    if not checks:
        return used[0] if used else None
    if len(reservation.made) != 1 or len(reservation.used_for(STORE)) > 1:
        return None
    made = reservation.made[0]
    for use in used:
        early = all(use.name.start < check.name.start for check in checks)
        if early and dominates(model, made, use.name) and not _is_in_step(model, use.name):
            return use
        if any(_is_left_out(model, check, use) for check in checks):
            return use
    return None


def _is_in_step(model: ItemModel, name: r.Name) -> bool:
    """Tell whether a name is in the step of a loop, which is executed after the body."""
    loops = (each for each in model.ancestors(name) if isinstance(each, r.For))
    return any(loop.step is not None and contains(loop.step, name) for loop in loops)


def _is_left_out(model: ItemModel, check: Use, use: Use) -> bool:
    """Tell whether a use is after an `if` whose condition is the check, in the same block.

    With no jump in between, the path with an invalid reservation reaches it as well.
    """
    if check.call is None:
        return False
    condition: r.Record = check.call
    above = model.parents.get(condition)
    while isinstance(above, r.Parenthesized) or (
        isinstance(above, r.Unary) and above.operator == "!"
    ):
        condition, above = above, model.parents.get(above)
    if not isinstance(above, r.If) or above.condition is not condition:
        return False
    around = model.parents.get(above)
    if above.end > use.name.start or around is None or not contains(around, use.name):
        return False
    if any(contains(above, each) for each in model.of_kind(*_JUMPS)):
        return False
    return is_post_dominated(model, above, use.name)
