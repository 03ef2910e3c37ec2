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
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import wrapped
from opencl_ls.semantics.lookup.constness import typed_values
from opencl_ls.semantics.lookup.jumps import labels_of
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Switch)
def check(context: RuleContext, switch: r.Switch) -> None:
    """Compare the labels of a switch with the enumerators of its value's type."""
    kind = _enumeration(context, switch)
    if kind is None:
        return
    values: dict[int, str] = {}
    for name, value in kind.enumerators:
        if value is None:
            return
        values.setdefault(value, name)
    labels = labels_of(switch)
    taken = _ranges(context, labels)
    if taken is None:
        return
    integer = t.scalar("uint") if kind.never_negative else kind.integer
    held = {wrapped(value, integer) for value in values}
    name_of_type = t.spelled(t.Qualified(kind))
    for label, first, last in taken:
        for end, number in ((label.value, first), (label.last, last)):
            if end is not None and first <= last and wrapped(number, integer) not in held:
                context.report(end, f"no enumerator of '{name_of_type}' has the value {number}")
    left = [
        name
        for value, name in values.items()
        if not any(first <= value <= last for _, first, last in taken)
    ]
    if left and len(taken) == len(labels):
        names = " and ".join(f"'{name}'" for name in left[:3])
        more = f" and {len(left) - 3} more" if len(left) > 3 else ""
        context.report(switch.condition, f"this switch has no label for {names}{more}")


def _enumeration(context: RuleContext, switch: r.Switch) -> t.EnumeratedType | None:
    """Return the enumeration of a switch's value, None where it is none or has no members yet."""
    condition = switch.condition
    while isinstance(condition, r.Parenthesized | r.Binary):
        if isinstance(condition, r.Binary) and condition.operator.text != ",":
            return None
        condition = condition.right if isinstance(condition, r.Binary) else condition.inner
    kind = context.model.types.get(condition, t.UNKNOWN_QUALIFIED).type
    return kind if isinstance(kind, t.EnumeratedType) and kind.enumerators else None


def _ranges(context: RuleContext, labels: list[r.Case]) -> list[tuple[r.Case, int, int]] | None:
    """Return the labels other than `default` with their ranges, None where one is unknown."""
    folder = typed_values(context.model)
    ranges: list[tuple[r.Case, int, int]] = []
    for label in labels:
        if label.value is not None:
            first = folder.integer(label.value)
            last = first if label.last is None else folder.integer(label.last)
            if first is None or last is None:
                return None
            ranges.append((label, first, last))
    return ranges
