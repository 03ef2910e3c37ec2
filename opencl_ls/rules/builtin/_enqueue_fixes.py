"""Fixes for the arguments of `enqueue_kernel`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    inserting,
    replacing,
    wrapping,
)
from opencl_ls.linter.rewriting import first_in, free_name
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.enqueue import called_builtin, is_null, pointee_space
from opencl_ls.semantics.lookup.operands import is_simple
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.linter.context import RuleContext
    from opencl_ls.semantics.model.problems import BuiltinCallProblem


def argument_fixes(context: RuleContext, found: BuiltinCallProblem) -> list[ItemFix]:
    """Return the fix for an argument of `enqueue_kernel` whose type is nearly the expected one."""
    call, problem = found.record, found.problem
    if not isinstance(call, r.Call) or problem.argument is None:
        return []
    if called_builtin(context.model, call) != "enqueue_kernel":
        return []
    argument = call.arguments[problem.argument]
    kind = context.model.types.get(argument, t.UNKNOWN_QUALIFIED).type
    if problem.kind == "block":
        return _untyped(context, argument, problem.parameter or 0)
    if problem.expected == "queue_t" and is_null(argument):
        return [replacing("Use the default queue", argument, "get_default_queue()", safe=False)]
    if problem.expected == "ndrange_t" and isinstance(kind, t.ScalarType) and not kind.floating:
        return [wrapping("Make a range of it", argument, "ndrange_1D(", ")", safe=False)]
    if problem.expected == "uint" and isinstance(kind, t.ScalarType):
        before, after = ("", "") if is_simple(argument) else ("(", ")")
        return [wrapping("Cast it to uint", argument, f"(uint){before}", after, safe=False)]
    is_event = isinstance(kind, t.OpaqueType) and kind.name == "clk_event_t"
    if problem.expected.startswith("clk_event_t") and is_event:
        if argument in context.model.lvalues:
            return [inserting("Pass its address", argument.start, "&", safe=False)]
    return []


def _untyped(context: RuleContext, block: r.Expression, index: int) -> list[ItemFix]:
    """Return the fix that takes `local void *`, and declares the typed pointer in the body."""
    literal = unwrapped(block)
    if not isinstance(literal, r.BlockLiteral) or literal.signature is None:
        return []
    parameter = literal.signature.parameters[index]
    symbol = context.declared(parameter)
    if symbol is None or not symbol.name or pointee_space(symbol.type) != t.LOCAL:
        return []
    memory = free_name(context.model, f"{symbol.name}_memory")
    edits = (
        ItemEdit(parameter.start, parameter.end, f"local void *{memory}"),
        first_in(context.model, literal.body, f"{context.text(parameter)} = {memory};"),
    )
    return [ItemFix("Take 'local void *'", edits, safe=False)]
