"""Values and paths that are uniform in a kernel, as far as its own text shows.

These are questions about one call or one value.  For barriers and other collective functions,
`uniformity` follows all values through all functions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.semantics.flow.cfg import control_flow
from opencl_ls.semantics.flow.dominators import control_dependence, dominator_tree
from opencl_ls.semantics.lookup.alternatives import only_value
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.uses import address_taken, changing, uses
from opencl_ls.semantics.model import derived_by_key
from opencl_ls.semantics.types.symbols import EnumeratorConstant, ParameterVariable, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.flow.dominators import DominatorTree
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.model.graphs import ControlFlowGraph, Step

_LITERALS: Final = (r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral, r.TypeQuery)
_COMPUTING: Final = (r.Parenthesized, r.Unary, r.Binary, r.Cast, r.Conditional)


def is_reached_uniformly(model: ItemModel, call: r.Call) -> bool:
    """Tell whether all work-items of a kernel reach a call, or none.

    Branches that are only reached through the call decide about later iterations, and do not count.
    """
    function = model.enclosing(call, r.FunctionDefinition)
    if function is None:
        return False
    flow = _flow(model, function.body)
    here = flow.block_of.get(call)
    if here is None or flow.graph.is_incomplete:
        return False
    seen: set[int] = set()
    worklist = [here]
    while worklist:
        for branch in flow.branches[worklist.pop()]:
            if branch in seen or flow.tree.dominates(here, branch):
                continue
            seen.add(branch)
            worklist.append(branch)
            if not is_uniform(model, flow.graph.blocks[branch].condition):
                return False
    return True


class _Flow(NamedTuple):
    """The graph of a body with the facts that each call needs."""

    graph: ControlFlowGraph
    tree: DominatorTree
    branches: list[list[int]]
    block_of: dict[Step, int]


@derived_by_key
def _flow(model: ItemModel, body: r.Compound) -> _Flow:
    graph = control_flow(model, body)
    block_of = {step: block.index for block in graph.blocks for step in block.steps}
    return _Flow(graph, dominator_tree(model, graph), control_dependence(graph).branches, block_of)


def is_uniform(model: ItemModel, expression: r.Expression | None, depth: int = 8) -> bool:
    """Tell whether an expression is uniform, in each iteration of a loop.

    The parameters of the function count as uniform, as those of a kernel are.
    """
    if expression is None or depth == 0:
        return False
    if isinstance(expression, _LITERALS):
        return True
    if isinstance(expression, r.Call):
        return builtin_name(model, expression) == "get_work_dim"
    if isinstance(expression, r.Name):
        return _is_same_variable(model, expression, depth)
    if not isinstance(expression, _COMPUTING):
        return False
    if isinstance(expression, r.Unary) and expression.operator not in ("+", "-", "!", "~"):
        return False
    parts = [each for each in r.children(expression) if isinstance(each, r.Expression)]
    return all(is_uniform(model, each, depth - 1) for each in parts)


def _is_same_variable(model: ItemModel, name: r.Name, depth: int) -> bool:
    symbol = model.references.get(name)
    if isinstance(symbol, EnumeratorConstant):
        return True
    if symbol is None:
        return name.name in ("true", "false", "NULL")
    if isinstance(symbol, ParameterVariable):
        return not any(
            changing(model, each) or address_taken(model, each) for each in uses(model, symbol)
        )
    if not isinstance(symbol, Variable):
        return False
    value = symbol.declarator.initializer
    if value is not None and only_value(model, symbol) is value:
        return is_uniform(model, value, depth - 1)
    return _is_counter(model, symbol, depth)


def _is_counter(model: ItemModel, variable: Variable, depth: int) -> bool:
    """Tell whether a variable is declared by a `for` and changed only by its step, uniformly."""
    loop = model.enclosing(variable.declaration, r.For)
    if loop is None or loop.initial is not variable.declaration:
        return False
    for name in uses(model, variable):
        if address_taken(model, name) is not None:
            return False
        change = changing(model, name)
        if change is None:
            continue
        if change is not loop.step:
            return False
        if isinstance(change, r.Assignment):
            if change.operator.text == "=" or not is_uniform(model, change.right, depth - 1):
                return False
    return is_uniform(model, variable.declarator.initializer, depth - 1)
