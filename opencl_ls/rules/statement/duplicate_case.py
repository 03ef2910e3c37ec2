"""Two labels of a switch have one value.

## What it does
Reports case labels with the same value as an earlier label of the same `switch`.

## Why
Only one of them can match.

## Example
```cl
void f(int a) { switch (a) { case 1: break; case 1: break; } }
```

## Use instead
```cl
void f(int a) { switch (a) { case 1: break; case 2: break; } }
```

## Versions
All.

## Reference
C11 6.8.4.2p3.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import wrapped
from opencl_ls.semantics.lookup.constness import typed_values
from opencl_ls.semantics.lookup.jumps import labels_of
from opencl_ls.semantics.types.conversions import (
    arithmetic_type,
    loaded,
    promoted,
    value_of,
)
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Switch)
def check(context: RuleContext, switch: r.Switch) -> None:
    """Compare the values of the labels, as far as they are known, in the type of the switch."""
    folder = typed_values(context.model)
    condition = value_of(context.model.types.get(switch.condition, t.UNKNOWN_QUALIFIED))
    scalar = arithmetic_type(loaded(condition).type)
    if scalar is None or scalar.floating:
        return
    kind = promoted(scalar)
    seen: dict[int, r.Case] = {}
    ranges: list[tuple[int, int, r.Case]] = []
    for case in labels_of(switch):
        first = folder.integer(case.value)
        last = first if case.last is None else folder.integer(case.last)
        if first is None or last is None or case.value is None:
            continue
        first, last = wrapped(first, kind), wrapped(last, kind)
        earlier = _earlier(seen, ranges, first, last)
        if earlier is not None:
            value, label = earlier
            context.report(
                case.value,
                f"an earlier label of this switch has the value {value} already",
                related=[(label.value or label, "the earlier label is here")],
            )
        elif case.last is None:
            seen[first] = case
        elif first <= last:
            ranges.append((first, last, case))


def _earlier(
    seen: dict[int, r.Case], ranges: list[tuple[int, int, r.Case]], first: int, last: int
) -> tuple[int, r.Case] | None:
    """Return a value from `first` to `last` that a label has, and the label; None without one."""
    if first == last:
        if (label := seen.get(first)) is not None:
            return first, label
    else:
        for value, label in seen.items():
            if first <= value <= last:
                return value, label
    for low, high, label in ranges:
        if max(low, first) <= min(high, last):
            return max(low, first), label
    return None
