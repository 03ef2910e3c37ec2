"""A pointer into a known address space is converted by `to_global`, `to_local` or `to_private`.

## What it does
Hints at these functions where the argument points to a named address space already.

## Why
The functions ask a generic pointer which memory it points to. For a pointer into a named address
space the answer is known: the result is the pointer itself, or always NULL if the names differ.

## Example
```cl CL2.0
kernel void k(global int *p) { *to_global(p) = 1; }
```

## Use instead
```cl CL2.0
kernel void k(global int *p) { *p = 1; }
```

## Versions
2.0; 3.0 with `__opencl_c_generic_address_space`.

## Reference
OpenCL C specification, "Address Space Qualifier Functions".

## Fix safety
Safe where the names agree: the result is the argument.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import GENERIC, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

_SPACES = {"to_global": t.GLOBAL, "to_local": t.LOCAL, "to_private": t.PRIVATE}

RULE = Rule(Severity.HINT, since="0.1", versions=GENERIC)


@RULE.on(r.Call, about=_SPACES)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at where the argument points to."""
    name = builtin_name(context.model, call)
    if name not in _SPACES or len(call.arguments) != 1 or not is_sound(context.model, call):
        return
    argument = call.arguments[0]
    kind = value_of(context.model.types.get(argument, t.UNKNOWN_QUALIFIED)).type
    space = kind.pointee.space if isinstance(kind, t.PointerType) else t.GENERIC
    if space not in _SPACES.values():
        return
    if space != _SPACES[name]:
        context.report(
            call,
            f"'{name}' of {t.described(t.Qualified(kind))} is always NULL: it points elsewhere",
        )
        return
    written = f"({context.text(argument)})"
    context.report(
        call,
        f"'{name}' of {t.described(t.Qualified(kind))} is the pointer itself",
        fixes=[replacing(f"Remove '{name}'", call, written, safe=True)],
        unnecessary=True,
    )
