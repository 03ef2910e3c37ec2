"""A block's parameter hides a variable of the enclosing function.

## What it does
Reports a parameter of a block literal that has the name of a variable or parameter in the scopes
around the literal.  Off by default.

## Why
It is legal, and the first example of the reference page does it. But the body cannot access the
outer variable, and readers may confuse the two.

## Example
```cl CL2.0
kernel void k(global int *x) { int (^twice)(int) = ^(int x) { return 2 * x; }; }
```

## Use instead
```cl CL2.0
kernel void k(global int *x) { int (^twice)(int) = ^(int n) { return 2 * n; }; }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
Reference page Blocks, Example 1.

## Fix safety
Safe: the parameter is renamed wherever the block uses it.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rewriting import free_name, renamed
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import enclosing_literal
from opencl_ls.semantics.lookup.uses import variables_named
from opencl_ls.semantics.model import ItemModel, derived_by_key
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.settings.profiles import STRICT
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, profile=STRICT, about=(t.BlockType,))


@RULE.on(ParameterVariable)
def check(context: RuleContext, parameter: ParameterVariable) -> None:
    """Look at the names of block parameters."""
    if parameter.function is not None or not parameter.name:
        return
    literal = enclosing_literal(context.model, parameter.parameter)
    if literal is None:
        return
    scopes = _scopes(context.model, parameter.name)
    hidden = min(
        (scopes[each] for each in context.ancestors(literal) if each in scopes),
        key=lambda symbol: symbol.word.start,
        default=None,
    )
    if hidden is not None and hidden.word.start < literal.start:
        context.report(
            parameter,
            f"parameter '{parameter.name}' hides the '{parameter.name}' outside the block",
            related=[(hidden, "this one is hidden in the block")],
            fixes=[_rename(context, parameter, literal)],
        )


def _rename(context: RuleContext, parameter: ParameterVariable, literal: r.BlockLiteral) -> ItemFix:
    name = free_name(context.model, f"{parameter.name}_")
    declared = ItemEdit(parameter.word.start, parameter.word.end, name)
    edits = (declared, *renamed(context.model, parameter, literal, name))
    return ItemFix(f"Rename to '{name}'", edits, safe=True)


@derived_by_key
def _scopes(model: ItemModel, name: str) -> dict[r.Record, Symbol]:
    """Return the first variable of a name in each scope."""
    found: dict[r.Record, Symbol] = {}
    for symbol in variables_named(model, name):
        scope = _scope(model, symbol)
        if scope is not None:
            found.setdefault(scope, symbol)
    return found


def _scope(model: ItemModel, symbol: Symbol) -> r.Record | None:
    """Return the record at whose end a symbol's scope ends."""
    if isinstance(symbol, ParameterVariable):
        if symbol.function is None:
            return enclosing_literal(model, symbol.parameter)
        return symbol.function.definition
    if isinstance(symbol, Variable):
        return model.enclosing(symbol.declarator, r.Compound, r.For)
    return None
