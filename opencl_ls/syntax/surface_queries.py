"""Queries of editors' features to the surface, with plain results that hold no tree nodes.

Results are found item by item: a function, a declaration, a directive or a comment at the file's
top level.  Their offsets are relative to the item, and they are cached by the part that holds it,
so that the cost of a keystroke depends on one part and not on the file.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Generic, TypeVar

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.text import COMMENT_BODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Node

    from opencl_ls.syntax.surface import SurfaceText
    from opencl_ls.syntax.surface_items import Fragment, Part

T = TypeVar("T")

# The tree has no nodes for the words of a directive.
_QUOTED = lazy_pattern(rf"/{COMMENT_BODY}|//.*|\"(?:\\.|[^\"\\])*\"?|'(?:\\.|[^'\\])*'?", re.DOTALL)
_MESSAGE = re.compile(r"[ \t]*#[ \t]*(?:error|warning)\b")
DEPTH_LIMIT = 400
"""The number of levels down to which trees are followed."""


class PartCache(Generic[T]):
    """The results for the parts of one file, kept across edits."""

    def __init__(self) -> None:
        self._known: dict[Part, list[tuple[int, T]]] = {}
        # The results for the first items of a part whose reading was interrupted.
        self._begun: dict[Part, list[T]] = {}

    def of(
        self,
        surface: SurfaceText,
        make: Callable[[Node, str, Fragment], T],
        between: Callable[[Part, int, int], T] | None = None,
    ) -> list[tuple[int, T]]:
        """Return the byte offset of each item and its result; only new parts are read.

        `make` gets the node of an item, the kind of its parent and their fragment, and returns the
        result.  `between` makes a result of text between two items, which are blanked macros.  If
        `make` raises, the results so far are kept for the next time.
        """
        known = self._known
        fresh: dict[Part, list[tuple[int, T]]] = {}
        found: list[tuple[int, T]] = []
        for place, part in surface.parts():
            results = known.get(part)
            if results is None:
                made = self._begun.setdefault(part, [])
                for _, _, parent, node, fragment in part.items[len(made) :]:
                    made.append(make(node, parent, fragment))
                results = known[part] = list(_placed(part, made, between))
            fresh[part] = results
            found += [(place + start, result) for start, result in results]
        self._known, self._begun = fresh, {}
        return found


def _placed(
    part: Part, made: list[T], between: Callable[[Part, int, int], T] | None
) -> Iterator[tuple[int, T]]:
    """Yield the results for the items of a part, and for the text between them."""
    text, position = part.text, 0
    for (start, end, *_), result in zip(part.items, made, strict=True):
        if between is not None and start > position and not text[position:start].isspace():
            yield position, between(part, position, start)
        position = max(position, end)
        yield start, result
    if between is not None and text[position:].strip():
        yield position, between(part, position, len(text))


def in_comment_or_string(surface: SurfaceText, offset: int) -> bool:
    """Return whether the byte at `offset` is in a comment, a string or an `#error` message."""
    found = surface.part_at(offset)
    if found is None:
        return False
    start, part = found
    fragment = part.whole
    node, offset = fragment.node_at(offset - start), offset - start - fragment.place
    if node is not None and node.type == "preproc_arg":
        return _is_message(node, fragment.text) or any(
            quoted.start() <= offset < quoted.end()
            for quoted in _QUOTED.finditer(fragment.text, node.start_byte, node.end_byte)
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
    found = surface.part_at(offset)
    node = None if found is None else found[1].whole.node_at(offset - found[0])
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
