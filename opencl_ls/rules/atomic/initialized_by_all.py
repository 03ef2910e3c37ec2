"""Every work-item initialises the same atomic object.

## What it does
Hints at `atomic_init` of an object that work-items share, where all work-items of a kernel reach
the call: conditions and indices before it depend on constants and arguments only.

## Why
`atomic_init` is not atomic itself: if several work-items run it on one object, that is a race.

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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import SINCE_20, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.kernel_uniformity import is_reached_uniformly, is_uniform
from opencl_ls.semantics.flow.uniformity.arithmetic import SINGLE
from opencl_ls.semantics.flow.uniformity.definitions import required_sizes
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import changing, uses
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

_NAME = "atomic_init"
_SHARED = (t.LOCAL, t.GLOBAL)

RULE = Rule(Severity.HINT, since="0.1", versions=SINCE_20, about=(_NAME,))


@RULE.on(r.Call, about=(_NAME,))
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the place of the call, and at the object that it initialises."""
    model = context.model
    if builtin_name(model, call) != _NAME or len(call.arguments) != 2:
        return
    if not _is_in_kernel(model, call):
        return
    symbol = _shared_object(model, call.arguments[0])
    if symbol is not None and is_reached_uniformly(model, call):
        context.report(
            call,
            f"every work-item initialises '{symbol.name}', and 'atomic_init' is not atomic: let "
            "one of them do it, and put a barrier after it",
        )


def _shared_object(model: ItemModel, pointer: r.Expression) -> Symbol | None:
    """Return the name of an object that is the same for all work-items of a group."""
    place = unwrapped(pointer)
    if isinstance(place, r.Unary) and place.operator == "&":
        place = unwrapped(place.operand)
    elif isinstance(place, r.Binary) and place.operator.text == "+":
        if not is_uniform(model, place.right):
            return None
        place = unwrapped(place.left)
    while isinstance(place, r.Member | r.Index):
        if isinstance(place, r.Index) and not is_uniform(model, place.index):
            return None
        place = unwrapped(place.base)
    symbol = model.references.get(place)
    if isinstance(symbol, ParameterVariable) and isinstance(symbol.type.type, t.PointerType):
        space = t.object_space(symbol.type.type.pointee)
        is_fixed = not any(changing(model, name) for name in uses(model, symbol))
        return symbol if space in _SHARED and is_fixed else None
    is_shared = isinstance(symbol, Variable) and t.object_space(symbol.type) in _SHARED
    return symbol if is_shared else None


def _is_in_kernel(model: ItemModel, call: r.Call) -> bool:
    """Tell whether a call is in a kernel of more than one work-item, and not in a block."""
    site = next((site for site in model.calls if site.call is call), None)
    if site is None or site.in_block or site.caller is None or not site.caller.is_kernel:
        return False
    return required_sizes(model, site.caller) != SINGLE
