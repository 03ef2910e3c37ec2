"""A jump enters a loop from the side.

## What it does
Reports `goto` to a label inside a loop that it stands outside of, and to one between the two ends
of a loop made of a backward `goto`; and a `switch` with labels inside a loop, as in Duff's device.
A loop that is entered nowhere else is let pass. Of several jumps to one label the first is told.

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

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.constness import LITERALS
from opencl_ls.semantics.uniformity.graph import build
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Goto, r.Case))

_LOOPS = (r.For, r.While, r.DoWhile)
_JUMPS = (r.Goto, r.Return, r.Break, r.Continue)

_Loop = tuple[r.Statement, int]
"""A loop by its first statement, or the label that makes it one, and its end."""


@RULE.on(r.Item)
def check_goto(context: RuleContext, _: r.Item) -> None:
    """Compare the jumps of an item with its loops, those made of jumps included."""
    jumps = list(context.model.of_kind(r.Goto))
    if not jumps:
        return
    labels = {label.name.text: label for label in context.model.of_kind(r.Label)}
    ends: dict[str, int] = {}
    for jump in jumps:
        label = labels.get(jump.name.text)
        if label is not None and label.start < jump.start:
            ends[label.name.text] = max(ends.get(label.name.text, 0), jump.end)
    backward = [(labels[name], end) for name, end in ends.items()]
    entered: dict[_Loop, list[r.Goto]] = {}
    for jump in jumps:
        label = labels.get(jump.name.text)
        if label is not None:
            for loop in _entered(context, jump, label, backward):
                entered.setdefault(loop, []).append(jump)
    found = {
        jump
        for (head, _), entries in entered.items()
        if len({jump.name.text for jump in entries}) > 1 or _is_fallen_into(context, head)
        for jump in entries
    }
    irreducible: dict[r.Record | None, bool] = {}
    told: set[str] = set()
    for jump in jumps:
        # A later jump to the same label may well stand in the loop.
        if jump not in found or jump.name.text in told:
            continue
        told.add(jump.name.text)
        # By the text alone, two loops that lead into each other look like a jump from the side.
        around = context.enclosing(jump, r.FunctionDefinition, r.BlockLiteral)
        if around not in irreducible:
            irreducible[around] = _is_irreducible(around)
        if irreducible[around]:
            context.report(
                jump,
                f"'goto {jump.name.text}' enters a loop from the side: "
                "not every compiler takes that",
                related=[(labels[jump.name.text].name, "the label is here")],
            )


@RULE.on(r.Item)
def check_switch(context: RuleContext, _: r.Item) -> None:
    """Look for loops between the labels of a switch and the switch, and tell of the first."""
    entered: dict[r.Record, dict[r.Record, list[r.Case]]] = {}
    for label in context.model.of_kind(r.Case):
        switch = context.enclosing(label, r.Switch)
        loop = context.enclosing(label, r.Switch, *_LOOPS)
        while switch is not None and loop is not None and loop is not switch:
            entered.setdefault(switch, {}).setdefault(loop, []).append(label)
            loop = context.enclosing(loop, r.Switch, *_LOOPS)
    for loops_entered in entered.values():
        for loop, cases in loops_entered.items():
            if len(cases) > 1 or _is_fallen_into(context, loop):
                written = context.text(cases[0]).partition(":")[0].rstrip()
                context.report(
                    (cases[0].start, cases[0].start + len(written)),
                    "the switch enters a loop from the side: not every compiler takes that",
                    related=[(loop, "the loop is here")],
                )
                break


def _entered(
    context: RuleContext, jump: r.Goto, label: r.Label, backward: list[tuple[r.Label, int]]
) -> Iterator[_Loop]:
    """Yield the loops that a jump enters elsewhere than at their beginning."""
    around = context.ancestors(jump)
    for loop in context.ancestors(label):
        if isinstance(loop, _LOOPS) and loop not in around:
            yield loop, loop.end
    # A loop of a backward jump begins at its label, which is where it may be entered.
    for head, end in backward:
        if head.start < label.start < end and not head.start <= jump.start < end:
            yield head, end


def _is_irreducible(around: r.Record | None) -> bool:
    """Tell whether a loop in a function or block certainly has two entries.

    A block that is reached from one other alone becomes one with it, and a block that leads to
    itself is as good as one that does not. Where this ends with one block, no loop has two.
    """
    if not isinstance(around, r.FunctionDefinition | r.BlockLiteral):
        return False
    graph = build(around.body, lambda _: False, LITERALS)
    if graph.doubtful:
        return False
    successors = {block.index: set(block.successors) for block in graph.blocks}
    reached = {0}
    waiting = [0]
    while waiting:
        new = successors[waiting.pop()] - reached
        reached |= new
        waiting += new
    before: dict[int, set[int]] = {index: set() for index in reached}
    for index in reached:
        for end in successors[index]:
            before[end].add(index)
    waiting = list(reached)
    while waiting:
        index = waiting.pop()
        if index not in before:
            continue
        before[index].discard(index)
        if len(before[index]) != 1:
            continue
        (only,) = before.pop(index)
        for end in successors[index]:
            if end in before:
                before[end].discard(index)
                before[end].add(only)
                waiting.append(end)
        successors[only] = (successors[only] | successors[index]) - {index}
    return len(before) > 1


def _is_fallen_into(context: RuleContext, statement: r.Record) -> bool:
    """Tell whether a run may come to a statement from what stands before it."""
    above = context.parent(statement)
    if isinstance(above, r.Compound | r.Case):
        before = None
        for each in above.statements:
            if each is statement:
                break
            before = each
        if before is None:
            return not isinstance(context.parent(above), r.Switch)
        return not isinstance(before, _JUMPS)
    return True
