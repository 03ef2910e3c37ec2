"""The entries of kept items, in packs: one for each file in which items begin.

A pack is read at once, since the next program that includes a header has most of its items.  Of the
entries in a pack, those that were used last stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import msgpack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencl_ls.preprocess import Store

_PACK_SIZE: Final = 8_000_000
"""The largest size of a pack, in bytes of its entries."""
_HELD: Final = 64_000_000
"""The size of all packs in memory at which they are dropped, in bytes."""
_VARIANTS: Final = 4
"""How many entries are kept for one text: the names in it may mean different things."""


_Pack = dict[bytes, tuple[bytes, ...]]
"""Entries by their keys, those that were used last at the end."""


class ItemPacks:
    """The packs that were read from a store, with the entries that were added since."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._packs: dict[str, _Pack] = {}
        self._changed: set[str] = set()
        self._held = 0

    def entries(self, file: str, key: bytes) -> Sequence[bytes]:
        """Return the entries for a key in the pack of a file, the newest first."""
        pack = self._packs.get(file)
        if pack is None:
            pack = self._packs[file] = self._read(file)
        found = pack.pop(key, None)
        if found is None:
            return ()
        # The entries that were used last are at the end.
        pack[key] = found
        return found

    def add(self, file: str, key: bytes, entry: bytes) -> None:
        """Add an entry to the pack of a file."""
        found = self.entries(file, key)
        self._packs[file][key] = (entry, *found)[:_VARIANTS]
        self._held += len(entry)
        self._changed.add(file)

    def flush(self) -> None:
        """Give the packs that changed to the store."""
        for file in self._changed:
            pack = self._packs[file]
            size = sum(map(_size, pack.values()))
            while size > _PACK_SIZE:
                size -= _size(pack.pop(next(iter(pack))))
            self._store.put(_key(file), msgpack.encode(pack))
        self._changed.clear()
        if self._held > _HELD:
            self._packs.clear()
            self._held = 0

    def _read(self, file: str) -> _Pack:
        data = self._store.get(_key(file))
        if data is None:
            return {}
        self._held += len(data)
        return msgpack.decode(data, type=_Pack)


def _key(file: str) -> bytes:
    return b"items " + file.encode("utf-8", "surrogatepass")


def _size(entries: tuple[bytes, ...]) -> int:
    return sum(map(len, entries))
