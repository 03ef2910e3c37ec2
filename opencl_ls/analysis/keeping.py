"""Keeping the items of a checked unit on disk, for other files and other runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opencl_ls.analysis.kept_items import KeptModel, agreement

if TYPE_CHECKING:
    from opencl_ls.analysis.item_cache import ItemCache
    from opencl_ls.analysis.unit import AnalysedUnit

_Agreeing = tuple[dict[str, int], dict[str, int]]
"""Fingerprints of the declarations of names, and of those of tags."""


def keep(unit: AnalysedUnit, cache: ItemCache) -> None:
    """Keep the items of a unit that were analysed now; nothing for a unit without findings."""
    if unit.findings is None or unit.is_provisional:
        return
    agreeing = _agreeing(unit)
    first_pieces = unit.groups.first_pieces()
    for number, (slot, first_piece) in enumerate(zip(unit.slots, first_pieces, strict=True)):
        if type(slot.analysed.model) is not KeptModel:
            file = unit.unit.pieces[first_piece + slot.source.slices[0].piece].file
            cache.store(file, slot.analysed, agreeing.get(number, ({}, {})))


def _agreeing(unit: AnalysedUnit) -> dict[int, _Agreeing]:
    """Return the names of which the declarations do not clash, by the last item of each."""
    assert unit.findings is not None
    models, names = unit.models, unit.declarations
    blamed = unit.findings.results.by_item(range(len(models)))
    found: dict[int, _Agreeing] = {}
    for is_tag, known in ((False, names.names), (True, names.tags)):
        for name, row in known.items():
            last = row[-1]
            if (
                len(row) > 1
                and type(models[last]) is not KeptModel
                and blamed.keys().isdisjoint(row)
            ):
                declared = [models[number] for number in row]
                of_item = found.setdefault(last, ({}, {}))[is_tag]
                of_item[name] = agreement(name, declared, is_tag=is_tag)
    return found
