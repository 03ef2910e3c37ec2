"""A variable has no value behind one side of a branch, and is read there.

## What it does
Reports conditions and labels of a `switch` behind which a run certainly comes to a read of a
scalar, a vector or a pointer in private memory that nothing has given a value on this way. Where
several conditions would have to agree, nothing is reported; nor in functions with inline assembly
or unknown names, where a constant condition decides, or where an `#if` leaves out lines between.
Behind the last `else if` of a chain without `else` it is a hint: such chains are often meant to
name every case.

## Why
Private memory is not initialised: on this way the variable holds whatever was there before.

## Example
```cl
kernel void k(global int *o, int n) {
    int sign;
    if (n > 0) sign = 1;
    o[0] = sign;
}
```

## Use instead
```cl
kernel void k(global int *o, int n) {
    int sign = 0;
    if (n > 0) sign = 1;
    o[0] = sign;
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; C11 6.7.9p10; clang's `-Wsometimes-uninitialized`.
"""

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.definite import Valueless, Way, valueless
from opencl_ls.semantics.flow import is_configured, may_reach
from opencl_ls.semantics.symbols import Variable
from opencl_ls.semantics.uses import may_store_unseen
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(Variable,), of_whole_text=True)

_LOOPS = (r.For, r.While, r.DoWhile)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look at the reads that some runs come to without a value."""
    model = context.model
    doubtful = () if item.problems else [each for each in valueless(model) if each.ways]
    if not doubtful or may_store_unseen(model):
        return
    for found in doubtful:
        if is_configured(model, found.name) or not may_reach(model, found.name):
            continue
        seen: set[r.Record | None] = set()
        for way in found.ways:
            # Both sides of `a && b` are one condition of one statement.
            statement = context.enclosing(way.spot, r.If, *_LOOPS, r.Switch, r.ExpressionStatement)
            if statement not in seen:
                seen.add(statement)
                _report(context, found, way)


def _report(context: RuleContext, found: Valueless, way: Way) -> None:
    name = found.symbol.name
    context.report(
        _spot(way),
        f"'{name}' has no value {_when(way)}, and is read behind it",
        related=[
            (found.name, f"'{name}' is read here"),
            (found.symbol, f"'{name}' is declared here without a value"),
        ],
        severity=Severity.HINT if _ends_chain(context, way) else None,
    )


def _spot(way: Way) -> r.Record | tuple[int, int]:
    if type(way.spot) is not r.Case:
        return way.spot
    value = way.spot.value
    return (way.spot.start, way.spot.start + len("default")) if value is None else value


def _when(way: Way) -> str:
    if way.holds is None:
        return "in this case"
    if isinstance(way.record, _LOOPS):
        return "where the loop is entered" if way.holds else "where the loop ends here"
    return "where this holds" if way.holds else "where this does not hold"


def _ends_chain(context: RuleContext, way: Way) -> bool:
    """Tell whether a way is the one past the last `else if` of a chain."""
    last = context.enclosing(way.spot, r.Statement)
    if type(last) is not r.If or last.otherwise is not None or way.holds:
        return False
    above = context.parent(last)
    return type(above) is r.If and above.otherwise is last
