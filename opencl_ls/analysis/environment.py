"""The names of a program while its items are taken in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.builtins.types import builtin_type, type_names
from opencl_ls.semantics.symbols import Function, Symbol, Tag, Typedef

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel


class UnitEnvironment:
    """What the items so far have declared at program scope."""

    __slots__ = ("names", "tags")

    def __init__(self) -> None:
        self.names: dict[str, Symbol] = {}
        self.tags: dict[str, Tag] = {}

    def symbol(self, name: str) -> Symbol | None:
        """Return what an ordinary name stands for, or None."""
        return self.names.get(name)

    def tag(self, name: str) -> Tag | None:
        """Return the struct, union or enumeration with this tag, or None."""
        return self.tags.get(name)

    def is_type(self, name: str) -> bool:
        """Tell whether a name is a type: a typedef of the program, or built in and not hidden."""
        symbol = self.names.get(name)
        if symbol is not None:
            return isinstance(symbol, Typedef)
        return is_builtin_type(name)

    def take(self, model: ItemModel) -> None:
        """Add what an item declares; a prototype does not hide the definition before it."""
        for name, symbol in model.exports.items():
            known = self.names.get(name)
            if (
                isinstance(known, Function)
                and isinstance(symbol, Function)
                and symbol.definition is None
                and known.definition is not None
            ):
                continue
            self.names[name] = symbol
        for name, tag in model.exported_tags.items():
            self.tags[name] = tag

    def agrees(self, model: ItemModel) -> bool:
        """Tell whether a model made elsewhere would come out the same here."""
        names, tags = self.names, self.tags
        for name, answer in model.item.type_names.items():
            if self.is_type(name) is not answer:
                return False
        for name, fingerprint in model.uses.items():
            symbol = names.get(name)
            if (None if symbol is None else symbol.fingerprint) != fingerprint:
                return False
        for name, fingerprint in model.tag_uses.items():
            tag = tags.get(name)
            if (None if tag is None else tag.fingerprint) != fingerprint:
                return False
        return True


def is_builtin_type(name: str) -> bool:
    """Tell whether a name is a built-in type, reserved names left out."""
    if name not in type_names():
        return False
    known = builtin_type(name)
    return known is not None and known.kind != "reserved"
