"""A reservation in a pipe is used after it was committed.

## What it does
Reports a use of a reservation that has been committed on every path to it, or in the previous
iteration of a loop.

## Why
A commit ends the reservation: its packets may be used by other reservations. Any later use of it is
undefined, including another commit.

## Example
```cl CL2.0
kernel void k(read_only pipe int p) {
    int value;
    reserve_id_t r = reserve_read_pipe(p, 1);
    if (is_valid_reserve_id(r)) {
        commit_read_pipe(p, r);
        read_pipe(p, r, 0, &value);
    }
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
from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.dataflow import facts_before_steps
from opencl_ls.semantics.flow.order import is_in_next_round
from opencl_ls.semantics.flow.reservations import (
    ACCESS,
    CHECK,
    COMMIT,
    OTHER,
    Use,
    reservations,
)
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.model.graphs import Step
from opencl_ls.semantics.types.symbols import Function, Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=PIPES, about=("reserve_id_t",))


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Follow the commits of a body to the uses after them."""
    if function.definition is None:
        return
    model = context.model
    used = {
        use.call: use
        for reservation in reservations(model)
        if reservation.variable.function is function and not reservation.used_for(OTHER)
        for use in reservation.used_for(ACCESS, CHECK, COMMIT)
        if use.call is not None
    }
    if not used:
        return

    def transfer(step: Step, committed: frozenset[Symbol]) -> frozenset[Symbol]:
        use = used.get(step) if isinstance(step, r.Call) else None
        if use is not None and use.purpose == COMMIT:
            return committed | {use.variable}
        stored = _stored(model, step)
        return committed if stored is None else committed - {stored}

    last_made = {
        reservation.variable: max(call.end for call in reservation.made)
        for reservation in reservations(model)
    }
    commits: dict[Variable, list[Use]] = {}
    for each in used.values():
        if each.purpose == COMMIT and each.call is not None:
            commits.setdefault(each.variable, []).append(each)
    graph = control_flow(model, function.definition.body)
    for step, committed in facts_before_steps(graph, transfer).items():
        use = used.get(step) if isinstance(step, r.Call) else None
        if use is None:
            continue
        own = commits.get(use.variable, [])
        others = [each for each in own if each is not use]
        start = last_made[use.variable]
        if use.variable in committed:
            message = f"the reservation '{use.name.name}' has been committed before, which ended it"
            related = others
        elif any(_is_in_each_round(model, each, use, start) for each in own):
            message = f"the previous iteration has committed the reservation '{use.name.name}'"
            related = others or [use]
        else:
            continue
        places = [(commit.name, "a commit is here") for commit in related]
        context.report(use.name, message, related=places)


def _is_in_each_round(model: ItemModel, commit: Use, use: Use, start: int) -> bool:
    """Tell whether each iteration of a loop after `start` reaches a commit and a use."""
    if commit.call is None or use.call is None:
        return False
    ways = ((commit.call, use.call), (commit.call, commit.call))
    return all(is_in_next_round(model, first, second, start) for first, second in ways)


def _stored(model: ItemModel, step: Step) -> Symbol | None:
    """Return the variable to which a step assigns a new value."""
    if isinstance(step, r.InitDeclarator):
        return model.declared.get(step)
    return model.references.get(step.left) if isinstance(step, r.Assignment) else None
