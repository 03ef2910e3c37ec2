"""The target does not have a built-in type.

## What it does
Reports a built-in type that needs a later version, a Khronos extension or a feature that the
target lacks: `double` without `cl_khr_fp64`, `half4` without `cl_khr_fp16`, `atomic_int` and
`queue_t` before OpenCL C 2.0.

## Why
Compilers for such a target do not know the type.

## Example
```cl CL1.2
kernel void k(global atomic_int *count) {}
```

## Use instead
```cl CL1.2
kernel void k(volatile global int *count) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Supported Data Types".
"""

from opencl_ls.builtins.types import builtin_type
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names.type_names import missing_type
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.BasicType, r.NamedType)
def check(context: RuleContext, written: r.BasicType | r.NamedType) -> None:
    """Look at built-in types that the program does not declare itself."""
    if context.symbol(written) is not None:
        return
    words = written.words if type(written) is r.BasicType else (written.name,)
    lack = missing_type(words, context.target)
    if lack is not None and not lack.accepted and not _declares_nothing(context, written):
        target = context.target
        which = "this is" if target.device is None else f"{target.device.name} has"
        message = f"the type '{lack.name}' {lack.reason}: {which} {target.version.words}"
        context.report(written, f"{message} without it")


def _declares_nothing(context: RuleContext, written: r.BasicType | r.NamedType) -> bool:
    """Tell whether a type is a declaration of its own, about which compilers only warn."""
    known = builtin_type(written.words[0] if type(written) is r.BasicType else written.name)
    if known is None or "__opencl_c_images" not in known.availability.features:
        return False
    declaration = context.enclosing(written, r.Declaration, r.Parameter, r.Expression)
    return isinstance(declaration, r.Declaration) and not declaration.declarators
