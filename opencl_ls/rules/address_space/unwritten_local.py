"""A local variable is read before anything has been written to it.

## What it does
Reports a read of a local variable that a kernel reaches before any write, and a read of a variable
that is never written. A variable whose address is passed on is not reported.

## Why
A local variable cannot be initialised, and its value is undefined when a work-group begins.

## Example
```cl CL1.2
kernel void k(global int *g) {
    local int count;
    if (count == 0) g[0] = 1;
}
```

## Use instead
```cl CL1.2
kernel void k(global int *g) {
    local int count;
    if (get_local_id(0) == 0) count = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (count == 0) g[0] = 1;
}
```

## Versions
All.

## Reference
OpenCL C specification, "__local (or local)"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.order import is_first_use
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.unused import is_discarded
from opencl_ls.semantics.lookup.uses import changing, may_store_unseen, uses
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_PLAIN = (t.ScalarType, t.VectorType, t.AggregateType)


@RULE.on(Variable)
def check(context: RuleContext, variable: Variable) -> None:
    """Report the first read of a variable that nothing was written to."""
    model = context.model
    if t.object_space(variable.type) != t.LOCAL or variable.function is None:
        return
    if not isinstance(t.element_of(variable.type).type, _PLAIN) or may_store_unseen(model):
        return
    accessed = [_accessed(model, name) for name in uses(model, variable)]
    places = [place for place in accessed if place is not None]
    if None in accessed:
        return
    reads = [each for each in places if _is_read(model, each)]
    is_written = any(changing(model, each) is not None for each in places)
    for read in reads:
        if is_written and (_is_guarded(model, read) or not is_first_use(model, variable, read)):
            continue
        context.report(
            unwrapped(read),
            f"nothing has been written to '{variable.name}' when this is read: local memory has no "
            "value when a work-group begins",
            related=[(variable, f"'{variable.name}' is declared here")],
        )
        return


def _accessed(model: ItemModel, name: r.Name) -> r.Expression | None:
    """Return the place in a variable that an expression around its name means.

    None where its address may get elsewhere.
    """
    place: r.Expression = name
    above = model.parents.get(place)
    while isinstance(above, r.Parenthesized) or (
        isinstance(above, r.Index | r.Member) and above.base is place
    ):
        place, above = above, model.parents.get(above)
    if isinstance(above, r.Unary) and above.operator == "*":
        place, above = above, model.parents.get(above)
    if isinstance(above, r.TypeQuery):
        return place
    is_address = isinstance(above, r.Unary) and above.operator == "&"
    is_whole = isinstance(model.type_of(place).type, t.ArrayType | t.PointerType)
    if is_address or (is_whole and not is_discarded(model, place)):
        return None
    return None if model.enclosing(name, r.BlockLiteral) is not None else place


def _is_read(model: ItemModel, place: r.Expression) -> bool:
    """Tell whether the value of a place is taken."""
    whole, above = model.use_of(place)
    while isinstance(above, r.Conditional) and whole is not above.condition:
        whole, above = model.use_of(above)
    if isinstance(above, r.TypeQuery) or (
        isinstance(whole, r.Expression) and is_discarded(model, whole)
    ):
        return False
    change = changing(model, place)
    return not isinstance(change, r.Assignment) or change.operator.text != "="


def _is_guarded(model: ItemModel, read: r.Expression) -> bool:
    """Tell whether a condition decides about a read: it may hold only when all was written."""
    inner: r.Record = read
    for above in model.ancestors(read):
        if isinstance(above, r.If | r.Conditional) and inner is not above.condition:
            return True
        if isinstance(above, r.Switch):
            return True
        inner = above
    return False
