"""A built-in function is not available for the target.

## What it does
Reports calls of built-in functions, and of single overloads of them, that exist only in another
version, or with an extension or feature that is off, and names it.

## Why
A compiler for the target does not know the function. The build options can select the version,
extension or feature, and `#if` can test it.

## Example
```cl CL1.2
kernel void k(global int *o) { o[0] = work_group_all(1); }
```

## Use instead
```cl CL2.0
kernel void k(global int *o) { o[0] = work_group_all(1); }
```

## Versions
All: what is available differs by version. For 1.0 a function of 1.1 is a warning, as compilers
accept it, and so is an overload for which compilers substitute another one with a pointer to
another type. A function that needs a vendor's extension, or one of several, is a warning as well,
unless the settings turn the extension off: compilers for that vendor's devices have it.

## Reference
OpenCL C specification, "Built-in Functions".

## Fix safety
Safe: `barrier` is the name that `work_group_barrier` had before OpenCL C 2.0.
"""

from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import Reason
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_KHRONOS = ("cl_khr_", "cl_ext_", "__opencl_c_")


@RULE.on(p.BuiltinCallProblem)
def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
    """Report the problem in the words of the overload resolution."""
    problem = found.problem
    if problem.kind != "unavailable":
        return
    reason = problem.reason
    # Compilers have the names of 1.1 in 1.0 as well.
    lenient = reason is not None and reason.kind == "version" and reason.needs == ("CL1.1",)
    lenient = lenient or problem.warning or _takes_a_later_image(context, found)
    vendors = () if reason is None or reason.kind != "extension" else _vendors(context, reason)
    text = problem.text
    if reason is not None and vendors:
        it = "it" if len(vendors) == len(reason.needs) else vendors[0]
        text += f": if the device has {it}, name it in 'extensions' of opencl-ls.toml"
    lenient = lenient or bool(vendors)
    severity = Severity.WARNING if lenient else Severity.ERROR
    fixes = []
    if found.callee.name == "work_group_barrier" and _has_one_argument(found.record):
        fixes = [replacing("Rename to 'barrier'", found.callee, "barrier", safe=True)]
    context.report(found.callee, text, severity=severity, fixes=fixes, call=found.record)


def _vendors(context: RuleContext, reason: Reason) -> tuple[str, ...]:
    """Return the extensions of vendors that add it, and that the device may have.

    Each one that the reason names is enough.
    """
    vendors = tuple(name for name in reason.needs if not name.startswith(_KHRONOS))
    if len(vendors) == len(reason.needs):
        return vendors if context.target.refused.isdisjoint(vendors) else ()
    # Compilers know the names of Khronos's extensions as well, and from which version on.
    if reason.early:
        return ()
    return tuple(name for name in vendors if name not in context.target.refused)


def _has_one_argument(record: r.Record) -> bool:
    return isinstance(record, r.Call) and len(record.arguments) == 1


def _takes_a_later_image(context: RuleContext, found: p.BuiltinCallProblem) -> bool:
    """Tell whether an argument is an image of a later version, which compilers accept."""
    if not isinstance(found.record, r.Call):
        return False
    for argument in found.record.arguments:
        kind = context.model.types.get(argument)
        if kind is not None and isinstance(kind.type, t.ImageType):
            known = builtin_type(kind.type.name)
            missing = None if known is None else known.missing(context.target)
            if missing is not None and missing.kind == "version":
                return True
    return False
