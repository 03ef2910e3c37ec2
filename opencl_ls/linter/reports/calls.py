"""Reports of calls that the overload resolution of a built-in function rejects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.lookup.operands import argument_place
from opencl_ls.semantics.model import problems as p

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.linter.context import ItemFix, RuleContext
    from opencl_ls.linter.rule import Rule

    Fixes = Callable[[RuleContext, p.BuiltinCallProblem], Iterable[ItemFix]]


def report_calls(rule: Rule, *kinds: str, fixes: Fixes | None = None) -> None:
    """Let a rule report the problems of `kinds` at the argument, in the words of the resolution."""

    @rule.on(p.BuiltinCallProblem)
    def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
        problem = found.problem
        if problem.kind in kinds:
            context.report(
                argument_place(found.record, problem.argument, problem.parameter),
                problem.text,
                fixes=() if fixes is None else fixes(context, found),
                call=found.record,
            )
