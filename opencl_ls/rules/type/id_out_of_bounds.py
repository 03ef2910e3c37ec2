"""An index that follows the ids of work-items is out of bounds for some of them.

## What it does
Reports an access to an array, in any kind of memory, that some work-item makes outside of the
array. The report names the work-item and the element. It needs the size of the work-group: from
`reqd_work_group_size`, from the settings for the kernel, or from an assumption such as
`assume(get_local_size(0) == 64)`. What depends on arguments or on data is not reported.

## Why
Such an access reads or overwrites other variables of the group, or memory outside of the kernel. No
device has to detect it. At the borders of tiles it is easily missed.

## Example
```cl CL1.2
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global int *g) {
    local int tile[64];
    int id = get_local_id(0);
    tile[id] = g[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    g[get_global_id(0)] = tile[id] + tile[id + 1];
}
```

## Use instead
```cl CL1.2
kernel __attribute__((reqd_work_group_size(64, 1, 1))) void k(global int *g) {
    local int tile[64];
    int id = get_local_id(0);
    tile[id] = g[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    g[get_global_id(0)] = tile[id] + (id < 63 ? tile[id + 1] : 0);
}
```

## Versions
All.

## Reference
C11 6.5.6.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.races import own_range, range_of
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics.flow.uniformity.assumed import assumed_sizes
from opencl_ls.semantics.flow.uniformity.definitions import required_sizes
from opencl_ls.semantics.memory.interleaving.bounds import Overrun, overrun
from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
from opencl_ls.semantics.memory.interleaving.wording import action, group_size
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Look at the accesses of each kernel whose work-group has a known size."""
    for item, analysis in context.kernels:
        model = context.models[item]
        if not _has_known_size(context, model, analysis.kernel):
            continue
        for found in _overruns(analysis):
            access = found.access
            related = [] if access.model is model else [(range_of(access, model), "here")]
            context.report(item, own_range(access, model), _words(analysis, found), related=related)


def _has_known_size(context: UnitContext, model: ItemModel, kernel: Function) -> bool:
    """Return whether the size of the groups is more than a guess or a hint."""
    if context.target.launch_of(kernel.name).local_size or required_sizes(model, kernel):
        return True
    return kernel.definition is not None and bool(assumed_sizes(model, kernel.definition.body))


def _overruns(analysis: KernelAnalysis) -> list[Overrun]:
    """Return the accesses that some work-item makes out of bounds, each place once."""
    found: dict[object, Overrun] = {}
    for interval in analysis.intervals:
        for access in (*interval.accesses, *interval.unshared):
            result = None if access.record in found else overrun(analysis.launch, access)
            if result is not None:
                found[access.record] = result
    return list(found.values())


def _words(analysis: KernelAnalysis, found: Overrun) -> str:
    ids = ", ".join(map(str, found.local_ids))
    item = ids if len(found.local_ids) == 1 else f"({ids})"
    name = found.access.symbol.name
    return (
        f"in groups of {group_size(analysis.launch)}, work-item {item} {action(found.access)} "
        f"element {found.element} of '{name}', which has {found.size}: 0 to {found.size - 1}"
    )
