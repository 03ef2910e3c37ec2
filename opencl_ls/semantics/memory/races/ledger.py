"""What the work-items of a group have read and written since the last barrier, and the races."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.semantics import types as t
from opencl_ls.semantics.memory import fences
from opencl_ls.semantics.types.symbols import Variable

if TYPE_CHECKING:
    from opencl_ls.semantics.memory.races.accesses import Access, Clashes, Condition, Owned
    from opencl_ls.semantics.memory.races.places import Uses
    from opencl_ls.semantics.types.symbols import Symbol
    from opencl_ls.syntax import records as r

_FLAGS: Final = {t.LOCAL: fences.LOCAL, t.GLOBAL: fences.GLOBAL}
_MOST_ACCESSES: Final = 24
_MOST_OPEN: Final = 1000


class Race(Struct, frozen=True, eq=False):
    """Something wrong with the object `symbol` in memory that work-items share.

    `kind` is "race" (`write` and `read` with nothing between them), "writes" (two of them, `read`
    is the second), "shared" (several work-items write values of their own to one element),
    "update" (several change one element), "fence" (only `barrier` is between, whose flags leave
    this memory out), "copy" (`read` is an async copy of what was written), "early" (`write` is a
    copy, `read` uses what it moves before anything waited) or "unwritten" (`read` of a variable
    comes before any write).
    """

    kind: str
    symbol: Symbol
    space: str
    write: r.Expression
    read: r.Expression
    barrier: fences.Barrier | None = None


class Copy(Struct, frozen=True, eq=False):
    """An async copy from, or to, these elements of an object in local memory, on this path."""

    call: r.Call
    elements: range
    is_target: bool
    path: tuple[Condition, ...]


class Ledger:
    """The accesses of one kernel in the order in which they are carried out.

    `uses` tells how the kernel uses each object, `clashes` compares accesses to a kind of memory.
    """

    def __init__(self, uses: dict[Symbol, Uses], clashes: dict[str, Clashes]) -> None:
        self._uses = uses
        self._clashes = clashes
        self._races: list[Race] = []
        self._interval: dict[Symbol, list[Access]] = {}
        self._told: set[Symbol] = set()
        self._open: list[tuple[Access, Access]] = []
        self._writes: dict[Symbol, list[Access]] = {}
        self._written: set[Symbol] = set()
        self._copies: dict[Symbol, list[Copy]] = {}
        self._fenced: dict[Symbol, list[Access]] = {}
        self._owned: dict[Symbol, Owned | None] = {}

    def races(self) -> list[Race]:
        """Return what was found, once all accesses are known."""
        told = {race.symbol for race in self._races if race.kind != "unwritten"}
        for earlier, later in self._open:
            symbol = earlier.place.symbol
            if symbol not in told and self._reads_of_others(earlier, later):
                told.add(symbol)
                self._judge(earlier, later)
        found = {(race.kind, race.write, race.read): race for race in self._races}
        return sorted(found.values(), key=lambda race: (race.write.start, race.read.start))

    # --- what ends an interval -------------------------------------------------------------------

    def forget(self) -> None:
        """Take something that may hold the work-items together."""
        self._interval.clear()
        self._fenced.clear()
        self._told.clear()

    def order(self) -> None:
        """Take a fence, behind which others may have waited for what came before.

        It makes none of them wait, so that a copy may still begin before they have written.
        """
        for symbol, accesses in self._interval.items():
            kept = [each for each in accesses if each.is_write and each.fence is None]
            self._fenced.setdefault(symbol, []).extend(kept)
        self._interval.clear()
        self._told.clear()

    def meet(self, barrier: fences.Barrier, flags: int | None) -> None:
        """Take a barrier, which ends what came before for the memory that it orders."""
        if not flags:
            self.forget()
            return
        if flags & fences.LOCAL:
            self._fenced.clear()
        for symbol, accesses in list(self._interval.items()):
            self._told.discard(symbol)
            kept = [each for each in accesses if each.is_write]
            if not kept or flags & _FLAGS[kept[0].place.space]:
                del self._interval[symbol]
                continue
            for each in kept:
                each.fence = each.fence or barrier
            self._interval[symbol] = kept

    # --- accesses --------------------------------------------------------------------------------

    def note_use(self, symbol: Symbol) -> None:
        """Take a use of an object that is not followed, and may be a write."""
        self._written.add(symbol)

    def touch(self, access: Access) -> None:
        """Take an access, and compare it with those before it."""
        symbol = access.place.symbol
        self._note_early(access)
        if access.is_write:
            self._written.add(symbol)
            self._writes.setdefault(symbol, []).append(access)
            self._note_shared(access)
        elif symbol not in self._written:
            self._note_unwritten(access)
        others = self._interval.setdefault(symbol, [])
        if any(access.is_like(other) for other in others):
            return
        for earlier in others:
            if symbol not in self._told and (earlier.is_write or access.is_write):
                self._compare(earlier, access)
        if len(others) < _MOST_ACCESSES:
            others.append(access)

    def initialise(self, access: Access) -> None:
        """Take the initialisation of an atomic object."""
        self._interval.setdefault(access.place.symbol, []).append(access)

    def operate(self, access: Access) -> None:
        """Take an atomic operation, which needs what plain writes left there before."""
        symbol = access.place.symbol
        others = self._interval.setdefault(symbol, [])
        for earlier in others:
            if symbol not in self._told and earlier.is_write and not earlier.atomic:
                if self._clashes[t.LOCAL].clash_with_atomic(earlier, access):
                    self._judge(earlier, access)
        if access.is_write and len(others) < _MOST_ACCESSES:
            others.append(access)

    def _compare(self, earlier: Access, later: Access) -> None:
        if earlier.fence is not None and later.is_write:
            return
        if earlier.atomic:
            if not later.is_write and self._clashes[t.LOCAL].clash_with_atomic(later, earlier):
                self._judge(earlier, later)
            return
        if self._clashes[earlier.place.space].clash(earlier, later):
            self._judge(earlier, later)
        elif earlier.is_write != later.is_write and earlier.place.space == t.LOCAL:
            if len(self._open) < _MOST_OPEN:
                self._open.append((earlier, later))

    def _judge(self, earlier: Access, later: Access) -> None:
        """Note that two accesses clash."""
        symbol, space = earlier.place.symbol, earlier.place.space
        self._told.add(symbol)
        first, second = earlier.record, later.record
        if later.atomic and not later.is_write and earlier.fence is None:
            self._races.append(Race("uninitialized", symbol, space, first, second))
        elif earlier.is_write and later.is_write and not later.atomic:
            self._races.append(Race("writes", symbol, space, first, second))
        elif later.is_write and not later.atomic:
            self._races.append(Race("race", symbol, space, second, first))
        else:
            kind = "race" if earlier.fence is None else "fence"
            self._races.append(Race(kind, symbol, space, first, second, earlier.fence))

    def _reads_of_others(self, earlier: Access, later: Access) -> bool:
        """Tell whether one access reads what others own, where each element has one writer."""
        owned = self._owned_elements(earlier.place.symbol)
        write, read = (earlier, later) if earlier.is_write else (later, earlier)
        return owned is not None and self._clashes[t.LOCAL].reads_of_others(read, write, owned)

    def _owned_elements(self, symbol: Symbol) -> Owned | None:
        """Return what each work-item may write of an object, None where not all writes are known.

        It is asked once all accesses are known.
        """
        if symbol not in self._owned:
            uses, writes = self._uses[symbol], self._writes[symbol]
            is_known = not uses.escapes and len(uses.writes) == len(
                {each.record for each in writes}
            )
            self._owned[symbol] = self._clashes[t.LOCAL].owned(writes) if is_known else None
        return self._owned[symbol]

    def _note_shared(self, write: Access) -> None:
        symbol, space = write.place.symbol, write.place.space
        if space != t.LOCAL or symbol in self._told:
            return
        if self._clashes[space].is_shared_write(write):
            self._told.add(symbol)
            kind = "update" if write.changes else "shared"
            self._races.append(Race(kind, symbol, space, write.record, write.record))

    def _note_unwritten(self, read: Access) -> None:
        symbol, space = read.place.symbol, read.place.space
        uses = self._uses[symbol]
        if space != t.LOCAL or uses.escapes or not isinstance(symbol, Variable):
            return
        if not uses.writes or self._clashes[space].comes_about(read):
            self._written.add(symbol)
            self._races.append(Race("unwritten", symbol, space, read.record, read.record))

    # --- async copies ----------------------------------------------------------------------------

    def copy(self, copy: Copy, symbol: Symbol) -> None:
        """Take an async copy from, or to, an object in local memory.

        It reads its source now, and moves the data until something waits for it.
        """
        for write in (*self._interval.get(symbol, ()), *self._fenced.get(symbol, ())):
            is_source = write.is_write and write.fence is None and not copy.is_target
            if not is_source or copy.elements.start != 0:
                continue
            if self._clashes[t.LOCAL].touches_first(write):
                self._races.append(Race("copy", symbol, t.LOCAL, write.record, copy.call))
                break
        self._copies.setdefault(symbol, []).append(copy)

    def wait(self) -> None:
        """Take a wait for the copies that are under way."""
        self._copies.clear()

    def _note_early(self, access: Access) -> None:
        symbol, space = access.place.symbol, access.place.space
        for copy in self._copies.get(symbol, ()):
            if not copy.is_target and not access.is_write:
                continue
            if access.path[: len(copy.path)] != copy.path:
                # A run need not have come to the copy.
                continue
            if self._clashes[space].may_touch(access, copy.elements):
                del self._copies[symbol]
                self._races.append(Race("early", symbol, space, copy.call, access.record))
                break
