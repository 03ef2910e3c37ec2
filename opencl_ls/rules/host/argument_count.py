"""A host program passes fewer or more arguments than the kernel takes.

## What it does
Reports a call that passes all arguments at once, and not as many as the kernel has parameters: a
kernel that PyOpenCL calls, `set_args`, the types of a `cl::KernelFunctor`.

## Why
The call fails at run time; the host's compiler knows nothing of the kernel's parameters.

## Example
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```python
program = cl.Program(context, source).build()
program.scale(queue, (1024,), None, out, np.int32(1024))
```

## Use instead
```cl CL1.2
kernel void scale(global float *out, int n, float factor) {
    int i = get_global_id(0);
    if (i < n) out[i] *= factor;
}
```

```python
program = cl.Program(context, source).build()
program.scale(queue, (1024,), None, out, np.int32(1024), np.float32(2))
```

## Versions
All.

## Reference
OpenCL API specification, clSetKernelArg; PyOpenCL, `pyopencl.Kernel.__call__`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.host_side import HostContext, PassedList
from opencl_ls.linter.rule import Rule

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(PassedList)
def check(context: HostContext, passed: PassedList) -> None:
    """Compare the number of arguments with that of the parameters."""
    kernel, count = passed.kernel, len(passed.kernel.parameters)
    if passed.given != count:
        words = f"{count} argument{'' if count == 1 else 's'}"
        are = "1 is" if passed.given == 1 else f"{passed.given} are"
        context.report(
            passed.place,
            f"kernel '{kernel.name}' takes {words}, and {are} passed",
            [(kernel.place, "the kernel")],
        )
