"""A square or a cube is computed by pow.

## What it does
Reports `pow`, `powr` and `pown` with the constant exponent 2 or 3.

## Why
`pow` computes a logarithm and an exponential function, with the precision of 16 ulp. A square is
one multiplication, with 0.5 ulp. Of multiplications a multiprocessor of compute capability 8.6
completes 128 in a cycle, and of `log2` or `exp2` 16 (NVIDIA, *CUDA C++ Programming Guide*, table
"Throughput of Native Arithmetic Instructions").

## Example
```cl
kernel void k(global float *v) { v[0] = pow(v[0], 2.0f); }
```

## Use instead
```cl
kernel void k(global float *v) { float x = v[0]; v[0] = x * x; }
```

## Versions
All.

## Reference
OpenCL C specification, "Relative Error as ULPs"; NVIDIA, *CUDA C++ Best Practices Guide*, "Math
Libraries".

## Fix safety
The last bits of the result may differ, so the fix is unsafe. There is one where the base is a
name.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.settings.profiles import PERFORMANCE
from opencl_ls.syntax import records as r

_NAMES = ("pow", "powr", "pown")

RULE = Rule(Severity.HINT, since="0.2", profile=PERFORMANCE, about=_NAMES)

_EXPONENTS = {2: "a square", 3: "a cube"}


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for exponents that are small numbers."""
    name = builtin_name(context.model, call)
    if name not in _NAMES or len(call.arguments) != 2 or not is_sound(context.model, call):
        return
    exponent = _number(unwrapped(call.arguments[1]))
    if exponent not in _EXPONENTS:
        return
    base = call.arguments[0]
    fixes = []
    if isinstance(base, r.Name):
        product = " * ".join([base.name] * exponent)
        fixes = [replacing(f"Replace by '{product}'", call, f"({product})", safe=False)]
    context.report(call, f"'{name}' computes {_EXPONENTS[exponent]}: multiply instead", fixes=fixes)


def _number(exponent: r.Expression) -> int:
    """Return the whole number that a literal is, 0 for anything else."""
    if not isinstance(exponent, r.FloatLiteral | r.IntegerLiteral):
        return 0
    text = exponent.text.lower().rstrip("fhlu")
    whole, _, rest = text.partition(".")
    return int(whole) if whole.isdecimal() and not rest.strip("0") else 0
