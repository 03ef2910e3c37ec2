"""Statements that are known from the state of an item before an edit.

A keystroke in a function of two hundred lines changes one of its statements.  The others are read
from the tree and lowered again only if something that their meaning depends on has changed: the
kind of text that they are, its place, or what the names in it that they do not declare themselves
mean.  The result is the same as without the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.text import differences

if TYPE_CHECKING:
    from tree_sitter import Tree

    from opencl_ls.syntax import records as r

LARGE: Final = 1000
"""From this length in bytes on it pays to know the statements of an item."""

_KEPT: Final = 300_000
"""The size of the cache in bytes of item text; a byte costs about twenty."""

_HEAD: Final = 1000


class KnownStatement(Struct, eq=False, gc=False):
    """A statement as it was lowered.

    `asked` are the questions about names that were answered from outside of it: the name, whether
    it was asked as a variable's (or as a type's), and the answer.  `declared` are the names that it
    declares in the scope around it, in their order, and whether they are types.
    """

    record: r.Statement
    asked: tuple[tuple[str, bool, bool], ...]
    declared: tuple[tuple[str, bool], ...]


StatementKey = tuple[int, int, str]
"""Start and end of a statement in its item, in bytes, end exclusive, and the kind of its node."""


class KnownItem(Struct, eq=False):
    """The text of an item with its tree, which has no errors, and its statements."""

    text: str
    tree: Tree
    statements: dict[StatementKey, KnownStatement]


class KnownStatements:
    """The statements of an item that have the same place in its new text, and may be reused."""

    __slots__ = ("_changed", "_statements", "item")

    def __init__(self, item: KnownItem, text: str) -> None:
        self.item = item
        self._statements = item.statements
        # After an edit that changes the length of the text everything has moved.
        self._changed = [
            (start, old_end if old_end == new_end else len(text) + 1)
            for start, old_end, new_end in differences(item.text, text)
        ]

    def at(self, start: int, end: int, kind: str) -> KnownStatement | None:
        """Return what is known of the statement between two bytes of the new text, if anything."""
        return self._statements.get((start, end, kind)) if self._stands(start, end) else None

    def untouched(self) -> dict[StatementKey, KnownStatement]:
        """Return the statements whose text has not changed and not moved."""
        return {
            key: known for key, known in self._statements.items() if self._stands(key[0], key[1])
        }

    def _stands(self, start: int, end: int) -> bool:
        # A byte more on either side: a token depends on the characters next to it.
        return all(end < first or start > last for first, last in self._changed)


class StatementMemory:
    """The statements of the large items that were lowered last, without errors."""

    def __init__(self) -> None:
        # The oldest first.
        self._items: dict[str, KnownItem] = {}
        self._weight = 0
        # What comes next is compared with the item of its head that was there last.
        self._latest: dict[str, KnownItem] = {}

    def of(self, text: str) -> KnownStatements | None:
        """Return what is known of the statements in a text of an item, None if nothing is."""
        item = self._latest.get(head_of(text)) if len(text) >= LARGE else None
        return None if item is None else KnownStatements(item, text)

    def keep(self, item: KnownItem) -> None:
        """Keep the statements of an item for its next text."""
        if self._items.pop(item.text, None) is None:
            self._weight += len(item.text)
        self._items[item.text] = item
        self._latest[head_of(item.text)] = item
        while self._weight > _KEPT and len(self._items) > 1:
            oldest = self._items.pop(next(iter(self._items)))
            self._weight -= len(oldest.text)
            head = head_of(oldest.text)
            if self._latest.get(head) is oldest:
                del self._latest[head]

    def returned(self, text: str) -> None:
        """Note that an item has a text again that it had before: the next one will be like it."""
        item = self._items.get(text)
        if item is not None:
            self.keep(item)


def head_of(text: str) -> str:
    """Return the text before the body of a function: the key of its earlier text."""
    return text[: max(0, text.find("{", 0, _HEAD))]
