"""A kernel has more or larger pipes than the device takes.

## What it does
Counts the pipes among the parameters of a kernel and looks at the sizes of their packets, and
reports what the device of the settings does not take.

## Why
The kernel cannot be enqueued, or the host cannot create the pipe.

## Example
```cl CL2.0 device=qualcomm-adreno-650
struct packet { float16 rows[20]; };
kernel void k(read_only pipe struct packet p) {}
```

## Use instead
```cl CL2.0 device=qualcomm-adreno-650
kernel void k(read_only pipe float16 p) {}
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`; where the settings name a device whose numbers are known.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_PIPE_ARGS` and `CL_DEVICE_PIPE_MAX_PACKET_SIZE`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.limits import report_above
from opencl_ls.linter.rule import NAMED_DEVICE, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants.layout import layout_of
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.HINT, since="0.1", versions=NAMED_DEVICE, about=(t.PipeType,))


@RULE.on(Function, about=RULE.about)
def check(context: RuleContext, function: Function) -> None:
    """Count the pipes of a kernel, and compare their packets."""
    if not function.is_kernel or not context.target.has_pipes:
        return
    pipes = [
        (parameter, parameter.type.type)
        for parameter in function.parameters
        if isinstance(parameter.type.type, t.PipeType)
    ]
    limit = context.target.limit("max-pipe-args")
    if limit is not None and len(pipes) > limit.number:
        words = f"kernel '{function.name}' has {len(pipes)} pipes"
        context.report(pipes[limit.number][0], f"{words}: {limit}")
        return
    for parameter, pipe in pipes:
        layout = layout_of(pipe.packet)
        if layout is not None:
            words = f"a packet of the pipe '{parameter.name}' takes {layout[0]} bytes"
            report_above(context, parameter, words, layout[0], "pipe-max-packet-size")
