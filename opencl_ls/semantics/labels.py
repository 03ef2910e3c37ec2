"""The labels of an item and the jumps to them, by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar, cast

from opencl_ls.syntax import records as r

if TYPE_CHECKING:
    from opencl_ls.semantics.model import ItemModel

_BY_NAME: Final = "labels: by name"
_Named = TypeVar("_Named", r.Label, r.Goto)


def labels_named(model: ItemModel, name: str) -> list[r.Label]:
    """Return the labels of a name in an item."""
    return _by_name(model, r.Label).get(name, [])


def jumps_to(model: ItemModel, name: str) -> list[r.Goto]:
    """Return the `goto` statements of an item that lead to a label of a name."""
    return _by_name(model, r.Goto).get(name, [])


def _by_name(model: ItemModel, kind: type[_Named]) -> dict[str, list[_Named]]:
    """Return labels or jumps by their names; each jump and each label of an item asks for them."""
    key = f"{_BY_NAME} {kind.__name__}"
    known = model.derived.get(key)
    if known is None:
        found: dict[str, list[_Named]] = {}
        for each in model.of_kind(kind):
            found.setdefault(each.name.text, []).append(each)
        known = model.derived[key] = found
    return cast("dict[str, list[_Named]]", known)
