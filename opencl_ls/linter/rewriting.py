"""Edits for larger fixes: renaming, moving declarations, `?:` as `if` and `else`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.linter.context import ItemEdit
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import builtin_name
from opencl_ls.semantics.lookup.operands import is_simple
from opencl_ls.semantics.lookup.uses import address_taken, changing, uses
from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.linter.context import RuleContext
    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.types.symbols import Symbol

_OPPOSITES: Final = {">=": "<", "<": ">=", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}


def free_name(model: ItemModel, wanted: str) -> str:
    """Return a name that does not occur in the item yet, made from `wanted`."""
    while re.search(rf"\b{re.escape(wanted)}\b", model.item.text):
        wanted += "_"
    return wanted


def renamed(model: ItemModel, symbol: Symbol, within: r.Record, name: str) -> Iterator[ItemEdit]:
    """Yield the edits that rename the uses of a symbol within a record."""
    for use in uses(model, symbol):
        if within.start <= use.start < within.end:
            yield ItemEdit(use.start, use.end, name)


def first_in(model: ItemModel, body: r.Compound, text: str) -> ItemEdit:
    """Return the edit that inserts a statement at the beginning of a body, laid out as the next."""
    gap = line_break(model, body.statements[0]) if body.statements else " "
    return ItemEdit(body.start + 1, body.start + 1, f"{gap}{text}")


def without(model: ItemModel, statement: r.Record) -> ItemEdit:
    """Return the edit that removes a statement with the blanks in front of it."""
    start = len(model.item.text[: statement.start].rstrip())
    return ItemEdit(start, statement.end, "")


def line_break(model: ItemModel, statement: r.Record) -> str:
    """Return the separator before a new statement: a line indented as another one, or a blank."""
    text = model.item.text
    start = text.rfind("\n", 0, statement.start) + 1
    before = text[start : statement.start]
    return f"\n{before}" if start and not before.strip() else " "


def opposite(model: ItemModel, condition: r.Expression) -> str:
    """Return the negation of a condition, "" if a second evaluation may have another value."""
    text = model.item.text[condition.start : condition.end]
    pending: list[r.Record] = [condition]
    while pending:
        part = pending.pop()
        if isinstance(part, r.Name):
            symbol = model.references.get(part)
            changes = [] if symbol is None else uses(model, symbol)
            later = (name for name in changes if name.start > condition.start)
            if any(changing(model, name) or address_taken(model, name) for name in later):
                return ""
        elif isinstance(part, r.Call):
            if not builtin_name(model, part).startswith(("get_global_", "get_local_", "get_group")):
                return ""
        elif not isinstance(part, r.Binary | r.Cast | r.Parenthesized | r.IntegerLiteral):
            return ""
        pending.extend(each for each in r.children(part) if isinstance(each, r.Expression))
    inner = unwrapped(condition)
    turned = _OPPOSITES.get(inner.operator.text) if isinstance(inner, r.Binary) else None
    if turned is None or not isinstance(inner, r.Binary) or not _are_integers(model, inner):
        return f"!{text}" if is_simple(condition) else f"!({text})"
    left, right = (model.item.text[each.start : each.end] for each in (inner.left, inner.right))
    return f"{left} {turned} {right}"


def _are_integers(model: ItemModel, comparison: r.Binary) -> bool:
    """Tell whether both sides are integers: with NaN, not less is not greater or equal."""
    sides = (comparison.left, comparison.right)
    kinds = (model.types.get(each, t.UNKNOWN_QUALIFIED).type for each in sides)
    return all(isinstance(kind, t.ScalarType) and not kind.floating for kind in kinds)


def as_branches(
    context: RuleContext,
    choice: r.Conditional,
    whole: r.Expression,
    values: tuple[str, str],
) -> tuple[ItemEdit, ...]:
    """Return the edits that replace `?:` in a statement by `if` and `else`.

    `whole` is the expression that contains the `?:`, and `values` are its replacements in the two
    branches. There are no edits if the statement has other effects.
    """
    above: r.Record | None = context.parent(whole)
    outer: r.Expression = whole
    while isinstance(above, r.Parenthesized):
        outer, above = above, context.parent(above)
    condition = context.text(unwrapped(choice.condition))
    if isinstance(above, r.Assignment) and above.right is outer:
        left = context.text(above.left)
        lead = f"{left} {above.operator.text} "
        statement = context.parent(above)
    elif isinstance(above, r.InitDeclarator):
        return _declared(context, above, condition, values)
    else:
        lead = "return " if isinstance(above, r.Return) else ""
        statement = above
    if not isinstance(statement, r.ExpressionStatement | r.Return):
        return ()
    text = _branches(condition, lead, values)
    if not isinstance(context.parent(statement), r.Compound):
        text = f"{{ {text} }}"
    return (ItemEdit(statement.start, statement.end, text),)


def _declared(
    context: RuleContext, entry: r.InitDeclarator, condition: str, values: tuple[str, str]
) -> tuple[ItemEdit, ...]:
    """Split a declaration into one without a value and the branches that assign it."""
    declaration = context.parent(entry)
    name = entry.declarator.name
    if not isinstance(declaration, r.Declaration) or len(declaration.declarators) != 1:
        return ()
    symbol = context.declared(entry)
    in_body = isinstance(context.parent(declaration), r.Compound)
    if name is None or symbol is None or symbol.type.const or not in_body:
        return ()
    text = f"; {_branches(condition, f'{name.text} = ', values)}"
    return (ItemEdit(entry.declarator.end, declaration.end, text),)


def _branches(condition: str, lead: str, values: tuple[str, str]) -> str:
    return f"if ({condition}) {lead}{values[0]}; else {lead}{values[1]};"
