"""The syntax errors that are left in the tree of an item."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.tree import may_be_macro

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from opencl_ls.syntax.tree import ParsedText, SyntaxNode

_VISIBLE: Final = re.compile(r"\S")


def wrong_words(parsed: ParsedText, text: str, is_type: Callable[[str], bool]) -> list[SyntaxNode]:
    """Return the words that the grammar wrongly takes for macros.

    They are types, or have small letters.
    """
    return [
        node
        for node in parsed.words
        if not may_be_macro(word := text[node.start : node.end]) or is_type(word)
    ]


def remaining(
    parsed: ParsedText, wrong: Iterable[SyntaxNode], recovered: tuple[SyntaxProblem, ...], text: str
) -> tuple[SyntaxProblem, ...]:
    """Return the unparsed ranges, the missing tokens and the `wrong` words of a tree.

    A missing token that error recovery has already found does not count.  `text` is the text as
    written, which may be shorter than the parsed one.
    """
    found = list(_errors(parsed, recovered, text)) if parsed.has_error else []
    kind = SyntaxProblemKind.UNREADABLE
    found += (SyntaxProblem(node.start, node.end, kind, "") for node in wrong)
    return tuple(sorted(found, key=lambda problem: problem.start))


def _errors(
    parsed: ParsedText, recovered: tuple[SyntaxProblem, ...], text: str
) -> Iterable[SyntaxProblem]:
    length = len(text)
    is_closed = any(each.kind is SyntaxProblemKind.BRACE and each.expected for each in recovered)
    starts: dict[str, list[int]] = {}
    for each in sorted(recovered, key=lambda problem: problem.start):
        starts.setdefault(each.expected, []).append(each.start)
    pending: list[SyntaxNode] = [parsed.root]
    while pending:
        node = pending.pop()
        start = min(node.start, length)
        if node.kind == "ERROR":
            end = min(node.end, length)
            yield SyntaxProblem(start, end, SyntaxProblemKind.UNREADABLE, "")
        elif not node.missing:
            pending.extend(node.children)
        elif not (node.kind == "}" and is_closed):
            if not _is_recovered(starts.get(node.kind, ()), node, text):
                yield SyntaxProblem(start, start, SyntaxProblemKind.MISSING_TOKEN, node.kind)


def _is_recovered(starts: Sequence[int], node: SyntaxNode, text: str) -> bool:
    """Tell whether only blanks are between a recovered error and a token that the tree lacks."""
    at = bisect_right(starts, node.start)
    return at > 0 and _VISIBLE.search(text, starts[at - 1], node.start) is None
