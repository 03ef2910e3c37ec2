"""Buffers are accessed by the global id without a test, while an argument may be their size.

## What it does
Hints at the first access to a buffer at the global id of a kernel that has an integer parameter,
where nothing on the way has compared the id with an argument. Kernels whose ids are all tested, and
kernels without such a parameter, are left out.

## Why
Hosts often round the global size up to a multiple of the work-group size. The work-items of the
tail then access memory past the end of the buffer, unless the kernel tests their ids.

## Example
```cl CL1.2
kernel void scale(global float *data, float factor, uint n) {
    data[get_global_id(0)] *= factor * n;
}
```

## Use instead
```cl CL1.2
kernel void scale(global float *data, float factor, uint n) {
    if (get_global_id(0) < n) data[get_global_id(0)] *= factor * n;
}
```

## Versions
All.

## Reference
Reference page clEnqueueNDRangeKernel; from OpenCL 2.0 on a range may be uneven.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory.interleaving.accesses import Access
from opencl_ls.semantics.memory.interleaving.launch import Launch
from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
from opencl_ls.semantics.memory.interleaving.terms import terms_in
from opencl_ls.semantics.types.symbols import Function, ParameterVariable
from opencl_ls.settings.profiles import STRICT

RULE = Rule(Severity.HINT, since="0.1", profile=STRICT)


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Look at the accesses of kernels with an integer parameter."""
    for item, analysis in context.kernels:
        sizes = _integers(analysis.kernel)
        access = _unguarded(analysis) if sizes else None
        if access is None or access.model is not context.models[item]:
            continue
        names = " or ".join(f"'{each.name}'" for each in sizes)
        context.report(
            item,
            access.record,
            f"nothing compares the global id with {names} before: work-items of a range that is "
            "rounded up access memory past the end",
            related=[(each, f"'{each.name}' may be the size") for each in sizes],
        )


def _integers(kernel: Function) -> list[ParameterVariable]:
    """Return the parameters that take an integer."""
    return [
        each
        for each in kernel.parameters
        if isinstance(each.type.type, t.ScalarType) and not each.type.type.floating
    ]


def _unguarded(analysis: KernelAnalysis) -> Access | None:
    """Return the first access at a global id that no condition on the way speaks of."""
    for interval in analysis.intervals:
        for access in interval.accesses:
            is_buffer = isinstance(access.symbol, ParameterVariable) and access.space == t.GLOBAL
            if is_buffer and not access.by_group and _is_by_id(analysis.launch, access):
                return access
    return None


def _is_by_id(launch: Launch, access: Access) -> bool:
    """Tell whether an access is at the global id of a dimension, which nothing has tested."""
    ids = {*launch.locals, *launch.groups}
    if any(not ids.isdisjoint(term.factors) for term in terms_in(access.path)):
        return False
    factors = access.offset.factors
    return any(
        factors.get(item, 0) == access.size
        and factors.get(group) == access.size * launch.sizes[dimension]
        for dimension, item, group in zip(
            launch.dimensions, launch.locals, launch.groups, strict=True
        )
    )
