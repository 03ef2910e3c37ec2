"""The parts of a surface and their items, the nodes at the top level of a file.

Each part is parsed by itself, so that its items depend only on its own text: the tree of a part
with an error depends neither on its neighbours nor on earlier edits.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.tree import parse_tree, parse_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node, Tree

_CONTAINERS: Final = frozenset(
    {"preproc_if", "preproc_ifdef", "preproc_elif", "preproc_elifdef", "preproc_else", "ERROR"}
)
_COMMA: Final = lazy_pattern(r",\s*\Z")
_DIRECTIVE: Final = re.compile(r"^[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*", re.M)
_DIRECTIVE_PART: Final = re.compile(r"\s*#[ \t]*(if|el|endif|)")
# The text that completes a directive, before it and after it.
_COMPLETIONS: Final = {
    "": ("", "\n"),
    "if": ("", "\n#endif\n"),
    "el": ("#if 0\n", "\n#endif\n"),
    "endif": ("#if 0\n", "\n"),
}
_LARGE: Final = 1000
"""The length of a part in bytes from which on an earlier tree is reused."""

BODY: Final = "body"
"""The parent of the nodes in a function's body that was parsed without its head."""


class Fragment:
    """A text that was parsed, and its tree.

    `place` is the offset of the text in its part, negative if a completion precedes it.  The tree
    is that of `blanked`, which may be longer than `text` by a completion.  `has_macros` is whether
    the words that were blanked are macros.
    """

    __slots__ = ("blanked", "has_macros", "place", "text", "tree")

    def __init__(
        self, text: str, blanked: str, place: int, tree: Tree, *, has_macros: bool = True
    ) -> None:
        self.text = text
        self.blanked = blanked
        self.place = place
        self.tree = tree
        self.has_macros = has_macros

    def node_at(self, offset: int) -> Node | None:
        """Return the smallest node at a byte of the part."""
        place = offset - self.place
        return self.tree.root_node.descendant_for_byte_range(place, place + 1)


class SurfaceItem(NamedTuple):
    """A node of the top level, with its place in its part and the kind of its parent.

    The offsets of `node` count in the text of `fragment`.
    """

    start: int
    end: int
    parent: str
    node: Node
    fragment: Fragment


PartKey = tuple[str, str, int | None, str]


class Part:
    """A range of a file that is parsed by itself, when it is first used.

    `key` is all that it depends on: its text, the same with macros blanked, and `opened` and
    `missing` as in `Cut`.  `before` is the part in its place before an edit.
    """

    __slots__ = ("_before", "_items", "_whole", "key")

    def __init__(self, key: PartKey, before: Part | None = None) -> None:
        self.key = key
        self._whole: Fragment | None = None
        self._items: list[SurfaceItem] | None = None
        self._before = None if before is None or len(before.text) < _LARGE else before.parsed

    @property
    def text(self) -> str:
        """The text of the part, as the user sees it."""
        return self.key[0]

    @property
    def blanked(self) -> str:
        """The text with macros blanked, of the same length."""
        return self.key[1]

    @property
    def parsed(self) -> Fragment | None:
        """The part as a whole, None if it was not parsed."""
        return self._whole

    @property
    def whole(self) -> Fragment:
        """The part, parsed as a whole."""
        if self._whole is None:
            self._whole = self._parsed()
            self._before = None
        return self._whole

    @property
    def items(self) -> list[SurfaceItem]:
        """The items of the part in their order."""
        if self._items is None:
            self._items = list(self._read())
        return self._items

    def _parsed(self) -> Fragment:
        text, blanked = self.text, self.blanked
        before, after = "", ""
        if (directive := _DIRECTIVE_PART.match(blanked)) is not None:
            before, after = _COMPLETIONS[directive[1]]
        completed = before + blanked + after
        tree = None
        if self._before is not None and not self._before.tree.root_node.has_error:
            tree = parse_variant(completed, self._before.blanked, self._before.tree)
        if tree is None or tree.root_node.has_error:
            # With errors an incremental parse depends on the earlier tree.
            tree = parse_tree(completed)
        return Fragment(before + text, completed, -len(before), tree)

    def _read(self) -> Iterator[SurfaceItem]:
        _, _, opened, missing = self.key
        whole = self.whole
        root = whole.tree.root_node
        is_whole = root.type != "ERROR" and not any(node.type == "ERROR" for node in root.children)
        if is_whole or (opened is None and not missing):
            yield from _below(whole)
            return
        # The head shows what is defined, even if the body has errors.
        end = len(self.text) if opened is None else opened
        head = self._fragment(0, end, missing)
        if head.tree.root_node.has_error:
            # Perhaps there are alternatives among the parameters.
            head = self._fragment(0, end, missing, directives=False)
        yield from _below(head)
        if end < len(self.text):
            for item in _below(self._fragment(end, len(self.text), "")):
                yield item._replace(parent=BODY)

    def _fragment(self, start: int, end: int, missing: str, *, directives: bool = True) -> Fragment:
        text, blanked = self.text[start:end], self.blanked[start:end]
        if not directives:
            blanked = _DIRECTIVE.sub(lambda match: " " * len(match[0]), blanked)
        if missing:
            # A comma at the end would leave another token missing.
            blanked = _COMMA.sub(lambda match: " " * len(match[0]), blanked) + missing
        return Fragment(text, blanked, start, parse_tree(blanked), has_macros=directives)


def _below(fragment: Fragment) -> Iterator[SurfaceItem]:
    """Yield the items of a tree, those in directives and errors as well."""
    place, length = fragment.place, len(fragment.text)
    root = fragment.tree.root_node
    levels = [(root.type, iter(root.children))]
    while levels:
        parent, nodes = levels[-1]
        for node in nodes:
            kind = node.type
            if kind in _CONTAINERS:
                levels.append((kind, iter(node.children)))
                break
            # Completions before and after the text are no items.
            start, end = node.start_byte, min(node.end_byte, length)
            if -place <= start < end:
                yield SurfaceItem(place + start, place + end, parent, node, fragment)
        else:
            levels.pop()
