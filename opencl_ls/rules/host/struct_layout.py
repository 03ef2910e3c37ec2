"""A struct has another layout in the host program than in the kernel.

## What it does
Reports a struct of the host program that has the name of one that a kernel takes, or points to, and
whose size is computed to pass it, if a member of the same name has another offset or size, or the
whole has another size. In Python it is a `numpy.dtype` of a list; its name may end with `_dtype`.

## Why
The kernel reads other bytes than the host wrote, and no call fails. A vector is aligned to its size
in OpenCL C, and one of three components to that of four.

## Example
```cl CL1.2
typedef struct { float3 position; float mass; } Body;
kernel void move(global Body *bodies) {
    bodies[get_global_id(0)].mass += 1;
}
```

```c
typedef struct { float position[3]; float mass; } Body;
cl_mem bodies = clCreateBuffer(context, 0, n * sizeof(Body), NULL, NULL);
```

## Use instead
```cl CL1.2
typedef struct { float3 position; float mass; } Body;
kernel void move(global Body *bodies) {
    bodies[get_global_id(0)].mass += 1;
}
```

```c
typedef struct { cl_float3 position; float mass; } Body;
cl_mem bodies = clCreateBuffer(context, 0, n * sizeof(Body), NULL, NULL);
```

## Versions
All.

## Reference
OpenCL C specification, "Alignment of Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, StructPair
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(StructPair)
def check(context: HostContext, pair: StructPair) -> None:
    """Compare members of the same name, then the sizes."""
    theirs = {each.name: each for each in pair.program_members}
    for own in pair.members:
        other = theirs.get(own.name)
        if other is None or own[:3] == other[:3]:
            continue
        if own.offset != other.offset:
            words = f"is at byte {own.offset} here, and at byte {other.offset} in the kernel"
        else:
            words = f"has {own.size} bytes here, and {other.size} in the kernel"
        related = [(pair.kernel_place, "the kernel")]
        context.report(own.place or pair.place, f"'{pair.name}.{own.name}' {words}", related)
        return
    if pair.size != pair.program_size:
        context.report(
            pair.place,
            f"'{pair.name}' has {pair.size} bytes here, and {pair.program_size} in the kernel",
            [(pair.kernel_place, "the kernel")],
        )
