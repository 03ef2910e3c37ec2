"""Lowering: from the tree of one top-level item to the records of `records.py`.

A grammar has no symbol table, and C needs one to be read.  Lowering keeps track of which names are
types - those of the program through the `is_type` that it is given, those of the body by its own
scopes - and settles with them what the tree leaves open: `(T)(a, b)` as vector literal or call,
`T * x;` as declaration or product, `(T) - 1` as cast or difference, `f(T)` and `sizeof(T)`
(C11 6.7.8; OpenCL C 6.3.4 for vector literals).
"""

from __future__ import annotations

from collections.abc import Callable

from opencl_ls.syntax import records as r
from opencl_ls.syntax.scopes import TypeNames
from opencl_ls.syntax.statements import StatementLowering
from opencl_ls.syntax.tree import MAXIMUM_DEPTH, ParsedText, SyntaxNode, parse_text

NESTING = "nesting"
"""The `missing` of the problem that stands for an item nested too deeply to be read."""


def lower(text: str, is_type: Callable[[str], bool]) -> r.Item:
    """Parse and lower the byte text of one top-level item.

    `is_type` tells whether a name that the item itself does not declare is a type; each name is
    asked for at most once, and the answers are kept in the item.  Raises nothing on any text.
    """
    parsed = parse_text(text)
    if parsed.depth > MAXIMUM_DEPTH:
        return r.Item(text, (), (r.SyntaxProblem(0, len(text), NESTING),), {})
    names = TypeNames(is_type)
    lowering = StatementLowering(text, names)
    declarations = lowering.external_declarations(parsed.root.children)
    problems = _problems(parsed) if parsed.has_error else ()
    return r.Item(text, declarations, problems, names.answers)


def _problems(parsed: ParsedText) -> tuple[r.SyntaxProblem, ...]:
    """Collect the outermost stretches that the grammar could not read and the tokens it missed."""
    found: list[r.SyntaxProblem] = []
    pending: list[SyntaxNode] = [parsed.root]
    while pending:
        node = pending.pop()
        if node.kind == "ERROR":
            found.append(r.SyntaxProblem(node.start, node.end, ""))
        elif node.missing:
            found.append(r.SyntaxProblem(node.start, node.end, node.kind))
        else:
            pending.extend(node.children)
    return tuple(sorted(found, key=lambda problem: problem.start))
