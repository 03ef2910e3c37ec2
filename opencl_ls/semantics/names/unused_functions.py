"""Static functions of a program that it does not mention (C11 6.2.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from opencl_ls.semantics.model import summarised
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.types.symbols import Function

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.semantics.model import ItemModel
    from opencl_ls.semantics.names.program import Program

_ON_PURPOSE: Final = frozenset(("unused", "used", "always_inline", "overloadable"))


def unused_functions(program: Program, *, inline: bool) -> Iterator[tuple[int, Function]]:
    """Yield the static functions that nothing mentions, with the numbers of their items.

    They are either the inline ones or the others.  A function's own body does not count.
    """
    candidates = {
        name: (index, model)
        for index, model in program.having(_candidates)
        for name, is_inline in _candidates(model)
        if is_inline is inline
    }
    if candidates:
        needed = program.counts(_kept), program.counts(_used)
        for name, (index, model) in candidates.items():
            symbol = None if any(name in names for names in needed) else model.exports[name]
            if isinstance(symbol, Function):
                yield index, symbol


@summarised
def _candidates(model: ItemModel) -> tuple[tuple[str, bool], ...]:
    """Return the functions of an item that should be used, and whether each is inline."""
    return tuple(
        (name, "inline" in symbol.storage)
        for name, symbol in model.exports.items()
        if isinstance(symbol, Function) and _counts(symbol)
    )


@summarised
def _kept(model: ItemModel) -> frozenset[str]:
    """Return the functions that an item, with or without their body, allows to be unused."""
    return frozenset(
        name
        for name, symbol in model.exports.items()
        if isinstance(symbol, Function) and _is_kept(symbol)
    )


@summarised
def _used(model: ItemModel) -> frozenset[str]:
    """Return the outer names that an item mentions, without those it declares itself."""
    # An item also looks up the names that it declares, and a function may call itself.
    return facts.mentions(model) - model.exports.keys()


def _counts(function: Function) -> bool:
    """Tell whether a function has a body, is internal to this program, and should be used."""
    if function.definition is None or "static" not in function.storage or function.is_kernel:
        return False
    return not _is_kept(function)


def _is_kept(function: Function) -> bool:
    """Tell whether an attribute, of a prototype as well, allows a function to be unused."""
    return any(attribute.name.text.strip("_") in _ON_PURPOSE for attribute in function.attributes)
