"""A goto enters a loop from the side.

## What it does
Reports `goto` to a label inside a loop that it stands outside of, and to one between the two ends
of a loop made of a backward `goto`.

## Why
Such a loop has two entries. OpenCL C leaves it to the implementation whether it takes that, and
many compilers for GPUs do not.

## Example
```cl
kernel void k(global int *g, int c) {
    int i = 0;
    if (c) goto middle;
top:
    g[i] = 1;
middle:
    if (++i < 4) goto top;
}
```

## Use instead
```cl
kernel void k(global int *g, int c) {
    for (int i = c ? 1 : 0; i < 4; ++i) g[i] = 1;
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; reference page Restrictions.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Goto,))

_LOOPS = (r.For, r.While, r.DoWhile)


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Compare the jumps of an item with its loops, those made of jumps included."""
    jumps = [event for event in context.model.events if isinstance(event, r.Goto)]
    if not jumps:
        return
    labels = {
        event.name.text: event for event in context.model.events if isinstance(event, r.Label)
    }
    backward = [
        (label.start, jump.end)
        for jump in jumps
        if (label := labels.get(jump.name.text)) is not None and label.start < jump.start
    ]
    for jump in jumps:
        label = labels.get(jump.name.text)
        if label is None or not _enters(context, jump, label, backward):
            continue
        context.report(
            jump,
            f"'goto {jump.name.text}' enters a loop from the side: not every compiler takes that",
            related=[(label.name, "the label is here")],
        )


def _enters(
    context: RuleContext, jump: r.Goto, label: r.Label, backward: list[tuple[int, int]]
) -> bool:
    around = context.ancestors(jump)
    if any(isinstance(loop, _LOOPS) and loop not in around for loop in context.ancestors(label)):
        return True
    # A loop of a backward jump begins at its label, which is where it may be entered.
    return any(
        start < label.start < end and not start <= jump.start < end for start, end in backward
    )
