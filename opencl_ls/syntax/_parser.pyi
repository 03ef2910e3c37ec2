from collections.abc import Callable

from tree_sitter import TreeCursor

from opencl_ls.syntax.statement_cache import LoweredStatement
from opencl_ls.syntax.tree import SyntaxNode

Tables = tuple[type[SyntaxNode], tuple[str, ...], tuple[str | None, ...], bytes, int]
"""The class of nodes, the kinds and the fields by their numbers, the flags of each kind, and the
number of the field in the head of a `for` whose declaration is no statement."""

def language() -> object:
    """Return the grammar for tree_sitter.Language."""

def read_below(
    cursor: TreeCursor,
    tables: Tables,
    parent_flags: int,
    has_error: bool,
    reusable: Callable[[int, int, str], LoweredStatement | None] | None,
    /,
) -> tuple[list[SyntaxNode], int, list[SyntaxNode]]:
    """Read the nodes below the one at a cursor, whose kind has `parent_flags`.

    Statements that `reusable` returns for their start, end and kind are not read further.  The
    result are the children, the number of nested nodes without chains, and the nodes of words.
    """
