"""A block type is written in full more than once.

## What it does
Reports a block type that was written in full before in the same function or declaration, or, at
program scope, in another declaration.

## Why
Block types are hard to read. A typedef gives the signature a name.

## Example
```cl CL2.0
void f(void) {
    float (^sum)(float, float) = ^(float x, float y) { return x + y; };
    float (^product)(float, float) = ^(float x, float y) { return x * y; };
}
```

## Use instead
```cl CL2.0
typedef float (^operation)(float, float);
void f(void) {
    operation sum = ^(float x, float y) { return x + y; };
    operation product = ^(float x, float y) { return x * y; };
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Declaring and Using a Block"; reference page Blocks.

## Fix safety
Unsafe: the name of the type is generated, and you may know a better one.
"""

from collections.abc import Iterator

from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    UnitContext,
)
from opencl_ls.linter.rewriting import free_name
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import block_part, is_block
from opencl_ls.semantics.model import ItemModel, summarised
from opencl_ls.semantics.types.symbols import Function, ParameterVariable, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS)


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Compare the types that the declarators of block variables write in full."""
    first: dict[str, Variable | ParameterVariable] = {}
    reported: set[str] = set()
    for written, event in _spelled_out(context.model):
        earlier = first.setdefault(written, event)
        if earlier is not event and written not in reported:
            reported.add(written)
            context.report(
                _declarator(event),
                _words(written),
                related=[(earlier, "first written here")],
                fixes=_named(context, earlier, event),
            )


@summarised
def _written(model: ItemModel) -> frozenset[str]:
    """Return the block types that a declaration at program scope writes in full."""
    return frozenset(written for written, symbol in _spelled_out(model) if _is_outside(symbol))


@RULE.on_unit_reading(_written)
def check_program(context: UnitContext) -> None:
    """Compare the declarations at program scope with each other."""
    first: set[str] = set()
    reported: set[str] = set()
    for number, model in context.program.having(_written):
        for written, symbol in _spelled_out(model):
            if written in first and written not in reported and _is_outside(symbol):
                reported.add(written)
                context.report(number, _declarator(symbol), _words(written))
        first |= _written(model)


def _is_outside(symbol: Variable | ParameterVariable) -> bool:
    """Tell whether a symbol is declared outside of a function, or by a prototype."""
    if isinstance(symbol, Variable):
        return symbol.depth == 0
    return symbol.function is None or symbol.function.definition is None


def _words(written: str) -> str:
    return f"the block type '{written}' is written again: a typedef would name it once"


def _spelled_out(model: ItemModel) -> Iterator[tuple[str, Variable | ParameterVariable]]:
    """Yield the block types that are written in full, with the symbols that have them."""
    for event in _declared(model):
        if isinstance(event, Variable | ParameterVariable) and is_block(event.type):
            if block_part(_declarator(event)) is not None:
                yield t.spelled(t.Qualified(event.type.type)), event


def _declared(model: ItemModel) -> Iterator[object]:
    """Yield the symbols of an item in their order, the parameters of a prototype as well."""
    if r.BlockPart not in model.by_kind:
        return
    for event in model.events:
        yield event
        if isinstance(event, Function) and event.definition is None:
            yield from event.parameters


def _declarator(symbol: Variable | ParameterVariable) -> r.Declarator:
    if isinstance(symbol, Variable):
        return symbol.declarator.declarator
    return symbol.parameter.declarator


def _named(
    context: RuleContext, first: Variable | ParameterVariable, second: Variable | ParameterVariable
) -> list[ItemFix]:
    """Return the fix that names the type where it is first written, and uses the name."""
    if not isinstance(first, Variable) or not isinstance(second, Variable):
        return []
    scope = context.parent(first.declaration)
    if not isinstance(scope, r.Compound) or second.word.start > scope.end:
        return []
    name = free_name(context.model, f"{first.name}_t")
    declared = t.declaration_text(t.Qualified(first.type.type), name)
    start = first.declaration.start
    edits = [ItemEdit(start, start, f"typedef {declared}; ")]
    for variable in (first, second):
        specifiers, declarator = variable.declaration.specifiers, variable.declarator.declarator
        part = block_part(declarator)
        if specifiers.type is None or len(variable.declaration.declarators) != 1:
            return []
        if specifiers.qualifiers or specifiers.storage or specifiers.attributes:
            return []
        if part is None or part.qualifiers or declarator.attributes or len(declarator.parts) != 2:
            return []
        edits.append(ItemEdit(specifiers.start, declarator.end, f"{name} {variable.name}"))
    return [ItemFix(f"Name the type '{name}'", tuple(edits), safe=False)]
