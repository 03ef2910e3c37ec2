"""Several overloads of a built-in function fit equally well.

## What it does
Reports calls of built-in functions whose arguments convert to the parameters of several overloads,
such as `sqrt(2)`, which could mean `float` or `double`.

## Why
A compiler does not choose among them. A suffix or a cast of an argument decides.

## Example
```cl
kernel void k(global float *o) { o[0] = sqrt(2); }
```

## Use instead
```cl
kernel void k(global float *o) { o[0] = sqrt(2.0f); }
```

## Versions
All.

## Reference
OpenCL C specification, "Built-in Functions".

## Fix safety
Unsafe: another type may be intended.
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    replacing,
)
from opencl_ls.linter.reports.calls import report_calls
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.calls.wording import FLOATING_COUNTERPARTS
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.model import problems as p
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


def _fixes(context: RuleContext, found: p.BuiltinCallProblem) -> Iterator[ItemFix]:
    """Offer to write constants in the type that the other arguments have."""
    call, name = found.record, found.callee.name
    if not isinstance(call, r.Call):
        return
    kinds: set[str] = set()
    edits: list[ItemEdit] = []
    constants: list[r.IntegerLiteral | r.FloatLiteral] = []
    for argument in call.arguments:
        inner = unwrapped(argument)
        while isinstance(inner, r.Unary) and inner.operator in ("-", "+"):
            inner = unwrapped(inner.operand)
        if isinstance(inner, r.IntegerLiteral | r.FloatLiteral):
            constants.append(inner)
        else:
            kinds.add(t.spelled(t.Qualified(context.model.types.get(argument, _UNKNOWN).type)))
    wanted = "float" if not kinds else kinds.pop() if len(kinds) == 1 else ""
    floating = FLOATING_COUNTERPARTS.get(name)
    if floating and wanted in ("float", "double", "half"):
        yield replacing(f"Change to '{floating}'", found.callee, floating, safe=False)
    if f"{name}({', '.join([wanted] * len(call.arguments))})" not in found.problem.overloads:
        return
    for constant in constants:
        suffix = _suffix(constant, wanted)
        if suffix:
            edits.append(ItemEdit(constant.end, constant.end, suffix))
    if edits and len(edits) == len(constants):
        yield ItemFix(f"Write constants of type '{wanted}'", tuple(edits), safe=False)


def _suffix(constant: r.IntegerLiteral | r.FloatLiteral, wanted: str) -> str:
    """Return the suffix that gives a constant another type, or ""."""
    if isinstance(constant, r.FloatLiteral):
        return "f" if wanted == "float" and constant.text[-1] in "0123456789." else ""
    if not constant.text.isdecimal():
        return ""
    return _SUFFIXES.get(wanted, "")


_UNKNOWN = t.UNKNOWN_QUALIFIED
_SUFFIXES = {"float": ".0f", "double": ".0", "uint": "u", "long": "l", "ulong": "ul"}

report_calls(RULE, "ambiguous", fixes=_fixes)
