"""Neighbouring work-items access global memory far apart.

## What it does
Reports an access to global memory for which work-items whose ids differ by one in dimension 0 touch
elements that are not next to each other, if at least half of the bytes between are not touched by
another access of the kernel to the same object. The distance is a number, or an argument.
`opencl-ls explain` shows the distance for each access.

## Why
A device moves whole sectors or lines of 32 to 128 bytes. Where neighbours touch one line, one
transfer serves all of them; apart from each other, each of them needs a line, and the rest of that
line is not used. NVIDIA's *CUDA C++ Best Practices Guide* (chapter "Shared Memory in Matrix
Multiplication (C=AAT)") measures 12.8 GB/s on a V100 with strided reads, and 140.2 GB/s after they
go through local memory.

## Example
```cl
kernel void k(global const float *in, global float *out, int width) {
    size_t row = get_global_id(0);
    float sum = 0.0f;
    for (int i = 0; i < width; ++i) sum += in[row * width + i];
    out[row] = sum;
}
```

## Use instead
```cl
kernel void k(global const float *in, global float *out, int width, int height) {
    size_t column = get_global_id(0);
    float sum = 0.0f;
    for (int i = 0; i < height; ++i) sum += in[i * width + column];
    out[column] = sum;
}
```

## Versions
All.

## Reference
NVIDIA, *CUDA C++ Best Practices Guide*, "Coalesced Access to Global Memory"; AMD, *OpenCL
Programming Optimization Guide*, "Global Memory Optimization".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.reports.neighbours import common_accesses, is_of_any_size
from opencl_ls.linter.reports.races import own_range
from opencl_ls.linter.rule import RACES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.cost.strides import Stride, stride_of
from opencl_ls.semantics.memory.interleaving.accesses import Access
from opencl_ls.semantics.memory.interleaving.results import KernelAnalysis
from opencl_ls.semantics.types.symbols import Symbol
from opencl_ls.settings.profiles import PERFORMANCE

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE)


@RULE.on_unit_reading(RACES)
def check(context: UnitContext) -> None:
    """Report the first access of each kernel to each object with each stride."""
    for item, analysis in context.kernels:
        if not is_of_any_size(analysis) or _is_narrow(analysis):
            continue
        for (symbol, stride), accesses in _strided(analysis).items():
            if not _is_filled(stride, accesses):
                context.report(
                    item,
                    own_range(accesses[0], context.models[item]),
                    f"neighbouring work-items touch elements of '{symbol.name}' "
                    f"{_distance(stride)} apart",
                )


def _is_narrow(analysis: KernelAnalysis) -> bool:
    """Return whether groups have one work-item in dimension 0, so that there are no neighbours."""
    launch = analysis.launch
    return 0 not in launch.dimensions or (launch.is_certain and launch.sizes[0] == 1)


def _strided(analysis: KernelAnalysis) -> dict[tuple[Symbol, Stride], list[Access]]:
    found: dict[tuple[Symbol, Stride], list[Access]] = {}
    for each in common_accesses(analysis, t.GLOBAL):
        stride = stride_of(each.offset, analysis.launch)
        is_apart = stride.kind == "constant" and abs(stride.size) > each.size
        if not each.is_atomic and (is_apart or stride.kind == "argument"):
            found.setdefault((each.symbol, stride), []).append(each)
    return found


def _is_filled(stride: Stride, accesses: list[Access]) -> bool:
    """Return whether the accesses touch more than half of the bytes between neighbours."""
    if stride.kind == "argument":
        return False
    size = abs(stride.size)
    touched = {
        (each.offset.constant + at) % size
        for each in accesses
        for at in range(min(each.size, size))
    }
    return 2 * len(touched) > size


def _distance(stride: Stride) -> str:
    if stride.kind == "constant":
        return f"{abs(stride.size)} bytes"
    factor = "" if abs(stride.size) == 1 else f"{abs(stride.size)} bytes times "
    return f"{factor}'{stride.factor}'"
