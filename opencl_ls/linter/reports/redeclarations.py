"""Reports of names that are declared twice.

A declaration may clash with an earlier one in at most one way, a *verdict* of
`semantics.redeclarations`. Each of the rules reports one verdict with its own message.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.redeclarations import clash, local_earlier
from opencl_ls.semantics.types.symbols import (
    EnumeratorConstant,
    Function,
    Symbol,
    Tag,
    Typedef,
    Variable,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from opencl_ls.linter.context import RuleContext, UnitContext
    from opencl_ls.linter.rule import Rule


def report_clashes(
    rule: Rule,
    verdict: str,
    message: Callable[[Symbol, Symbol], str],
    note: str,
    *,
    functions: bool = True,
) -> None:
    """Let a rule report the names that clash by `verdict`, at program scope and in inner scopes.

    `message` takes the declaration and the earlier one, for which `note` is the message of the
    related place. Without `functions` those of program scope are left out, except overloadable
    ones.
    """

    @rule.on_unit_reading(facts.declared)
    def check_unit(context: UnitContext) -> None:
        for index, symbol, earlier, how in context.clashes:
            if not functions and isinstance(symbol, Function) and not symbol.has_overloads:
                continue
            if how == verdict:
                context.report(index, symbol, message(symbol, earlier), related=[(earlier, note)])

    @rule.on(Variable, Function, Typedef, EnumeratorConstant, Tag)
    def check(context: RuleContext, symbol: Symbol) -> None:
        earlier = local_earlier(context.model, symbol)
        if earlier is not None and clash(symbol, earlier, local=True) == verdict:
            context.report(symbol, message(symbol, earlier), related=[(earlier, note)])
