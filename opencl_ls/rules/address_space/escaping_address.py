"""The address of a variable in local or private memory is stored in global memory.

## What it does
Reports assignments that store the address of a variable of a function in global memory: in a
variable at program scope, a static one, or through a pointer. The address may come from an operand
of `?:` or from a variable that holds nothing else. A place to which the function assigns again
later is not reported.

## Why
Global memory persists, while a local variable ends with the work-group and a private one with the
call. After that the stored address is dangling, and it has no meaning in other work-groups.

## Example
```cl CL2.0
local int *global kept;
kernel void k(void) { local int count; count = 1; kept = &count; }
```

## Use instead
```cl CL2.0
global int kept;
kernel void k(void) { local int count; count = 1; kept = count; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.blocks import captured, is_automatic
from opencl_ls.semantics.memory.addresses import addressed
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_ENDS = {t.LOCAL: "ends with the work-group", t.PRIVATE: "ends with the call"}


@RULE.on(r.Assignment, about=(t.PointerType,))
def check(context: RuleContext, assignment: r.Assignment) -> None:
    """Look at what is stored in global memory."""
    place = context.model.types.get(assignment.left)
    if assignment.operator.text != "=" or place is None or t.object_space(place) != t.GLOBAL:
        return
    if not isinstance(place.type, t.PointerType):
        return
    for source, value in alternatives(context.model, assignment.right):
        found = addressed(context.model, value)
        symbol = context.symbol(found) if isinstance(found, r.Name) else None
        space = _space(symbol)
        if symbol is None or space not in _ENDS:
            continue
        if found is not None and captured(context.model, found) is not None:
            continue
        if _is_assigned_again(context, assignment):
            return
        if any(problem.record is assignment.right for problem in context.model.problems):
            return
        context.report(
            source,
            f"the address of '{symbol.name}', which is in {space} memory and {_ENDS[space]}, is "
            "stored in global memory",
            related=[(symbol, f"'{symbol.name}' is declared here")],
        )


def _space(symbol: Symbol | None) -> str:
    """Return the address space of a variable of a function, "" for any other symbol."""
    if symbol is not None and is_automatic(symbol):
        return t.PRIVATE
    if isinstance(symbol, Variable) and symbol.function is not None:
        return t.object_space(symbol.type)
    return t.NO_SPACE


def _is_assigned_again(context: RuleContext, assignment: r.Assignment) -> bool:
    """Tell whether the same place gets another value further down."""
    written = context.text(assignment.left)
    return any(
        each.start > assignment.start and context.text(each.left) == written
        for each in context.model.of_kind(r.Assignment)
    )
