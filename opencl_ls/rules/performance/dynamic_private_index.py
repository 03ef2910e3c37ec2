"""A private array has an index that is known at run time only.

## What it does
Reports private arrays with an index that comes from an id, an argument of the kernel or memory. An
index that is constant, or a counter of a loop with constant bounds, is not reported.

## Why
Registers have no addresses. An array whose indices are not known to the compiler has to be in
memory, where an access takes the time of a cache at best: *Dissecting the NVIDIA Volta GPU
Architecture via Microbenchmarking* (Jia et al., 2018) measures 28 cycles for a hit in the first
level of cache, and 193 cycles in the second.

## Example
```cl
kernel void k(global const uchar *in, global int *out) {
    int bins[4] = {0, 0, 0, 0};
    bins[in[get_global_id(0)] & 3] += 1;
    for (int i = 0; i < 4; ++i) out[i] = bins[i];
}
```

## Use instead
```cl
kernel void k(global const uchar *in, global int *out) {
    int bins[4] = {0, 0, 0, 0};
    int chosen = in[get_global_id(0)] & 3;
    for (int i = 0; i < 4; ++i) bins[i] += i == chosen;
    for (int i = 0; i < 4; ++i) out[i] = bins[i];
}
```

## Versions
All.

## Reference
NVIDIA, *CUDA C++ Programming Guide*, "Local Memory".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.cost.private_arrays import is_dynamic, private_array
from opencl_ls.semantics.cost.run_time import is_from_run_time
from opencl_ls.semantics.model import ItemModel, derived
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.settings.profiles import PERFORMANCE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE)


@RULE.on(r.Index)
def check(context: RuleContext, record: r.Index) -> None:
    """Report the first access to an array whose index comes from outside."""
    array = private_array(context.model, record)
    if array is not None and _first_accesses(context.model).get(array) is record:
        context.report(
            record,
            f"the index of the private array '{array.name}' is known at run time only, so that "
            "the array needs memory",
            related=[(array, "the array is declared here")],
        )


@derived
def _first_accesses(model: ItemModel) -> dict[Variable, r.Index]:
    """Return the first access to each private array whose index comes from outside."""
    found: dict[Variable, r.Index] = {}
    for record in sorted(model.of_kind(r.Index), key=lambda each: (each.start, -each.end)):
        array = private_array(model, record)
        if array is None or array in found or not is_dynamic(model, record):
            continue
        if is_from_run_time(model, record.index):
            found[array] = record
    return found
