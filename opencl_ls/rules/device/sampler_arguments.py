"""A kernel has more sampler arguments than the device takes.

## What it does
Counts the samplers among the parameters of a kernel and reports more than the device of the
settings takes.

## Why
The kernel cannot be enqueued, or the program does not build. Samplers that a program declares
itself count as well, but a compiler may merge equal ones, so this rule leaves them out.

## Example
```cl device=imagination-bxm
kernel void k(sampler_t a, sampler_t b, sampler_t c, sampler_t d, sampler_t e,
              sampler_t f, sampler_t g, sampler_t h, sampler_t i) {}
```

## Use instead
```cl device=imagination-bxm
kernel void k(sampler_t a, sampler_t b) {}
```

## Versions
All, where the settings name a device whose number is known.

## Reference
OpenCL API specification, `CL_DEVICE_MAX_SAMPLERS`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NAMED_DEVICE, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.symbols import Function

RULE = Rule(Severity.HINT, since="0.1", versions=NAMED_DEVICE)


@RULE.on(Function, about=("sampler_t",))
def check(context: RuleContext, function: Function) -> None:
    """Count the samplers of a kernel."""
    limit = context.target.limit("max-samplers")
    if limit is None or not function.is_kernel:
        return
    samplers = [
        parameter
        for parameter in function.parameters
        if isinstance(parameter.type.type, t.OpaqueType) and parameter.type.type.name == "sampler_t"
    ]
    if len(samplers) > limit.number:
        words = f"kernel '{function.name}' has {len(samplers)} sampler arguments"
        context.report(samplers[limit.number], f"{words}: {limit}")
