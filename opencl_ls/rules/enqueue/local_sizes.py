"""The sizes after an enqueued block do not match its parameters.

## What it does
Reports a call of `enqueue_kernel` with fewer or more sizes than the block has parameters.

## Why
Each parameter of the block is a pointer to local memory, and each needs a size. Compilers do not
check a call with events and without sizes, so that is a warning.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^(local void *p) { }, 64u);
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: only you know how much memory the block needs; the fix writes 64 bytes.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, inserting
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.enqueue import block_parameters, enqueue_of, pointee_space
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=BLOCKS,
    about=("enqueue_kernel",),
    supersedes=("builtin/argument-count", "builtin/no-matching-form"),
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Count the sizes."""
    found = enqueue_of(context.model, call)
    parameters = None if found is None else block_parameters(context.model, found)
    if found is None or parameters is None or len(parameters) == len(found.sizes):
        return
    if any(pointee_space(parameter) != t.LOCAL for parameter in parameters):
        return
    wanted, given = len(parameters), len(found.sizes)
    message = (
        f"the block has {_counted(wanted, 'parameter')} and {_counted(given, 'size')} "
        f"{'follows' if given == 1 else 'follow'}: one size belongs to each parameter"
    )
    surplus = found.sizes[wanted:]
    # Compilers accept a call with events and no size at all, whatever the block takes.
    uncounted = bool(found.events) and not given
    if uncounted and _has_another_problem(context, call):
        return
    severity = Severity.WARNING if uncounted else Severity.ERROR
    # A call often spans many lines, so its name is marked: a missing size has no place.
    context.report(
        call.callee,
        message,
        severity=severity,
        related=[(size, "this size has no parameter") for size in surplus],
        fixes=[_appended(call, wanted - given)] if wanted > given else (),
    )


def _appended(call: r.Call, missing: int) -> ItemFix:
    return inserting("Append sizes of 64 bytes", call.close, ", 64u" * missing, safe=False)


def _has_another_problem(context: RuleContext, call: r.Call) -> bool:
    resolution = context.model.resolutions.get(call)
    return resolution is not None and any(each.kind != "count" for each in resolution.problems)


def _counted(number: int, word: str) -> str:
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"
