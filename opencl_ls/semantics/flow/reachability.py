"""Reachability: which statements of a body are reachable, and whether control falls off the end.

The blocks are those of the control-flow graph that its entry reaches without passing a call that
does not return.  A body with statements that cannot be parsed has no findings.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Final

from opencl_ls.builtins.names import is_builtin
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.cfg import (
    build,
    control_flow,
    control_flow_around,
    never_returns,
)
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import LITERALS, fixed_values
from opencl_ls.semantics.macros.undefined_macros import is_host_macro
from opencl_ls.semantics.model import derived, derived_by_key
from opencl_ls.semantics.types.operators import EQUALITY, RELATIONAL
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Variable
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencl_ls.semantics.constants import Folder
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import Branch, ControlFlowGraph

_CHOICES: Final[tuple[type[Branch], ...]] = (
    r.If,
    r.While,
    r.For,
    r.DoWhile,
    r.Switch,
    r.Conditional,
    r.Binary,
)
_ENTRIES: Final = (r.Case, r.Label, r.EmptyStatement, r.Break)
"""Statements that end an unreachable range: no finding is about them."""


def falls_off(model: ItemModel, body: r.Compound) -> bool:
    """Tell whether control can reach the closing brace of a body; doubt counts as no."""
    if body.statements and type(body.statements[-1]) is r.Return:
        return False
    graph = control_flow(model, body)
    reached = _certainly_reached(model, graph)
    return graph.end in reached and _is_read_in_full(model, body, graph)


def always_decided(model: ItemModel, body: r.Compound) -> bool:
    """Tell whether the control flow of a body depends only on simple tests of variables.

    Then no compiler knows more about it than `falls_off`.
    """
    pending: list[r.Record] = [body]
    while pending:
        record = pending.pop()
        if isinstance(record, r.If | r.While | r.For | r.DoWhile | r.Switch):
            condition = record.condition
            if condition is not None and not _is_plain_test(model, condition):
                return False
        elif type(record) is r.Call:
            callee = record.callee
            symbol = model.references.get(callee)
            if symbol is None and not (type(callee) is r.Name and is_builtin(callee.name)):
                return False
            if isinstance(symbol, Function) and symbol.attributes:
                return False
        elif isinstance(record, r.StatementExpression | r.Goto | r.BadStatement | r.Assembly):
            return False
        pending.extend(r.children(record))
    return True


def _is_plain_test(model: ItemModel, condition: r.Expression) -> bool:
    """Tell whether a condition is a variable, its negation or its comparison, or a literal."""
    while type(condition) is r.Parenthesized or (
        type(condition) is r.Unary and condition.operator == "!"
    ):
        condition = condition.inner if type(condition) is r.Parenthesized else condition.operand
    if type(condition) is r.Binary and condition.operator.text in (RELATIONAL | EQUALITY):
        sides = (condition.left, condition.right)
        return any(_is_variable(model, side) for side in sides) and all(
            type(side) is r.IntegerLiteral or _is_variable(model, side) for side in sides
        )
    return type(condition) is r.IntegerLiteral or _is_variable(model, condition)


def _is_variable(model: ItemModel, expression: r.Expression) -> bool:
    symbol = model.references.get(expression)
    return isinstance(symbol, Variable | ParameterVariable) and not symbol.type.const


def unreachable(model: ItemModel, body: r.Compound) -> list[tuple[r.Statement, r.Statement]]:
    """Return the unreachable ranges of statements, each with its first and its last.

    Named constants do not count: they configure programs.  Neither do statements that a label makes
    partly reachable, nor those inside an unreachable range.
    """
    if _leaves_nothing_out(model):
        return []
    graph = control_flow(model, body)
    # More is reachable if fewer constants are known.
    if _certainly_reached(model, graph).issuperset(graph.block_of.values()):
        return []
    if not _is_read_in_full(model, body, graph):
        return []
    graph = build(model, body, LITERALS)
    reached = _reached(model, graph, in_doubt=True)

    def is_dead(statement: r.Statement) -> bool:
        if graph.block_of[statement] in reached or isinstance(statement, _ENTRIES):
            return False
        return not _may_be_entered(statement)

    found: list[tuple[r.Statement, r.Statement]] = []
    for row, block in graph.block_of.items():
        if isinstance(row, r.Compound | r.Case) and block in reached:
            for dead, stretch in groupby(row.statements, is_dead):
                if dead:
                    first, *others = stretch
                    found.append((first, others[-1] if others else first))
    return found


def _leaves_nothing_out(model: ItemModel) -> bool:
    """Tell whether the shape of an item shows that all its statements are reached.

    Each jump then ends its function, an `if` without `else`, or the statements of a label, no
    condition is a literal, and all calls return.  Doubt counts as no.
    """
    if any(True for _ in model.of_kind(r.Goto, r.StatementExpression)):
        return False
    branches: Iterable[r.If | r.While | r.For | r.DoWhile | r.Switch]
    branches = model.of_kind(r.If, r.While, r.For, r.DoWhile, r.Switch)
    conditions = (each.condition for each in branches)
    return (
        all(each is not None and LITERALS.integer(each) is None for each in conditions)
        and all(_is_row_of_labels(each.body) for each in model.of_kind(r.Switch))
        and all(_is_label_of_switch(model, each) for each in model.of_kind(r.Case))
        and all(_ends_path(model, each) for each in model.of_kind(r.Return, r.Break, r.Continue))
        and not any(never_returns(model, site.call) for site in model.calls)
    )


def _is_row_of_labels(body: r.Statement) -> bool:
    return type(body) is r.Compound and all(type(each) is r.Case for each in body.statements)


def _is_label_of_switch(model: ItemModel, label: r.Case) -> bool:
    above = model.parents.get(label)
    return type(above) is r.Case or (
        type(above) is r.Compound and type(model.parents.get(above)) is r.Switch
    )


def _ends_path(model: ItemModel, jump: r.Statement) -> bool:
    """Tell whether what follows a jump is reached on another path, or nothing follows it."""
    last, above = jump, model.parents.get(jump)
    while isinstance(above, r.Compound | r.Case) and above.statements[-1] is last:
        last, above = above, model.parents.get(above)
    if type(above) is r.If:
        return above.otherwise is None
    if type(above) is r.Compound:
        # The next label of a `switch` follows.
        return type(last) is r.Case
    if type(above) is r.Switch and type(last) is r.Compound:
        labels = (each for each in last.statements if type(each) is r.Case)
        return type(jump) is r.Break or all(each.value is not None for each in labels)
    return type(above) is r.FunctionDefinition


def may_reach(model: ItemModel, record: r.Record) -> bool:
    """Tell whether an execution of the function or block around a record may reach it."""
    graph = control_flow_around(model, record)
    if graph is None:
        return True
    above = (record, *model.ancestors(record))
    block = next((graph.block_of[each] for each in above if each in graph.block_of), 0)
    return block in _certainly_reached(model, graph)


def is_configured(model: ItemModel, record: r.Record) -> bool:
    """Tell whether a constant, mostly the value of a macro, may make a record unreachable.

    It may be a constant condition around it or in an `if` before it, and operands of `sizeof`.
    """
    starts, ends = _configured(model)
    before = bisect_right(starts, record.start)
    return before > 0 and ends[before - 1] > record.start


@derived
def _configured(model: ItemModel) -> tuple[list[int], list[int]]:
    """Return the sorted starts of the parts of an item that a constant may make unreachable.

    Each comes with the last end of the parts so far.
    """
    folder = fixed_values(model)
    found = [(each.start + 1, each.end) for each in model.of_kind(r.TypeQuery)]
    for each in model.of_kind(*_CHOICES):
        condition = each.left if type(each) is r.Binary else each.condition
        if type(each) is r.Binary and each.operator.text not in ("&&", "||"):
            continue
        if condition is not None and _decides(folder, condition):
            found += ((each.start, condition.start), (condition.end, each.end))
            above = model.parents.get(each)
            if type(each) is r.If and type(above) is r.Compound:
                found.append((each.end, above.end))
    found.sort()
    return [start for start, _ in found], list(accumulate((end for _, end in found), max))


def _decides(folder: Folder, condition: r.Expression) -> bool:
    """Tell whether a condition, or a part that can decide it, is constant."""
    condition = unwrapped(condition)
    if folder.integer(condition) is not None:
        return True
    if type(condition) is r.Binary and condition.operator.text in ("&&", "||"):
        return _decides(folder, condition.left) or _decides(folder, condition.right)
    return False


@derived_by_key
def _certainly_reached(model: ItemModel, graph: ControlFlowGraph) -> set[int]:
    return _reached(model, graph, in_doubt=False)


def _reached(model: ItemModel, graph: ControlFlowGraph, *, in_doubt: bool) -> set[int]:
    """Return the reachable blocks.

    `in_doubt` is the answer for the code after a `switch` whose labels may name every value.
    """
    found = {0}
    worklist = [0]
    while worklist:
        block = graph.blocks[worklist.pop()]
        ends = [] if block.has_no_return else block.successors
        if not in_doubt and type(block.branch) is r.Switch:
            if _may_be_enumerated(model, block.branch.condition):
                ends = [each for each in ends if graph.blocks[each].label is not None] or ends
        worklist += (end for end in ends if end not in found)
        found.update(ends)
    return found


def _may_be_enumerated(model: ItemModel, condition: r.Expression) -> bool:
    """Tell whether the labels of a switch may name every possible value."""
    condition = unwrapped(condition)
    if type(condition) is r.Name:
        symbol = model.references.get(condition)
        return symbol is None or type(symbol.type.type) is not t.ScalarType
    return isinstance(condition, r.Member | r.Index | r.Call | r.Cast)


def _is_read_in_full(model: ItemModel, body: r.Compound, graph: ControlFlowGraph) -> bool:
    """Tell whether a body holds nothing unknown, such as an undefined macro."""
    if graph.is_incomplete or any(
        problem.kind is SyntaxProblemKind.UNDEFINED_MACRO for problem in model.item.recovered
    ):
        return False
    return not any(
        body.start < each.start < body.end and is_host_macro(model, unwrapped(each.expression))
        for each in model.of_kind(r.ExpressionStatement)
    )


def _may_be_entered(statement: r.Statement) -> bool:
    """Tell whether a label inside a statement makes a part of it reachable."""
    pending: list[r.Record] = [statement]
    while pending:
        record = pending.pop()
        if isinstance(record, r.Label | r.Case):
            return True
        if isinstance(record, r.Statement):
            pending.extend(r.children(record))
    return False
