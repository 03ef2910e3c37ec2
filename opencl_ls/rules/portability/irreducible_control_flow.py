"""A jump enters the body of a loop.

## What it does
Reports a `goto` from outside a loop to a label inside it, or into a loop made by a backward `goto`;
and a `switch` with labels inside a loop, as in Duff's device. A loop without another entry is not
reported. Of several jumps to one label the first is reported.

## Why
Such a loop has two entries: the control flow is irreducible. Support for it is
implementation-defined, and many compilers for GPUs lack it.

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

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.cfg import build
from opencl_ls.semantics.flow.dominators import is_reducible
from opencl_ls.semantics.lookup.constness import LITERALS
from opencl_ls.semantics.model import ItemModel
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(r.Goto, r.Case))

_LOOPS = (r.For, r.While, r.DoWhile)
_JUMPS = (r.Goto, r.Return, r.Break, r.Continue)


@RULE.on(r.Item)
def check_goto(context: RuleContext, _: r.Item) -> None:
    """Compare the jumps of an item with its loops, including those made by jumps."""
    jumps = list(context.model.of_kind(r.Goto))
    if not jumps:
        return
    labels = {label.name.text: label for label in context.model.of_kind(r.Label)}
    jumps = [jump for jump in jumps if jump.name.text in labels]
    found = _into_loops(context, jumps, labels)
    found.update(_into_rings(context, jumps, labels))
    irreducible: dict[r.Record | None, bool] = {}
    reported: set[str] = set()
    for jump in jumps:
        # A later jump to the same label may be in the loop.
        if jump not in found or jump.name.text in reported:
            continue
        reported.add(jump.name.text)
        # By the text alone, two loops that lead into each other look like a jump into a loop.
        around = context.enclosing(jump, r.FunctionDefinition, r.BlockLiteral)
        if around not in irreducible:
            irreducible[around] = _is_irreducible(context.model, around)
        if irreducible[around]:
            context.report(
                jump,
                f"'goto {jump.name.text}' enters a loop from the side: "
                "not every compiler takes that",
                related=[(labels[jump.name.text].name, "the label is here")],
            )


@RULE.on(r.Item)
def check_switch(context: RuleContext, _: r.Item) -> None:
    """Look for loops between the labels of a switch and the switch, and report the first."""
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


def _into_loops(
    context: RuleContext, jumps: list[r.Goto], labels: dict[str, r.Label]
) -> set[r.Goto]:
    """Return the jumps that enter a loop statement, where it has another entry."""
    names: dict[r.Statement, set[str]] = {}
    entered: list[tuple[r.Goto, list[r.For | r.While | r.DoWhile]]] = []
    for jump in jumps:
        name = jump.name.text
        loops = [each for each in context.ancestors(labels[name]) if isinstance(each, _LOOPS)]
        if loops:
            around = set(context.ancestors(jump))
            loops = [loop for loop in loops if loop not in around]
            entered.append((jump, loops))
        for loop in loops:
            names.setdefault(loop, set()).add(name)
    shared = {
        loop for loop, into in names.items() if len(into) > 1 or _is_fallen_into(context, loop)
    }
    return {jump for jump, loops in entered if not shared.isdisjoint(loops)}


def _into_rings(
    context: RuleContext, jumps: list[r.Goto], labels: dict[str, r.Label]
) -> Iterator[r.Goto]:
    """Yield the jumps that enter a loop made by a backward jump, where it has another entry.

    Such a loop begins at its label, which is where it may be entered.
    """
    spans: dict[str, tuple[int, int]] = {}
    ends: dict[str, int] = {}
    for jump in jumps:
        name, start = jump.name.text, jump.start
        first, last = spans.get(name, (start, start))
        spans[name] = (min(first, start), max(last, start))
        if labels[name].start < start:
            ends[name] = max(ends.get(name, 0), jump.end)
    targets = sorted((labels[name].start, *span) for name, span in spans.items())
    starts = [start for start, _, _ in targets]
    from_above = _Least((first, index) for index, (_, first, _) in enumerate(targets))
    from_below = _Least((-last, index) for index, (_, _, last) in enumerate(targets))
    shared = []
    for name, end in ends.items():
        head = labels[name]
        inside = bisect_right(starts, head.start), bisect_left(starts, end)
        into = {index for first, index in from_above.two(*inside) if first < head.start}
        into |= {index for last, index in from_below.two(*inside) if -last >= end}
        if len(into) > 1 or (into and _is_fallen_into(context, head)):
            shared.append((head.start, end))
    shared.sort()
    heads = [head for head, _ in shared]
    ends_by_head = _Least((-end, index) for index, (_, end) in enumerate(shared))
    shared.sort(key=lambda ring: ring[1])
    tails = [end for _, end in shared]
    heads_by_end = _Least((head, index) for index, (head, _) in enumerate(shared))
    for jump in jumps:
        place = labels[jump.name.text].start
        above = ends_by_head.least(bisect_right(heads, jump.start), bisect_left(heads, place))
        below = heads_by_end.least(bisect_right(tails, place), bisect_right(tails, jump.start))
        if (above and -above[0] > place) or (below and below[0] < place):
            yield jump


class _Least:
    """A sparse table for range minimum queries in constant time, of pairs (value, index)."""

    def __init__(self, row: Iterable[tuple[int, int]]) -> None:
        # Each row holds the minima of ranges twice as long as those of the row before.
        self._rows = [list(row)]
        while len(self._rows[-1]) > (width := 1 << len(self._rows) - 1):
            before = self._rows[-1]
            self._rows.append(list(map(min, before, before[width:])))

    def least(self, first: int, last: int) -> tuple[int, int] | None:
        """Return the least of a range from `first` to `last`, exclusive; None of an empty one."""
        if first >= last:
            return None
        level = (last - first).bit_length() - 1
        row = self._rows[level]
        return min(row[first], row[last - (1 << level)])

    def two(self, first: int, last: int) -> list[tuple[int, int]]:
        """Return the two smallest values of a range, or fewer if it is shorter."""
        least = self.least(first, last)
        if least is None:
            return []
        others = (self.least(first, least[1]), self.least(least[1] + 1, last))
        return [least, *sorted(each for each in others if each is not None)[:1]]


def _is_irreducible(model: ItemModel, around: r.Record | None) -> bool:
    """Tell whether a loop in a function or block certainly has two entries."""
    if not isinstance(around, r.FunctionDefinition | r.BlockLiteral):
        return False
    graph = build(model, around.body, LITERALS)
    if graph.is_incomplete:
        return False
    return not is_reducible([block.successors for block in graph.blocks])


def _is_fallen_into(context: RuleContext, statement: r.Record) -> bool:
    """Tell whether control may reach a statement from the one before it."""
    above = context.parent(statement)
    if isinstance(above, r.Compound | r.Case):
        number = bisect_left(above.statements, statement.start, key=lambda each: each.start)
        before = above.statements[number - 1] if number else None
        if before is None:
            return not isinstance(context.parent(above), r.Switch)
        return not isinstance(before, _JUMPS)
    return True
