"""A variable without a value is read.

## What it does
Reports a read of a scalar or a vector in private memory that no path to the read has stored to, and
of a pointer if it is more than copied. A use that is no read counts as a store. Nothing is reported
in functions with inline assembly or unknown names, in unreachable code or where a constant
condition decides, where an `#if` leaves out lines between the variable and the read, for an
argument that the called function does not read before it stores to it, nor passes on to a function
that does, and for `int x = x;`, which is written on purpose.

## Why
Private memory is not initialised: the value of the variable is undefined, and may differ between
devices and work-items.

## Example
```cl
kernel void k(global int *o) {
    int sum;
    for (int i = 1; i < 4; i++) sum += o[i];
    o[0] = sum;
}
```

## Use instead
```cl
kernel void k(global int *o) {
    int sum = 0;
    for (int i = 1; i < 4; i++) sum += o[i];
    o[0] = sum;
}
```

## Versions
All.

## Reference
OpenCL C specification, "Restrictions"; C11 6.7.9p10.
"""

from collections.abc import Hashable
from itertools import chain

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext, UnitContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.flow.definite_assignment import argument_of, uninitialized_reads
from opencl_ls.semantics.flow.reachability import is_configured, may_reach
from opencl_ls.semantics.flow.unread_parameters import handed_on, unread
from opencl_ls.semantics.lookup.uses import may_store_unseen
from opencl_ls.semantics.model import ItemModel, derived, summarised
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", about=(Variable,), of_whole_text=True)


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Report the reads that need no look into other functions."""
    model = context.model
    for symbol, read in _found(model).items():
        if argument_of(model, read) is None:
            message, related = _words(symbol)
            context.report(read, message, related=related)


@summarised
def _arguments(model: ItemModel) -> frozenset[tuple[str, str, int]]:
    """Return the variables without a value that an item passes to functions of the program."""
    found = ((symbol, argument_of(model, read)) for symbol, read in _found(model).items())
    return frozenset((symbol.name, *given) for symbol, given in found if given is not None)


def _read_by_unit(model: ItemModel) -> Hashable:
    return _arguments(model), handed_on(model)


@RULE.on_unit_reading(_read_by_unit)
def check_arguments(context: UnitContext) -> None:
    """Report the reads that are arguments of functions that read them."""
    found = list(context.program.having(_arguments))
    if not found:
        return
    handing = (handed_on(model) for _, model in context.program.having(handed_on))
    ignored = unread(chain.from_iterable(handing))
    for number, model in found:
        for symbol, read in _found(model).items():
            given = argument_of(model, read)
            if given is not None and given not in ignored:
                message, related = _words(symbol)
                context.report(number, read, message, related=related)


def _words(symbol: Symbol) -> tuple[str, list[tuple[Ranged, str]]]:
    message = f"'{symbol.name}' is read here, and nothing has given it a value"
    return message, [(symbol, f"'{symbol.name}' is declared here without a value")]


@derived
def _found(model: ItemModel) -> dict[Symbol, r.Name]:
    """Return the read to report of each variable that has one; cached with the item."""
    certain = (
        ()
        if model.item.problems
        else [each for each in uninitialized_reads(model) if not each.edges]
    )
    if not certain or may_store_unseen(model):
        return {}
    return {
        each.symbol: each.name
        for each in certain
        if not is_configured(model, each.name) and may_reach(model, each.name)
    }
