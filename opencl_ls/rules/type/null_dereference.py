"""An access through a null pointer.

## What it does
Reports `p[i]`, `*p` and `p->m` where the pointer is certainly null: null was stored in it, every
run that comes to the access has carried out that store, or every run of the store comes to the
access, and nothing on the way between stores to the pointer or tests it. In a kernel the pointer
may also come from a function of the program, or go to one. Where an argument of the kernel decides
whether it is null, nothing is reported.

## Why
No object lies at the null pointer. The access is undefined behaviour: compilers may leave it out,
or a device reads and writes what lies at the address 0.

## Example
```cl CL1.2
kernel void k(global int *out, int n) {
    int own = 0;
    int *p;
    if (n) p = &own;
    else p = NULL;
    p[0] = n;
    out[0] = own;
}
```

## Use instead
```cl CL1.2
kernel void k(global int *out, int n) {
    int own = 0;
    int *p;
    if (n) p = &own;
    else p = NULL;
    if (p) p[0] = n;
    out[0] = own;
}
```

## Versions
All.

## Reference
C11 6.5.3.2p4.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, UnitContext
from opencl_ls.linter.reports.races import own_range, range_of
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics.flow.null_pointers import null_uses
from opencl_ls.semantics.flow.reachability import is_configured, may_reach
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Function, Symbol

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Report the first access through each null pointer."""
    if function.definition is None or context.model.item.problems:
        return
    for found in null_uses(context.model, function.definition.body):
        if is_configured(context.model, found.record) or not may_reach(context.model, found.record):
            continue
        name = found.variable.name
        context.report(
            found.record,
            f"'{name}' is null here: there is no object to access",
            related=[(found.store, f"null is stored in '{name}' here")],
        )


@RULE.on_unit_reading(RACES)
def check_kernels(context: UnitContext) -> None:
    """Report null pointers of kernels that come from functions, or go to them."""
    for item, analysis in context.kernels:
        model = context.models[item]
        reported: set[Symbol] = set()
        for access in sorted(analysis.nulls, key=lambda each: each.record.start):
            symbol = access.model.references.get(unwrapped(access.pointer))
            if symbol is None or symbol in reported or _is_reported(access.model, symbol):
                continue
            reported.add(symbol)
            context.report(
                item,
                own_range(access, model),
                f"'{symbol.name}' is null here: there is no object to access",
                related=[] if access.model is model else [(range_of(access, model), "here")],
            )


def _is_reported(model: ItemModel, symbol: Symbol) -> bool:
    """Return whether accesses through a variable are reported for the function that has it."""
    bodies = (
        each.definition.body
        for each in model.exports.values()
        if isinstance(each, Function) and each.definition is not None
    )
    return any(found.variable is symbol for body in bodies for found in null_uses(model, body))
