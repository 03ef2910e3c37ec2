"""No value matches a label of a switch.

## What it does
Warns of a `case` whose value the type of the switch's value cannot hold, of a range whose last
value is less than its first, and of a `switch` on a constant that none of its labels has.

## Why
Compilers truncate the value of a label to the type, so that another value matches it, or none at
all.

## Example
```cl
kernel void k(global int *out, uchar n) { switch (n) { case 300: out[0] = n; } }
```

## Use instead
```cl
kernel void k(global int *out, ushort n) { switch (n) { case 300: out[0] = n; } }
```

## Versions
All.

## Reference
C11 6.8.4.2p5; clang's `-Wswitch`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import wrapped
from opencl_ls.semantics.lookup.constness import typed_values
from opencl_ls.semantics.lookup.jumps import labels_of
from opencl_ls.semantics.types.conversions import arithmetic_type, loaded, value_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Switch)
def check(context: RuleContext, switch: r.Switch) -> None:
    """Compare the values of the labels with the value of the switch."""
    folder = typed_values(context.model)
    condition = value_of(context.model.types.get(switch.condition, t.UNKNOWN_QUALIFIED))
    scalar = arithmetic_type(loaded(condition).type)
    if scalar is None or scalar.floating or scalar.name == "bool" or condition.device_sized:
        return
    if isinstance(condition.type, t.EnumeratedType) and condition.type.never_negative:
        scalar = t.scalar("uint")
    wanted = folder.integer(switch.condition)
    is_met = wanted is None
    for label in labels_of(switch):
        if label.value is None:
            is_met = True
            continue
        first = folder.integer(label.value)
        last = first if label.last is None else folder.integer(label.last)
        if first is None or last is None:
            is_met = True
            continue
        if label.last is not None and first > last:
            message = f"no value is {first} or more and {last} or less: the range is empty"
            context.report((label.value.start, label.last.end), message)
            continue
        is_met = is_met or (wanted is not None and first <= wanted <= last)
        for end, value in ((label.value, first), (label.last, last)):
            if end is not None:
                _compare(context, end, value, scalar)
    if not is_met:
        context.report(switch.condition, f"no label of this switch has the value {wanted}")


def _compare(context: RuleContext, end: r.Expression, value: int, kind: t.ScalarType) -> None:
    """Compare the value of a label, or of an end of its range, with the limits of a type."""
    own = arithmetic_type(value_of(context.model.types.get(end, t.UNKNOWN_QUALIFIED)).type)
    if own is None or own.bits <= kind.bits:
        return
    cut = wrapped(value, kind)
    if wrapped(cut, own) != value:
        message = f"{value} does not fit into {t.described(t.Qualified(kind))}: it is {cut} there"
        context.report(end, message)
