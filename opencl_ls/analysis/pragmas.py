"""`#pragma OPENCL EXTENSION` and what it switches for the items after it.

`_Pragma` does the same, whether it is written out or made by a macro.

The specification starts with every extension disabled.  Compilers are laxer: what an extension adds
is mostly there without the pragma.  So an extension that no pragma has asked for yet is not taken
from the target, but noted in it; `PRAGMA_NEEDED` names those whose additions to the language no
compiler gives before.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from msgspec.structs import replace

from opencl_ls.builtins.extensions import (
    STANDS_FOR,
    awaiting_pragma,
    extension,
)

if TYPE_CHECKING:
    from opencl_ls.analysis.items import SourceItem
    from opencl_ls.preprocess import Change, Unit
    from opencl_ls.settings.target import Target


class PragmaState:
    """The target as the pragmas of a unit change it from place to place.

    A place is the number of a piece and the byte of its text, -1 for the whole piece.
    """

    __slots__ = ("_places", "_targets")

    def __init__(self) -> None:
        self._places: list[tuple[int, int]] = []
        self._targets: list[Target] = []

    @classmethod
    def of(cls, unit: Unit, target: Target) -> PragmaState:
        """Return the state that the pragmas of a unit make."""
        made = cls()
        made._read(unit, target)
        return made

    def moved(self, change: Change) -> PragmaState | None:
        """Return the same state for a unit in which nothing but pieces of text changed.

        None where a pragma is at the change: it may be before or after the new text.
        """
        shift = change.added - change.removed
        if len(self._places) == 1:
            return self
        first, last = (change.first, -1), (change.first + change.removed, -1)
        if any(first <= place <= last for place in self._places[1:]):
            return None
        if not shift:
            return self
        made = PragmaState()
        made._targets = self._targets
        made._places = [
            (piece, within) if (piece, within) < first else (piece + shift, within)
            for piece, within in self._places
        ]
        made._places[0] = self._places[0]
        return made

    def same_as(self, other: PragmaState) -> bool:
        """Tell whether two states give every piece the same target."""
        return self._places == other._places and self._targets == other._targets

    def _read(self, unit: Unit, target: Target) -> None:
        state = (target.extensions, awaiting_pragma(target.version))
        self._places = [(0, -1)]
        self._targets = [_with(target, *state)]
        for pragma in unit.pragmas:
            changed = _changed(target, *state, *pragma.directive.extension)
            if changed != state:
                state = changed
                self._places.append((pragma.piece, pragma.within))
                self._targets.append(_with(target, *state))

    def target_of(self, item: SourceItem, first_piece: int) -> Target:
        """Return the target for an item of which the group begins at the piece `first_piece`.

        An item with a pragma inside is read with all that any part of it may use: the part before
        the pragma is then judged too mildly, and no part wrongly.
        """
        if len(self._places) == 1:
            return self._targets[0]
        first, last = item.slices[0], item.slices[-1]
        end = item.as_written(len(item.text)) - last.start + last.piece_start
        start = bisect_right(self._places, (first_piece + first.piece, first.piece_start)) - 1
        stop = bisect_left(self._places, (first_piece + last.piece, end))
        target = self._targets[start]
        for other in self._targets[start + 1 : stop]:
            extensions = target.extensions | other.extensions
            target = _with(target, extensions, target.unasked & other.unasked)
        return target


def _changed(
    target: Target,
    extensions: frozenset[str],
    unasked: frozenset[str],
    name: str,
    behaviour: str,
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the extensions, and those not asked for yet, after one pragma."""
    if behaviour == "enable":
        unasked -= {name, STANDS_FOR.get(name, name)}
        if not _can_be_enabled(target, name):
            return extensions, unasked
        return extensions | {name}, unasked
    if behaviour != "disable":
        return extensions, unasked
    # It is then as it was before any pragma, and compilers are as lax as there.
    names = extensions if name == "all" else frozenset((name,))
    return extensions, unasked | (names & awaiting_pragma(target.version))


def _can_be_enabled(target: Target, name: str) -> bool:
    """Tell whether a pragma brings an extension: one that is there, or one of a vendor.

    The settings mostly do not say the vendor of a device.  A program that asks for an extension of
    one vendor is compiled for its devices; likewise for what clang adds by itself.
    """
    if name in target.extensions:
        return True
    known = extension(name)
    return known is not None and known.vendor not in ("khr", "ext")


_known_targets: dict[tuple[Target, frozenset[str], frozenset[str]], Target] = {}


def _with(target: Target, extensions: frozenset[str], unasked: frozenset[str]) -> Target:
    """Return the one target object in another state, so that memos find it again."""
    key = (target, extensions, unasked)
    known = _known_targets.get(key)
    if known is None:
        known = replace(target, extensions=extensions, unasked=unasked & extensions)
        _known_targets[key] = known
    return known
