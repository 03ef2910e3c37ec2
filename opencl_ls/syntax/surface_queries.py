"""What editors' features ask of the surface tree, as plain results without tree nodes.

Everything is found item by item, an item being a stretch of the file's top level: a function, a
declaration, a directive, a comment.  Results are relative to the item and remembered by its text,
so that a keystroke costs one item and not the file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Generic, TypeVar

from opencl_ls.syntax.surface_items import KnownItems
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

    from opencl_ls.syntax.surface import SurfaceText

T = TypeVar("T")

# Of the words of a directive the tree knows nothing.
_QUOTED = re.compile(rf"/{COMMENT_BODY}|//.*|\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?", re.DOTALL)
_MESSAGE = re.compile(r"[ \t]*#[ \t]*(?:error|warning)\b")
DEPTH_LIMIT = 400
"""Deeper than this no tree is followed."""


class Memory(Generic[T]):
    """What was found for the items of one file, to be found again after an edit.

    `items` may be shared with other memories of the same file.
    """

    def __init__(self, items: KnownItems | None = None) -> None:
        self._items = items or KnownItems()
        self._known: dict[tuple[str, str, str], T] = {}
        self._names: frozenset[str] = frozenset()

    def of(
        self,
        surface: SurfaceText,
        make: Callable[[Node, str, SurfaceText], T],
        between: Callable[[SurfaceText, int, int], T] | None = None,
    ) -> list[tuple[int, T]]:
        """Return the start of each item and what `make` finds in it; only new items are read.

        `between` reads what lies between two items and is not blank: macros that were blanked.
        Where `make` raises, what was read until then is known the next time.
        """
        if surface.names != self._names:
            # With other macros blanked, the same text can have another tree.
            self._names, self._known = surface.names, {}
        known = self._known
        fresh: dict[tuple[str, str, str], T] = {}
        found: list[tuple[int, T]] = []
        text = surface.text
        position = 0
        for start, end, key, node, part in self._items.of(surface):
            if between is not None and start > position:
                gap = text[position:start]
                if not gap.isspace():
                    gap_key = ("", "", gap)
                    result = known.get(gap_key) or between(surface, position, start)
                    known[gap_key] = fresh[gap_key] = result
                    found.append((position, result))
            position = max(position, end)
            known_result = known.get(key)
            if known_result is None:
                known_result = known[key] = make(node, key[0], part)
            fresh[key] = known_result
            found.append((start, known_result))
        self._known = fresh
        return found


def in_comment_or_string(surface: SurfaceText, offset: int) -> bool:
    """Return whether the byte at `offset` belongs to a comment or a string, or to a message."""
    node = surface.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    if node is not None and node.type == "preproc_arg":
        return _is_message(node, surface.text) or any(
            part.start() <= offset < part.end()
            for part in _QUOTED.finditer(surface.text, node.start_byte, node.end_byte)
        )
    while node is not None:
        if node.type in {"comment", "string_literal", "system_lib_string", "char_literal"}:
            return True
        if node.type not in {"string_content", "escape_sequence", "character", '"', "'"}:
            return False
        node = node.parent
    return False


def _is_message(argument: Node, text: str) -> bool:
    directive = argument.parent
    if directive is None or directive.type != "preproc_call":
        return False
    return bool(_MESSAGE.match(text, directive.start_byte, argument.start_byte))


def in_attribute(surface: SurfaceText, offset: int) -> bool:
    """Return whether the byte at `offset` belongs to an `__attribute__((...))`."""
    node = surface.tree.root_node.descendant_for_byte_range(offset, offset + 1)
    for _ in range(DEPTH_LIMIT):
        if node is None:
            return False
        if node.type == "attribute_specifier":
            return True
        node = node.parent
    return False


def declared_name(declarator: Node | None) -> Node | None:
    """Return the name in a declarator, however deep; None for an abstract one."""
    node = declarator
    for _ in range(DEPTH_LIMIT):
        if node is None or node.type.endswith("identifier"):
            return node
        inner = node.child_by_field_name("declarator")
        if inner is None:
            inner = next((c for c in node.named_children if "declarator" in c.type), None)
            inner = inner or next(
                (c for c in node.named_children if c.type.endswith("identifier")), None
            )
        node = inner
    return None


def is_function(declarator: Node) -> bool:
    """Return whether a declarator declares a function, and not a pointer or block to one."""
    node: Node | None = declarator
    while node is not None and node.type == "pointer_declarator":
        node = node.child_by_field_name("declarator")
    if node is None or node.type != "function_declarator":
        return False
    inner = node.child_by_field_name("declarator")
    return inner is not None and inner.type == "identifier"


def is_kernel(node: Node) -> bool:
    """Return whether a function is written as a kernel."""
    return any(
        child.type == "type_qualifier"
        and child.named_child_count == 1
        and child.named_children[0].type == "kernel_qualifier"
        for child in node.children
    )
