"""What the rules about calls that the resolution of a built-in rejects have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.rules.told import is_told
from opencl_ls.semantics.lookup.operands import argument_place
from opencl_ls.semantics.model import problems as p

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from opencl_ls.rules.context import ItemFix, RuleContext
    from opencl_ls.rules.rule import Rule

    Fixes = Callable[[RuleContext, p.BuiltinCallProblem], Iterable[ItemFix]]


def report_calls(rule: Rule, *kinds: str, fixes: Fixes | None = None) -> None:
    """Let a rule report the problems of `kinds` at the argument, in the resolution's words.

    What was told less gravely is another mistake, which does not hide the error.
    """

    @rule.on(p.BuiltinCallProblem)
    def check(context: RuleContext, found: p.BuiltinCallProblem) -> None:
        problem = found.problem
        if problem.kind in kinds and not is_told(context, found.record, rule.severity):
            context.report(
                argument_place(found.record, problem.argument, problem.parameter),
                problem.text,
                fixes=() if fixes is None else fixes(context, found),
            )
