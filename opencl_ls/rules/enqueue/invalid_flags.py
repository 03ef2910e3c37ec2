"""The flags of `enqueue_kernel` are none of the three constants.

## What it does
Reports a number or a fence flag, which are none of the `CLK_ENQUEUE_FLAGS_...` constants, and
several constants joined by an operator.

## Why
The constants are alternatives and not bits: each says when the child may begin. The meaning of
another number is not defined.

## Example
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL | CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP,
                   ndrange_1D(1), ^{ });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ });
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: waiting for the parent kernel is the safest of three choices, and may be later than
intended.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder
from opencl_ls.semantics.lookup.alternatives import alternatives
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.lookup.enqueue import (
    FLAGS,
    enqueue_of,
    named_constant,
    uncast,
)
from opencl_ls.semantics.memory.fences import FLAGS as FENCES
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))

_CALLED: Final = "enqueue_kernel"


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the flags."""
    found = enqueue_of(context.model, call)
    if found is None:
        return
    for place, written in alternatives(context.model, found.flags):
        flags = uncast(written)
        value = _value(context, flags)
        if isinstance(flags, r.Binary) and _is_made_of_names(context, flags):
            operator = flags.operator.text
            _report(context, place, f"the flags are no bits that '{operator}' could join")
        elif named_constant(context.model, flags) in FENCES:
            _report(context, place, f"the flag of a fence is no flag of '{_CALLED}'")
        elif value is not None and not 0 <= value < len(FLAGS):
            _report(context, place, f"{value} is no flag of '{_CALLED}'")


def _value(context: RuleContext, flags: r.Expression) -> int | None:
    """Return the number that constant flags are, None where it is not known."""
    constants = fixed_values(context.model)

    def value(name: r.Name) -> int | None:
        known = named_constant(context.model, name)
        return FLAGS.index(known) if known in FLAGS else constants.integer(name)

    def type_of(name: r.TypeName) -> t.Qualified:
        return context.model.type_names.get(name, t.UNKNOWN_QUALIFIED)

    return Folder(value, type_of).integer(flags)


def _is_made_of_names(context: RuleContext, expression: r.Expression) -> bool:
    inner = uncast(expression)
    if isinstance(inner, r.Binary):
        return all(_is_made_of_names(context, side) for side in (inner.left, inner.right))
    name = named_constant(context.model, inner)
    return name in FLAGS or name in FENCES


def _report(context: RuleContext, flags: r.Expression, what: str) -> None:
    chosen = "CLK_ENQUEUE_FLAGS_WAIT_KERNEL"
    context.report(
        flags,
        f"{what}: use one of {', '.join(FLAGS)}",
        fixes=[replacing(f"Use '{chosen}'", flags, chosen, safe=False)],
    )
