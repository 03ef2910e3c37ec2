"""What the rules about names that are declared twice have in common.

A declaration may clash with an earlier one in one way at most, a *verdict* of
`semantics.redeclarations`.  Each of the rules takes one verdict and has words of its own for it.
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

    from opencl_ls.rules.context import RuleContext, UnitContext
    from opencl_ls.rules.rule import Rule


def report_clashes(
    rule: Rule,
    verdict: str,
    message: Callable[[Symbol, Symbol], str],
    note: str,
    *,
    functions: bool = True,
) -> None:
    """Let a rule report the names that clash by `verdict`, at program scope and in inner scopes.

    `message` takes the declaration and the earlier one, which `note` explains as a related place.
    Without `functions` those of program scope are left out, save the overloadable ones.
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
