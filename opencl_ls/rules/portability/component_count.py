"""A value is reinterpreted as one with another number of components.

## What it does
Hints at `as_type` functions whose argument has another number of components than the result, as in
`as_uchar4(word)`. Four components that become three are not reported.

## Why
The result is implementation-defined: which component gets which bits depends on the device.

## Example
```cl
void f(uint word, private uchar *o) { *o = as_uchar4(word).x; }
```

## Use instead
```cl
void f(uint word, private uchar *o) { *o = (uchar)(word & 0xff); }
```

## Versions
All.

## Reference
OpenCL C specification, "Reinterpreting Types Using as_type() and as_typen()".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import builtin_name, is_sound
from opencl_ls.settings.profiles import PORTABLE
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.2", profile=PORTABLE)


@RULE.on(r.Call, about=("as_",))
def check(context: RuleContext, call: r.Call) -> None:
    """Compare the numbers of components."""
    if len(call.arguments) != 1 or not builtin_name(context.model, call).startswith("as_"):
        return
    given, made = (_components(context, each) for each in (call.arguments[0], call))
    if not given or not made or given == made or (given, made) == (4, 3):
        return
    if is_sound(context.model, call):
        context.report(
            call.callee,
            f"{_counted(given)} {'become' if given > 1 else 'becomes'} {_counted(made)}: which "
            "bits come to which component is up to the device",
        )


def _components(context: RuleContext, value: r.Expression) -> int:
    """Return the number of components of a vector, 1 for a scalar, 0 for anything else."""
    kind = context.model.types.get(value, t.UNKNOWN_QUALIFIED).type
    if isinstance(kind, t.VectorType):
        return kind.width
    return 1 if isinstance(kind, t.ScalarType) else 0


def _counted(number: int) -> str:
    return f"{number} components" if number > 1 else "a scalar"
