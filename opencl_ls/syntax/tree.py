"""Trees of one text, read out of tree-sitter once into plain nodes.

The whole tree is read once with a cursor into our own nodes (`_parser.c`), and no other layer
depends on tree-sitter.
"""

from __future__ import annotations

import re
import sys
from itertools import islice
from typing import TYPE_CHECKING, Final

from msgspec import Struct
from tree_sitter import Language, Parser, Query, QueryCursor, Tree

from opencl_ls.builtins.host_names import HOST_NAME
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax import _parser
from opencl_ls.text import COMMENT_BODY, differences

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tree_sitter import Node, TreeCursor

    from opencl_ls.syntax.statement_cache import LoweredStatement, ReusableStatements

MAXIMUM_DEPTH: Final = 1000
"""The number of nested nodes up to which trees are lowered; clang stops at 256 brackets."""

# Lowering, binding and typing use a few calls for each level of a tree.
sys.setrecursionlimit(max(sys.getrecursionlimit(), 20 * MAXIMUM_DEPTH))

_NAMES: Final = frozenset(("identifier", "type_identifier"))
_WORDS: Final = "macro_qualifier macro_invocation"
_MACRO: Final = re.compile(HOST_NAME, re.ASCII)


class SyntaxNode(Struct, eq=False, gc=False):
    """A node of the concrete syntax tree without the comments.

    `start` and `end` are byte offsets into the parsed text, end exclusive.  `missing` marks a
    token that the parser inserted; then `start == end`.  The children of a `reused` statement are
    not read; `origin` is tree-sitter's node, from which they can be read.
    """

    kind: str
    start: int
    end: int
    field: str | None
    children: Sequence[SyntaxNode]
    missing: bool = False
    reused: LoweredStatement | None = None
    origin: Node | None = None

    def child(self, field: str) -> SyntaxNode | None:
        """Return the first child in `field`, or None."""
        for node in self.children:
            if node.field == field:
                return node
        return None

    def first(self, kind: str) -> SyntaxNode | None:
        """Return the first child of `kind`, or None."""
        for node in self.children:
            if node.kind == kind:
                return node
        return None


class ParsedText:
    """The tree of one text: its root, whether it has errors, and how deep it is.

    `words` are the nodes of words in places where C has none, but the grammar accepts one: before a
    type, or as a call at program scope without a semicolon.  They are undefined macros or errors.
    """

    __slots__ = ("depth", "has_error", "root", "words")

    def __init__(
        self, root: SyntaxNode, has_error: bool, depth: int, words: list[SyntaxNode]
    ) -> None:
        self.root = root
        self.has_error = has_error
        self.depth = depth
        self.words = words


LANGUAGE: Final = Language(_parser.language())
_WORD_QUERY: Final = Query(LANGUAGE, f"[{' '.join(f'({kind})' for kind in _WORDS.split())}] @word")
# The properties of kinds of nodes, in the order of `_parser.c`.
_COMMENT, _SILENT, _TOKEN, _WORD, _CHAIN, _STATEMENT, _HOLDER, _PROGRAM = (1 << n for n in range(8))
_KINDS_WITH: Final = {
    _COMMENT: "comment",
    # Brackets and semicolons are a third of all nodes.  Below program scope, in a tree without
    # errors, they are redundant and left out.
    _SILENT: "( ) ; { } ]",
    _WORD: _WORDS,
    # A sum of a thousand terms is a tree of a thousand levels without any nesting: lowering reads
    # such chains in a loop.
    _CHAIN: "binary_expression comma_expression concatenated_string",
    # The nodes that lowering treats as statements if their parent is one of the next, except the
    # declaration in the head of a `for`.
    _STATEMENT: "declaration type_definition expression_statement compound_statement if_statement "
    "while_statement do_statement for_statement switch_statement case_statement labeled_statement "
    "goto_statement return_statement attributed_statement",
    _HOLDER: "compound_statement if_statement else_clause while_statement do_statement "
    "for_statement switch_statement case_statement labeled_statement attributed_statement",
    _PROGRAM: "translation_unit",
}
_FIRST_OF_FOR: Final = "initializer"


def _flags_of_kinds() -> dict[str, int]:
    flags: dict[str, int] = {}
    for flag, kinds in _KINDS_WITH.items():
        for kind in kinds.split():
            flags[kind] = flags.get(kind, 0) | flag
    return flags


def _tables() -> _parser.Tables:
    """Return what the reader of trees knows of the grammar, by the numbers of kinds and fields."""
    numbers = range(LANGUAGE.node_kind_count)
    kinds = tuple(LANGUAGE.node_kind_for_id(number) or "" for number in numbers)
    flags = bytes(
        _FLAGS.get(kind, 0) | (0 if LANGUAGE.node_kind_is_named(number) else _TOKEN)
        for number, kind in enumerate(kinds)
    )
    fields = (LANGUAGE.field_name_for_id(number + 1) for number in range(LANGUAGE.field_count))
    first_of_for = LANGUAGE.field_id_for_name(_FIRST_OF_FOR) or 0
    return SyntaxNode, kinds, (None, *fields), flags, first_of_for


_FLAGS: Final = _flags_of_kinds()
_TABLES: Final = _tables()
_parser_object: Final = Parser(LANGUAGE)
# Trees with more nodes than this are read and not queried.
_MANY_NODES: Final = 20_000
_NOWHERE: Final = (0, 0)
# The number of bytes that the parser gets at once.
_CHUNK: Final = 1 << 16
# tree-sitter 0.26 for Python never frees the objects that a read callback returns, so the callback
# always returns this one.
_piece: Final = bytearray()
# The budget of the parser, in turns of its progress callback of 0.04 ms each.  Kernels take 2 to 22
# turns for each kilobyte, with errors or without.
_FREE_TURNS: Final = 1000
_TURNS_FOR_KILOBYTE: Final = 100
# The number of consecutive attributes that are parsed.  Their time grows with the square of their
# number, as the parser follows several readings: a thousand take 0.1 s, ten thousand 30 s.
_MOST_ATTRIBUTES: Final = 1000
_ATTRIBUTE: Final = re.compile(r"__attribute|\[\[")
_NO_END: Final = lazy_pattern(
    rf"""(?:[^;{{}}"'/]++|//[^\n]*+|/{COMMENT_BODY}|/"""
    r"""|"(?:\\.|[^"\\\n]++)*+"?|'(?:\\.|[^'\\\n]++)*+'?)++""",
    re.S,
)


def parse_tree(text: str, old: Tree | None = None) -> Tree:
    """Parse a byte text into tree-sitter's own tree, reusing the edited `old` one.

    The parser's time grows with the square of the number of consecutive errors or attributes.  Such
    a text is parsed as far as the budget of time reaches, and the tree ends there: it `is_cut`.
    """
    end = _first_attribute_too_many(text)
    source = (text if end is None else text[:end]).encode("latin-1")
    tree, reached = _parsed_within(source, None if end is not None else old)
    while tree is None:
        reached = min(reached, len(source) * 3 // 4)
        source = source[: source.rfind(b"\n", 0, reached) + 1 or reached]
        tree, reached = _parsed_within(source, None)
    return tree


def _first_attribute_too_many(text: str) -> int | None:
    """Return the offset of the first attribute beyond the limit of a sequence, if any."""
    if text.count("__attribute") + text.count("[[") <= _MOST_ATTRIBUTES:
        return None
    for sequence in _NO_END.finditer(text):
        attributes = _ATTRIBUTE.finditer(text, *sequence.span())
        for first_too_many in islice(attributes, _MOST_ATTRIBUTES, None):
            return first_too_many.start()
    return None


def is_cut(tree: Tree, text: str) -> bool:
    """Return whether the tree covers only the beginning of a text, for lack of time."""
    return tree.root_node.end_byte < len(text)


def _parsed_within(source: bytes, old: Tree | None) -> tuple[Tree | None, int]:
    """Parse a text within its budget of turns, or return None.

    The second value is the offset that the parser reached after half of the budget.  A turn is a
    hundred operations of the parser, after which it calls back.
    """
    share = _FREE_TURNS + len(source) * _TURNS_FOR_KILOBYTE // 1000
    turns = reached = 0

    def is_over(offset: int, _: bool) -> bool:
        nonlocal turns, reached
        turns += 1
        if turns <= share // 2:
            reached = max(reached, offset)
        return turns > share

    def read(offset: int, _: object) -> bytearray:
        _piece[:] = source[offset : offset + _CHUNK]
        return _piece

    try:
        if old is None:
            return _parser_object.parse(read, progress_callback=is_over), 0
        return _parser_object.parse(read, old, progress_callback=is_over), 0
    except ValueError:
        _parser_object.reset()
        return None, reached


def parse_variant(variant: str, text: str, tree: Tree) -> Tree:
    """Parse a byte text that differs in a few places from `text`, and reuse the `tree` of `text`.

    The rows and columns of nodes in the result are wrong; their byte offsets are right.
    """
    if is_cut(tree, text):
        return parse_tree(variant)
    edited = tree.copy()
    for start, old_end, new_end in differences(text, variant):
        edited.edit(start, old_end, new_end, _NOWHERE, _NOWHERE, _NOWHERE)
    return parse_tree(variant, edited)


class ErrorPlace(Struct, frozen=True):
    """A range of bytes that the grammar could not parse, or the place of a `missing` token."""

    start: int
    end: int
    missing: str


def error_places(text: str, tree: Tree) -> list[ErrorPlace]:
    """Return the errors in the tree of a byte text in order, without reading the rest of it."""
    found: list[ErrorPlace] = []
    pending = [tree.root_node]
    while pending:
        node = pending.pop()
        if node.is_error:
            found.append(ErrorPlace(node.start_byte, node.end_byte, ""))
        elif node.is_missing:
            found.append(ErrorPlace(node.start_byte, node.end_byte, node.type))
        elif node.has_error:
            pending.extend(node.children)
    found.extend(
        ErrorPlace(start, end, "")
        for start, end in _words_in(tree)
        if not may_be_macro(text[start:end])
    )
    return sorted(found, key=lambda error: (error.start, error.end))


class Watched(Struct, frozen=True, gc=False):
    """A word that the grammar may misread: a keyword, or a misspelt one.

    `start` and `end` are byte offsets.
    """

    start: int
    end: int
    is_keyword: bool


def misread_words(tree: Tree, words: list[Watched]) -> list[ErrorPlace]:
    """Return the keywords that are parsed as names, and the misspelt ones that begin a function.

    `whille (n) {` is read as a nested function without a type.
    """
    found: list[ErrorPlace] = []
    root = tree.root_node
    for word in words:
        node = root.descendant_for_byte_range(word.start, word.end)
        if node is None or node.type not in _NAMES or node.start_byte != word.start:
            continue
        if not word.is_keyword:
            above = node.parent
            if above is None or above.type != "function_definition" or above.parent == root:
                continue
            declarator = above.child_by_field_name("declarator")
            if declarator is None or declarator.type != "parenthesized_declarator":
                continue
        found.append(ErrorPlace(word.start, word.end, ""))
    return found


def _words_in(tree: Tree) -> list[tuple[int, int]]:
    """Return the byte ranges of the nodes in `ParsedText.words`."""
    # A query is faster than reading the tree, but its time grows with the square of the depth.
    if tree.root_node.descendant_count > _MANY_NODES:
        return [(word.start, word.end) for word in read_tree(tree).words]
    found = QueryCursor(_WORD_QUERY).captures(tree.root_node).get("word", ())
    return [(word.start_byte, word.end_byte) for word in found]


def may_be_macro(text: str) -> bool:
    """Return whether a word or a call looks like a macro that build options define."""
    return _MACRO.match(text) is not None


def read_tree(tree: Tree, reusable: ReusableStatements | None = None) -> ParsedText:
    """Read a tree into plain nodes; reusable statements get no children."""
    top = tree.root_node
    root = SyntaxNode(top.type, top.start_byte, top.end_byte, None, ())
    parsed = ParsedText(root, top.has_error, 0, [])
    _read_below(root, tree.walk(), parsed, reusable)
    return parsed


def read_reused(node: SyntaxNode, reusable: ReusableStatements) -> None:
    """Read the children of a reusable statement, which `read_tree` left out."""
    assert node.origin is not None
    cursor, node.reused, node.origin = node.origin.walk(), None, None
    _read_below(node, cursor, ParsedText(node, False, 0, []), reusable)


def _read_below(
    root: SyntaxNode, cursor: TreeCursor, parsed: ParsedText, reusable: ReusableStatements | None
) -> None:
    """Read the nodes below `root` into `parsed`; the cursor is at `root`."""
    statement_at = None if reusable is None else reusable.at
    root.children, parsed.depth, parsed.words = _parser.read_below(
        cursor, _TABLES, _FLAGS.get(root.kind, 0), parsed.has_error, statement_at
    )
