"""Every work-item initialises the same atomic object.

## What it does
Hints at `atomic_init` of an object that work-items share, where all work-items of a kernel get to
the call.

## Why
`atomic_init` is not atomic itself: that several work-items run it on one object is a race.

## Example
```cl CL2.0
kernel void k(local atomic_int *a) {
    atomic_init(a, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
}
```

## Use instead
```cl CL2.0
kernel void k(local atomic_int *a) {
    if (get_local_id(0) == 0) atomic_init(a, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
}
```

## Versions
2.0 and later.

## Reference
OpenCL C specification, "The atomic_init Function".
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.blocks import unwrapped
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.semantics.constness import fixed_values
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.semantics.uniformity.arithmetic import SINGLE
from opencl_ls.semantics.uniformity.definitions import required_sizes
from opencl_ls.semantics.uses import changing, uses
from opencl_ls.syntax import records as r

_NAME = "atomic_init"
_SHARED = (t.LOCAL, t.GLOBAL)
_LEAVING = (r.Return, r.Goto)
_PLAIN = (r.ExpressionStatement, r.Compound, r.FunctionDefinition)

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20, about=(_NAME,))


@RULE.on(r.Call, about=(_NAME,))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at where the call stands, and at what it initialises."""
    model = context.model
    if builtin_name(model, call) != _NAME or len(call.arguments) != 2:
        return
    symbol = _shared_object(model, call.arguments[0])
    if symbol is not None and _is_run_by_all(model, call):
        context.report(
            call,
            f"every work-item initialises '{symbol.name}', and 'atomic_init' is not atomic: let "
            "one of them do it, and put a barrier behind",
        )


def _shared_object(model: ItemModel, pointer: r.Expression) -> Symbol | None:
    """Return what names an object that is the same for all work-items of a group."""
    inner = unwrapped(pointer)
    is_address = isinstance(inner, r.Unary) and inner.operator == "&"
    place = unwrapped(inner.operand) if isinstance(inner, r.Unary) and is_address else inner
    while isinstance(place, r.Member | r.Index):
        if isinstance(place, r.Index) and fixed_values(model).integer(place.index) is None:
            return None
        place = unwrapped(place.base)
    symbol = model.references.get(place)
    if isinstance(symbol, ParameterVariable) and isinstance(symbol.type.type, t.PointerType):
        space = t.object_space(symbol.type.type.pointee)
        is_fixed = not any(changing(model, name) for name in uses(model, symbol))
        return symbol if space in _SHARED and is_fixed else None
    is_shared = isinstance(symbol, Variable) and t.object_space(symbol.type) in _SHARED
    return symbol if is_shared else None


def _is_run_by_all(model: ItemModel, call: r.Call) -> bool:
    """Tell whether nothing chooses among the work-items of a kernel that get to a call."""
    kernel = next((site.caller for site in model.calls if site.call is call), None)
    if kernel is None or not kernel.is_kernel or required_sizes(model, kernel) == SINGLE:
        return False
    if any(isinstance(each, _LEAVING) and each.start < call.start for each in model.events):
        return False
    return all(isinstance(each, _PLAIN) for each in model.ancestors(call))
