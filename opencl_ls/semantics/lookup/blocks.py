"""Expressions that are blocks, and the variables that a block literal captures (OpenCL C 6.12).

A block captures the automatic variables around it as constant copies, while functions, variables
at program scope, and static and local ones are simply used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.types.symbols import ParameterVariable, Symbol, Variable
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel


def is_block(qualified: t.Qualified) -> bool:
    """Tell whether a type is that of a block."""
    return isinstance(qualified.type, t.BlockType)


def unwrapped(expression: r.Expression) -> r.Expression:
    """Return an expression without the parentheses around it."""
    while type(expression) is r.Parenthesized:
        expression = expression.inner
    return expression


def block_symbol(model: ItemModel, expression: r.Expression) -> Symbol | None:
    """Return the variable or parameter of block type that an expression names, or None."""
    name = unwrapped(expression)
    symbol = model.references.get(name)
    if isinstance(symbol, Variable | ParameterVariable) and is_block(symbol.type):
        return symbol
    return None


def is_block_value(model: ItemModel, expression: r.Expression) -> bool:
    """Tell whether an expression is a block: a literal, a variable, or a cast to a block."""
    inner = unwrapped(expression)
    if isinstance(inner, r.Cast | r.CompoundLiteral):
        kind = model.type_names.get(inner.type)
        return kind is not None and is_block(kind)
    return isinstance(inner, r.BlockLiteral) or block_symbol(model, inner) is not None


def enclosing_literal(model: ItemModel, record: r.Record) -> r.BlockLiteral | None:
    """Return the innermost block literal around a record."""
    return model.enclosing(record, r.BlockLiteral)


def captured(model: ItemModel, name: r.Record) -> Variable | ParameterVariable | None:
    """Return the automatic variable or parameter that a name in a block literal captures.

    The operand of `sizeof` is not evaluated, so that it captures nothing.
    """
    symbol = model.references.get(name)
    if not isinstance(symbol, Variable | ParameterVariable) or not is_automatic(symbol):
        return None
    return symbol if is_outer(model, symbol, name) else None


def is_outer(model: ItemModel, symbol: Variable | ParameterVariable, name: r.Record) -> bool:
    """Tell whether a name in a block literal refers to a declaration outside the literal.

    An operand of `sizeof` does not count.
    """
    around = model.enclosing(name, r.BlockLiteral, r.TypeQuery, r.TypeofType)
    return isinstance(around, r.BlockLiteral) and _home(model, symbol) is not around


def is_automatic(symbol: Symbol) -> bool:
    """Tell whether a symbol is a parameter, or a variable with automatic storage."""
    if isinstance(symbol, ParameterVariable):
        return True
    if not isinstance(symbol, Variable) or (symbol.function is None and symbol.block is None):
        return False
    space = t.object_space(symbol.type)
    return not symbol.storage & {"static", "extern"} and space in (t.PRIVATE, t.NO_SPACE)


def _home(model: ItemModel, symbol: Variable | ParameterVariable) -> r.BlockLiteral | None:
    """Return the block literal that declares a symbol, None for a function's own."""
    if isinstance(symbol, Variable):
        return symbol.block
    return enclosing_literal(model, symbol.parameter) if symbol.function is None else None


def names_below(
    record: r.Record, *, evaluated: bool = False, in_blocks: bool = True
) -> Iterator[r.Name]:
    """Yield the names in a record in the order written.

    With `evaluated` it skips those in `sizeof`, without `in_blocks` those in block literals.
    """
    left_out = (r.TypeQuery,) * evaluated + (r.BlockLiteral,) * (not in_blocks)
    pending = [record]
    while pending:
        current = pending.pop()
        if isinstance(current, r.Name):
            yield current
        if not isinstance(current, left_out):
            pending.extend(reversed(r.children(current)))


def initializes(model: ItemModel, literal: r.BlockLiteral) -> r.InitDeclarator | None:
    """Return the declarator whose initialiser a block literal is, casts aside."""
    above = model.parents.get(literal)
    while isinstance(above, r.Parenthesized | r.Cast):
        above = model.parents.get(above)
    return above if isinstance(above, r.InitDeclarator) else None


def runs_on_the_spot(model: ItemModel, record: r.Record) -> bool:
    """Tell whether each block literal around a record is called in the function that writes it."""
    literal = enclosing_literal(model, record)
    while literal is not None and _is_called(model, literal):
        literal = enclosing_literal(model, literal)
    return literal is None


def _is_called(model: ItemModel, literal: r.BlockLiteral) -> bool:
    inner, above = model.use_of(literal)
    if isinstance(above, r.Call):
        return above.callee is inner
    declarator = initializes(model, literal)
    variable = None if declarator is None else model.declared.get(declarator)
    home = enclosing_literal(model, literal)
    return variable is not None and any(
        named_symbol(model, site.call.callee) is variable
        and enclosing_literal(model, site.call) is home
        for site in model.calls
    )


def block_part(declarator: r.Declarator) -> r.BlockPart | None:
    """Return the `^` of a declarator, or None."""
    return next((part for part in declarator.parts if isinstance(part, r.BlockPart)), None)


def signature_part(declarator: r.Declarator) -> r.FunctionPart | None:
    """Return the parameter list right after the `^` of a declarator."""
    for part, following in zip(declarator.parts, declarator.parts[1:], strict=False):
        if isinstance(part, r.BlockPart) and isinstance(following, r.FunctionPart):
            return following
    return None


def literal_skeleton(kind: t.BlockType) -> str:
    """Return an empty literal for a block type, to be filled in: `^int (int a) { return 0; }`."""
    function = kind.function
    result = "" if function.result.type is t.VOID else t.spelled(function.result) + " "
    listed = ", ".join(
        t.declaration_text(parameter, chr(ord("a") + index % 26))
        for index, parameter in enumerate(function.parameters)
    )
    body = "{ }" if not result else "{ return 0; }"
    return f"^{result}({listed or 'void'}) {body}"
