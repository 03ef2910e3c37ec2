"""Reports of variables without a value after one side of a branch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.flow.definite_assignment import uninitialized_reads
from opencl_ls.semantics.flow.reachability import is_configured, may_reach
from opencl_ls.semantics.lookup.uses import may_store_unseen
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.linter.context import RuleContext
    from opencl_ls.semantics.flow.definite_assignment import Edge, UninitializedRead

_LOOPS = (r.For, r.While, r.DoWhile)


def report_edges(context: RuleContext, item: r.Item, *, past_chains: bool) -> None:
    """Report the edges out of branches on which a variable has no value where it is read.

    With `past_chains` those past the last `else if` of a chain, else all others.
    """
    model = context.model
    doubtful = () if item.problems else [each for each in uninitialized_reads(model) if each.edges]
    if not doubtful or may_store_unseen(model):
        return
    for found in doubtful:
        if is_configured(model, found.name) or not may_reach(model, found.name):
            continue
        seen: set[r.Record | None] = set()
        for edge in found.edges:
            # Both sides of `a && b` are one condition of one statement.
            statement = context.enclosing(
                edge.decision, r.If, *_LOOPS, r.Switch, r.ExpressionStatement
            )
            if statement not in seen:
                seen.add(statement)
                if _ends_chain(context, edge) is past_chains:
                    _report(context, found, edge)


def _report(context: RuleContext, found: UninitializedRead, edge: Edge) -> None:
    name = found.symbol.name
    context.report(
        _place(edge),
        f"'{name}' has no value {_when(edge)}, and is read later",
        related=[
            (found.name, f"'{name}' is read here"),
            (found.symbol, f"'{name}' is declared here without a value"),
        ],
    )


def _place(edge: Edge) -> r.Record | tuple[int, int]:
    if type(edge.decision) is not r.Case:
        return edge.decision
    value = edge.decision.value
    return (edge.decision.start, edge.decision.start + len("default")) if value is None else value


def _when(edge: Edge) -> str:
    if edge.holds is None:
        return "in this case"
    if isinstance(edge.record, _LOOPS):
        return "where the loop is entered" if edge.holds else "where the loop ends here"
    return "where this holds" if edge.holds else "where this does not hold"


def _ends_chain(context: RuleContext, edge: Edge) -> bool:
    """Tell whether an edge is the one past the last `else if` of a chain."""
    last = context.enclosing(edge.decision, r.Statement)
    if type(last) is not r.If or last.otherwise is not None or edge.holds:
        return False
    above = context.parent(last)
    return type(above) is r.If and above.otherwise is last
