"""A host program starts a kernel with another work-group size than it requires.

## What it does
Reports a local size of constants that is not the one of `reqd_work_group_size`.

## Why
The start returns `CL_INVALID_WORK_GROUP_SIZE`.

## Example
```cl CL1.2
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fill(void) {
}
```

```c
cl_kernel kernel = clCreateKernel(program, "fill", NULL);
const size_t global[1] = {1024}, local[1] = {32};
clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL);
```

## Use instead
```cl CL1.2
kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void fill(void) {
}
```

```c
cl_kernel kernel = clCreateKernel(program, "fill", NULL);
const size_t global[1] = {1024}, local[1] = {64};
clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL);
```

## Versions
All.

## Reference
OpenCL API specification, clEnqueueNDRangeKernel; OpenCL C specification, "Optional Attribute
Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, Start
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(Start)
def check(context: HostContext, start: Start) -> None:
    """Compare the sizes in all dimensions."""
    required, given = start.kernel.local_size, start.local_size
    if required is None or given is None:
        return
    if (*given, 1, 1)[:3] != (*required, 1, 1)[:3]:
        context.report(
            start.place,
            f"kernel '{start.kernel.name}' requires work-groups of {_words(required)}, "
            f"and starts with {_words(given)}",
            [(start.kernel.place, "the kernel")],
        )


def _words(size: tuple[int, ...]) -> str:
    return " x ".join(map(str, size))
