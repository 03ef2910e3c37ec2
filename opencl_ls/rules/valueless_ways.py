"""What the rules about variables without a value behind one side of a branch have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.definite import valueless
from opencl_ls.semantics.flow import is_configured, may_reach
from opencl_ls.semantics.uses import may_store_unseen
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.rules.context import RuleContext
    from opencl_ls.semantics.definite import Valueless, Way

_LOOPS = (r.For, r.While, r.DoWhile)


def report_ways(context: RuleContext, item: r.Item, *, past_chains: bool) -> None:
    """Report the ways behind branches on which a variable has no value where it is read.

    Those past the last `else if` of a chain, or all others.
    """
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
                if _ends_chain(context, way) is past_chains:
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
