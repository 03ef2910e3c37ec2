"""Neighbouring work-items access one bank of local memory.

## What it does
Reports an access to local memory for which neighbouring work-items touch different words of one
bank at once, of 32 banks with 4 bytes each. Of 32 neighbours all access at once, half of them for 8
bytes each, and a quarter for 16. The size of the group has to be known, or the kernel has to ask
for ids in dimension 0 alone. `opencl-ls explain` shows the degree for each access.

## Why
A bank serves one word at a time, so that the access takes as many steps as words of one bank are
wanted. NVIDIA's *CUDA C++ Best Practices Guide* (chapter "Shared Memory in Matrix Multiplication
(C=AAT)") measures 140.2 GB/s on a V100 with conflicts, and 199.4 GB/s after a column of padding
removes them. In *Optimizing Parallel Reduction in CUDA* (Mark Harris, NVIDIA) a reduction takes
3.456 ms with conflicts and 1.722 ms without.

## Example
```cl
kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void transpose(global const float *in, global float *out) {
    local float tile[32][32];
    size_t x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[32 * y + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[32 * y + x] = tile[x][y];
}
```

## Use instead
```cl
kernel __attribute__((reqd_work_group_size(32, 32, 1)))
void transpose(global const float *in, global float *out) {
    local float tile[32][33];
    size_t x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[32 * y + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[32 * y + x] = tile[x][y];
}
```

## Versions
All.

## Reference
NVIDIA, *CUDA C++ Programming Guide*, "Shared Memory"; AMD, *OpenCL Programming Optimization Guide*,
"Local Memory (LDS) Optimization".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.neighbours import common_accesses, is_of_any_size
from opencl_ls.linter.reports.races import own_range
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.cost.strides import bank_conflicts
from opencl_ls.settings.profiles import PERFORMANCE

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE)


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Report each access of a kernel once."""
    for item, analysis in context.kernels:
        seen = set[object]()
        for each in common_accesses(analysis, t.LOCAL) if is_of_any_size(analysis) else ():
            degree = bank_conflicts(each, analysis.launch) or 1
            if degree > 1 and each.record not in seen:
                seen.add(each.record)
                context.report(
                    item,
                    own_range(each, context.models[item]),
                    f"neighbouring work-items touch {degree} words of '{each.symbol.name}' in one "
                    "bank of local memory at once",
                )
