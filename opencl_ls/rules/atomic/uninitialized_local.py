"""A local atomic object is used before it is initialised.

## What it does
Reports the first use of an atomic object in local memory, or of an element of an array of them, if
it is an atomic operation other than `atomic_init`, a store or a clear. Any other earlier use counts
as an initialisation, except an `atomic_init` by another work-item with no barrier after it.

## Why
The content of local memory is undefined when a work-group begins. One work-item has to initialise
the object, and a barrier has to follow before the others use it.

## Example
```cl CL2.0
kernel void k(global int *o) {
    local atomic_int count;
    o[get_global_id(0)] = atomic_fetch_add(&count, 1);
}
```

## Use instead
```cl CL2.0
kernel void k(global int *o) {
    local atomic_int count;
    if (get_local_id(0) == 0) atomic_init(&count, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    o[get_global_id(0)] = atomic_fetch_add(&count, 1);
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "Atomic Functions", "Initialization".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, UnitContext
from opencl_ls.linter.reports.races import is_initialisation, own_range, range_of
from opencl_ls.linter.rule import RACES, SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.order import is_first_use
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import may_store_unseen, uses
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.WARNING,
    since="0.1",
    versions=SINCE_20,
    about=(t.AtomicType,),
    of_whole_text=True,
)

_STORES = ("atomic_init", "atomic_store", "atomic_flag_clear")
_SWAPS = ("atomic_exchange", "atomic_flag_test_and_set")


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the first use of a local atomic object."""
    model = context.model
    kind = t.element_of(variable.type).type
    if not isinstance(kind, t.AtomicType) or t.object_space(variable.type) != t.LOCAL:
        return
    mentions = uses(model, variable)
    call = _operation(model, mentions[0]) if mentions else None
    if call is None or not is_first_use(model, variable, call) or may_store_unseen(model):
        return
    context.report(
        call,
        f"nothing has initialised '{variable.name}' here: one work-item has to call 'atomic_init', "
        "and a barrier has to follow",
        related=[(variable, f"'{variable.name}' is declared here")],
    )


@RULE.on_unit_reading(RACES)
def check_order(context: UnitContext) -> None:
    """Look at the operations that no barrier separates from the initialisation."""
    for item, race in context.races:
        if not is_initialisation(race):
            continue
        model = context.models[item]
        operation, store = race.first, race.second
        if store.is_atomic:
            operation, store = store, operation
        name = f"'{race.first.symbol.name}'"
        context.report(
            item,
            own_range(operation, model),
            f"another work-item need not have initialised {name} yet: a barrier with "
            "CLK_LOCAL_MEM_FENCE is missing before this",
            related=[(range_of(store, model), "initialised here")],
        )


def _operation(model: ItemModel, name: r.Name) -> r.Call | None:
    """Return the atomic operation that reads an object, or None for other uses."""
    record: r.Record = name
    above = model.parents.get(record)
    while isinstance(above, r.Parenthesized | r.Index) or (
        isinstance(above, r.Unary) and above.operator == "&"
    ):
        if isinstance(above, r.Index) and above.base is not record:
            return None
        record, above = above, model.parents.get(above)
    if not isinstance(above, r.Call) or not above.arguments or above.arguments[0] is not record:
        return None
    operation = builtin_name(model, above)
    if not operation.startswith("atomic_") or operation.startswith(_STORES):
        return None
    is_statement = isinstance(model.parents.get(above), r.ExpressionStatement)
    return None if is_statement and operation.startswith(_SWAPS) else above
