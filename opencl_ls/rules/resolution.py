"""What the rules about calls that the resolution of a built-in rejects have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.rules.told import is_told
from opencl_ls.semantics import problems as p
from opencl_ls.semantics.operands import argument_place

if TYPE_CHECKING:
    from opencl_ls.rules.context import RuleContext
    from opencl_ls.rules.rule import Rule


def report_calls(rule: Rule, *kinds: str) -> None:
    """Let a rule report the problems of `kinds` at the argument, in the resolution's words."""

    @rule.on(p.BuiltinCallProblem)
    def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
        problem = found.problem
        if problem.kind in kinds and not is_told(context, found.record):
            place = argument_place(found.record, problem.argument, problem.parameter)
            context.report(place, problem.text)
