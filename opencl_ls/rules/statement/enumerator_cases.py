"""A switch on an enumeration omits enumerators, or has a label that is none.

## What it does
Warns of a `switch` without `default` whose value has an enumerated type, where an enumerator has no
label; and of labels whose value no enumerator of the type has.

## Why
It is easy to forget a new enumerator in a `switch`. A label that is no enumerator usually belongs
to another enumeration.

## Example
```cl
enum Mode { READ, WRITE };
kernel void k(global int *out, int n) {
    enum Mode mode = n ? READ : WRITE;
    switch (mode) { case READ: out[0] = 1; }
}
```

## Use instead
```cl
enum Mode { READ, WRITE };
kernel void k(global int *out, int n) {
    enum Mode mode = n ? READ : WRITE;
    switch (mode) { case READ: out[0] = 1; break; case WRITE: break; }
}
```

## Versions
All.

## Reference
clang's `-Wswitch`.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import wrapped
from opencl_ls.semantics.constness import typed_values
from opencl_ls.semantics.switches import labels_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Switch,))


@RULE.on(r.Switch)
def check(context: RuleContext, switch: r.Switch) -> None:
    """Compare the labels of a switch with the enumerators of its value's type."""
    condition = switch.condition
    while isinstance(condition, r.Parenthesized | r.Binary):
        if isinstance(condition, r.Binary) and condition.operator.text != ",":
            return
        condition = condition.right if isinstance(condition, r.Binary) else condition.inner
    kind = context.model.types.get(condition, t.UNKNOWN_QUALIFIED).type
    if not isinstance(kind, t.EnumeratedType) or not kind.enumerators:
        return
    values: dict[int, str] = {}
    for name, value in kind.enumerators:
        if value is None:
            return
        values.setdefault(value, name)
    folder = typed_values(context.model)
    integer = t.scalar("uint") if kind.never_negative else kind.integer
    held = {wrapped(value, integer) for value in values}
    taken: list[tuple[int, int]] = []
    has_default = False
    strange: list[tuple[r.Expression, int]] = []
    for label in labels_of(switch):
        if label.value is None:
            has_default = True
            continue
        first = folder.integer(label.value)
        last = first if label.last is None else folder.integer(label.last)
        if first is None or last is None:
            return
        taken.append((first, last))
        for end, number in ((label.value, first), (label.last, last)):
            if end is not None and first <= last and wrapped(number, integer) not in held:
                strange.append((end, number))
    name_of_type = t.spelled(t.Qualified(kind))
    for end, number in strange:
        context.report(end, f"no enumerator of '{name_of_type}' has the value {number}")
    left = [
        name
        for value, name in values.items()
        if not any(first <= value <= last for first, last in taken)
    ]
    if left and not has_default:
        names = " and ".join(f"'{name}'" for name in left[:3])
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        context.report(switch.condition, f"this switch has no label for {names}{more}")
