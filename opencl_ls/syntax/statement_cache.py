"""A cache of lowered statements, which an edit of their item reuses.

A keystroke in a function of two hundred lines changes one of its statements.  The others are parsed
and lowered again only if one of their dependences has changed: their text, the kind of their node,
their place, or the meaning of a name that they use and do not declare.  The result is the same as
without the cache.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.text import differences

if TYPE_CHECKING:
    from tree_sitter import Tree

    from opencl_ls.syntax import records as r

LARGE: Final = 1000
"""The length in bytes from which on caching the statements of an item pays."""

_MAX_WEIGHT: Final = 300_000
"""The size of the cache in bytes of item text; a byte costs about twenty."""

_MAX_HEAD: Final = 1000
"""The length in bytes in which the head of a function is searched."""


class LoweredStatement(Struct, eq=False, gc=False):
    """A statement with its record and the lookups on which the record depends.

    `asked` are the lookups in outer scopes: the name, whether it was looked up as a variable (or as
    a type), and the answer.  `declared` are the names that it declares in the scope around it, in
    their order, and whether they are types.
    """

    record: r.Statement
    asked: tuple[tuple[str, bool, bool], ...]
    declared: tuple[tuple[str, bool], ...]


StatementKey = tuple[int, int, str]
"""Start and end of a statement in its item, in bytes, end exclusive, and the kind of its node."""


class LoweredItem(Struct, eq=False):
    """The text of an item with its tree, which has no errors, and its statements."""

    text: str
    tree: Tree
    statements: dict[StatementKey, LoweredStatement]


class ReusableStatements:
    """The statements of an item that have the same place in its new text, and may be reused."""

    __slots__ = ("_changed", "_statements", "item")

    def __init__(self, item: LoweredItem, text: str) -> None:
        self.item = item
        self._statements = item.statements
        # After an edit that changes the length of the text everything has moved.
        self._changed = [
            (start, old_end if old_end == new_end else len(text) + 1)
            for start, old_end, new_end in differences(item.text, text)
        ]

    def at(self, start: int, end: int, kind: str) -> LoweredStatement | None:
        """Return the statement between two bytes of the new text, None if it cannot be reused."""
        return self._statements.get((start, end, kind)) if self._is_unchanged(start, end) else None

    def untouched(self) -> dict[StatementKey, LoweredStatement]:
        """Return the statements whose text has not changed and not moved."""
        return {
            key: statement
            for key, statement in self._statements.items()
            if self._is_unchanged(key[0], key[1])
        }

    def _is_unchanged(self, start: int, end: int) -> bool:
        # A byte more on either side: a token depends on the characters next to it.
        return all(end < first or start > last for first, last in self._changed)


class StatementCache:
    """The statements of the large items that were lowered last, without errors."""

    def __init__(self) -> None:
        # The oldest first.
        self._items: dict[str, LoweredItem] = {}
        self._weight = 0
        # By head; the next text of an item is compared with the last item of the same head.
        self._latest: dict[str, LoweredItem] = {}

    def of(self, text: str) -> ReusableStatements | None:
        """Return the statements that the text of an item may reuse, None if there are none."""
        item = self._latest.get(head_of(text)) if len(text) >= LARGE else None
        return None if item is None else ReusableStatements(item, text)

    def store(self, item: LoweredItem) -> None:
        """Store the statements of an item for its next text."""
        if self._items.pop(item.text, None) is None:
            self._weight += len(item.text)
        self._items[item.text] = item
        self._latest[head_of(item.text)] = item
        while self._weight > _MAX_WEIGHT and len(self._items) > 1:
            oldest = self._items.pop(next(iter(self._items)))
            self._weight -= len(oldest.text)
            head = head_of(oldest.text)
            if self._latest.get(head) is oldest:
                del self._latest[head]

    def returned(self, text: str) -> None:
        """Mark an earlier text of an item, which has returned, as its latest."""
        item = self._items.get(text)
        if item is not None:
            self.store(item)


def head_of(text: str) -> str:
    """Return the text before the body of a function: the key of its earlier text."""
    return text[: max(0, text.find("{", 0, _MAX_HEAD))]
