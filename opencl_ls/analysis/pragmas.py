"""`#pragma OPENCL EXTENSION` and its effect on the items after it.

`_Pragma` does the same, whether it is written out or made by a macro.

The specification starts with every extension disabled.  Compilers are laxer: most additions of an
extension are available without the pragma.  So an extension that no pragma has enabled yet stays in
the target, with a note; `PRAGMA_NEEDED` names those whose additions no compiler has before.
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

    def __init__(self, target: Target) -> None:
        self._places = [(0, -1)]
        self._targets = [target]

    @classmethod
    def of(cls, unit: Unit, target: Target) -> PragmaState:
        """Return the state that the pragmas of a unit make."""
        state = (target.extensions, awaiting_pragma(target.version))
        made = cls(_with(target, *state))
        for pragma in unit.pragmas:
            changed = _changed(target, *state, *pragma.directive.extension)
            if changed != state:
                state = changed
                made._places.append((pragma.piece, pragma.within))
                made._targets.append(_with(target, *state))
        return made

    def after(self, change: Change, unit: Unit, target: Target) -> PragmaState:
        """Return the state of a later unit, itself if the change moves no pragma."""
        is_moved = len(self._places) > 1 and change.added != change.removed
        return PragmaState.of(unit, target) if change.directives or is_moved else self

    def agrees(self, before: PragmaState, change: Change) -> bool:
        """Tell whether the pieces outside of a change have the targets that they had before it."""
        return self is before or (
            self._targets == before._targets
            and self._numbers(change.first, change.added)
            == before._numbers(change.first, change.removed)
        )

    def _numbers(self, first: int, count: int) -> tuple[int, int]:
        """Return how many changes of the target are before some pieces, and how many up to them."""
        begin, end = (first, -1), (first + count, -1)
        return bisect_left(self._places, begin), bisect_right(self._places, end)

    def target_of(self, item: SourceItem, first_piece: int) -> Target:
        """Return the target for an item of which the group begins at the piece `first_piece`.

        An item with a pragma inside is analysed with all extensions of its parts: the part before
        the pragma is then checked less strictly, and no part wrongly.
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
    """Return the extensions, and those not enabled yet, after one pragma."""
    if behaviour == "enable":
        unasked -= {name, STANDS_FOR.get(name, name)}
        if not _can_be_enabled(target, name):
            return extensions, unasked
        return extensions | {name}, unasked
    if behaviour != "disable":
        return extensions, unasked
    # The state is then that before any pragma, and compilers are equally lax.
    names = extensions if name == "all" else frozenset((name,))
    return extensions, unasked | (names & awaiting_pragma(target.version))


def _can_be_enabled(target: Target, name: str) -> bool:
    """Tell whether a pragma enables an extension: one of the target, or one of a vendor.

    The settings mostly do not say the vendor of a device.  A program that enables an extension of a
    vendor is compiled for its devices; likewise for clang's own extensions.
    """
    if name in target.extensions:
        return True
    known = extension(name)
    return known is not None and known.vendor not in ("khr", "ext")


_known_targets: dict[tuple[Target, frozenset[str], frozenset[str]], Target] = {}


def _with(target: Target, extensions: frozenset[str], unasked: frozenset[str]) -> Target:
    """Return the interned target object for another state, so that caches find it."""
    key = (target, extensions, unasked)
    known = _known_targets.get(key)
    if known is None:
        known = replace(target, extensions=extensions, unasked=unasked & extensions)
        _known_targets[key] = known
    return known
