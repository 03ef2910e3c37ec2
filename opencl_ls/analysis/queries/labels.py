"""Labels: each function has its own, and a `goto` may appear before its label (C11 6.2.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel


class LabelUse(NamedTuple):
    """The name of a label in an item; `role` is "definition", "read" or "address-of"."""

    word: r.Record
    name: str
    role: str
    function: r.Record | None


def label_uses(model: ItemModel) -> Iterator[LabelUse]:
    """Yield the uses of labels in an item."""
    for label in model.of_kind(r.Label):
        yield LabelUse(label.name, label.name.text, "definition", _function(model, label))
    for jump in model.of_kind(r.Goto):
        yield LabelUse(jump.name, jump.name.text, "read", _function(model, jump))
    for unary in model.of_kind(r.Unary):
        operand = unary.operand
        if unary.operator == "&&" and isinstance(operand, r.Name):
            yield LabelUse(operand, operand.name, "address-of", _function(model, unary))


def _function(model: ItemModel, record: r.Record) -> r.Record | None:
    """Return the function or the block that has the label."""
    above = model.parents.get(record)
    while above is not None and not isinstance(above, r.FunctionDefinition | r.BlockLiteral):
        above = model.parents.get(above)
    return above


def function_name(function: r.Record | None) -> str:
    """Return the name of the function that has a label, "" for a block."""
    if isinstance(function, r.FunctionDefinition) and function.declarator.name is not None:
        return function.declarator.name.text
    return ""
