"""Error recovery: edits of an item with which the grammar can parse it.

`recover` takes the text of an item and returns the text to parse, its tree, and the syntax errors.
Its steps, each of which is tried only if the one before it leaves errors:

1. `stray_directives`, `tokens.before_open_comment`: blank text that is no code.
2. `reading`: the fix-ups that need no search: closing braces (`brackets`), lines that are being
   written (`unfinished`), undefined macros (`undefined_macros`) and hidden types (`hidden_types`).
3. `foreign_constructs`: look for a construct of another language.  Such an item is not parsed.
4. `search`: try candidate fix-ups one by one, and keep those that help.

An edit keeps the length of the text, except for braces at its end, so that all offsets
stay valid.  An item that the grammar parses correctly is never edited.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.recovery.foreign_constructs import foreign_construct
from opencl_ls.syntax.recovery.problems import remaining, wrong_words
from opencl_ls.syntax.recovery.reading import Base, Reading, read_finished, read_quickly
from opencl_ls.syntax.recovery.stray_directives import without_directives
from opencl_ls.syntax.tokens import before_open_comment
from opencl_ls.syntax.tree import MAXIMUM_DEPTH, ParsedText, is_cut, parse_tree, read_tree

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Tree

    from opencl_ls.syntax.statement_cache import ReusableStatements, StatementCache
    from opencl_ls.syntax.tree import SyntaxNode

MAX_CACHED_DEPTH: Final = 200
"""The largest depth, in levels of nodes, of an item whose statements are cached."""

_RENAMED: Final = (
    SyntaxProblemKind.KEYWORD_AS_NAME,
    SyntaxProblemKind.HIDDEN_TYPE,
    SyntaxProblemKind.PASTED_NAME,
)
# A pattern that begins with plain letters is found much faster.
_PIPE: Final = re.compile(r"pipe(?<=\bpipe)\b")


class Recovered(Struct):
    """An item after error recovery.

    `text` is the text that was parsed into `tree` and `parsed`, with all edits.  `parsed` is None
    if nothing of the item is to be lowered.  `recovered` are the errors that the edits fix or that
    are recognized, and `problems` those that are left.  `reusable` are the statements kept
    from the state before an edit.  `written` is the text as it was written, and `length` its length
    in bytes without a comment that is not closed.
    """

    written: str
    length: int
    text: str
    tree: Tree
    parsed: ParsedText | None
    reusable: ReusableStatements | None
    recovered: tuple[SyntaxProblem, ...]
    problems: tuple[SyntaxProblem, ...]

    @property
    def spelling(self) -> str:
        """The text with all names as they were written."""
        text, written = self.text, self.written
        if text == written:
            return text
        places = [(each.start, each.end) for each in self.recovered if each.kind in _RENAMED]
        if "pipe" in written:
            places += [match.span() for match in _PIPE.finditer(written)]
        for start, end in places:
            text = text[:start] + written[start:end] + text[end:]
        return text

    @property
    def unknown_operators(self) -> frozenset[int]:
        """The offsets of the operators that replace undefined macros."""
        macros = [
            each.start for each in self.recovered if each.kind is SyntaxProblemKind.UNDEFINED_MACRO
        ]
        if not macros:
            return frozenset()
        from opencl_ls.syntax.recovery.undefined_macros import OPERATOR  # noqa: PLC0415 - rare

        return frozenset(start for start in macros if self.text.startswith(OPERATOR, start))


class _Attempt(Struct):
    """A reading, and its nodes unless its tree has errors; `wrong` are words that are no macros."""

    reading: Reading
    reusable: ReusableStatements | None
    parsed: ParsedText | None
    wrong: list[SyntaxNode]

    @property
    def is_broken(self) -> bool:
        return self.parsed is None or bool(self.wrong)


def recover(
    written: str, is_type: Callable[[str], bool], cache: StatementCache | None = None
) -> Recovered:
    """Parse the byte text of one item, with the edits that the grammar needs.

    `is_type` tells whether a name that the item itself does not declare is a type.  Statements that
    `cache` holds are not read.  Raises on no text.
    """
    text, directives = without_directives(before_open_comment(written))
    if "pipe" in text and _PIPE.search(text) and is_type("pipe"):
        # The grammar has it as a keyword, but before OpenCL C 2.0 it may be the name of a type.
        text = _PIPE.sub("_ipe", text)
    attempt = _without_search(text, is_type, cache)
    tree = attempt.reading.tree
    if is_cut(tree, attempt.reading.text):
        return _declined(written, tree, _before_cut(tree, written))
    foreign = foreign_construct(text, is_type, broken=attempt.is_broken)
    if foreign is not None:
        unread = SyntaxProblem(foreign.start, foreign.end, SyntaxProblemKind.UNREADABLE, "")
        return _declined(written, tree, (unread,), (foreign,))
    if attempt.is_broken:
        from opencl_ls.syntax.recovery.search import best_reading  # noqa: PLC0415 - of broken text

        whole = tree if attempt.reading.text == text else parse_tree(text)
        reading = best_reading(text, whole, is_type)
        if is_cut(reading.tree, reading.text):
            return _declined(written, reading.tree, _before_cut(reading.tree, written))
        attempt = _attempt(reading, len(text), cache)
    assert attempt.parsed is not None
    if attempt.parsed.depth > MAXIMUM_DEPTH:
        too_deep = SyntaxProblem(0, len(text), SyntaxProblemKind.TOO_DEEP, "")
        return _declined(written, tree, (too_deep,))
    fixed = (*directives, *attempt.reading.recovered)
    return _recovered(written, text, attempt, fixed, is_type)


def recover_misread(before: Recovered, is_type: Callable[[str], bool]) -> Recovered | None:
    """Return the recovery of an item whose tree has no errors, but a keyword as a name.

    None if there is no other way to parse it.
    """
    from opencl_ls.syntax.recovery.search import best_reading  # noqa: PLC0415 - of broken text

    reading = best_reading(before.text, before.tree, is_type)
    if reading.text == before.text:
        return None
    attempt = _Attempt(reading, None, read_tree(reading.tree), [])
    fixed = (*before.recovered, *reading.recovered)
    return _recovered(before.written, before.text[: before.length], attempt, fixed, is_type)


def _without_search(
    text: str, is_type: Callable[[str], bool], cache: StatementCache | None
) -> _Attempt:
    """Parse a text with the fix-ups that need no search."""
    reusable = None if cache is None else cache.of(text)
    reading = read_quickly(text, reusable)
    if reading.text != text and cache is not None:
        # Braces that were added at its end move nothing.
        reusable = cache.of(reading.text[: len(text)])
    if reading.tree.root_node.has_error or is_cut(reading.tree, reading.text):
        # Nearly all of these items can be fixed, and then another tree is read.
        return _Attempt(reading, reusable, None, [])
    parsed = _read(reading.tree, reusable)
    wrong = _wrong_words(parsed, reading.text, is_type)
    if wrong and reading.text == text:
        # The grammar takes `x` before a declaration for a macro, and not for half a statement.
        finished = read_finished(text, Base(text, reading.tree))
        if finished is not None:
            again = _attempt(finished, len(text), cache)
            assert again.parsed is not None
            if not _wrong_words(again.parsed, finished.text, is_type):
                return again
    return _Attempt(reading, reusable, parsed, wrong)


def _attempt(reading: Reading, length: int, cache: StatementCache | None) -> _Attempt:
    """Return the reading of a text whose first `length` bytes keep their places."""
    reusable = None
    if cache is not None and not reading.tree.root_node.has_error:
        reusable = cache.of(reading.text[:length])
    return _Attempt(reading, reusable, _read(reading.tree, reusable), [])


def _read(tree: Tree, reusable: ReusableStatements | None) -> ParsedText:
    parsed = read_tree(tree, reusable)
    if reusable is not None and parsed.depth > MAXIMUM_DEPTH - MAX_CACHED_DEPTH:
        # The levels of reused statements, which were not read, count as well.
        return read_tree(tree)
    return parsed


def _wrong_words(parsed: ParsedText, text: str, is_type: Callable[[str], bool]) -> list[SyntaxNode]:
    return wrong_words(parsed, text, is_type) if parsed.depth <= MAXIMUM_DEPTH else []


def _recovered(
    written: str,
    text: str,
    attempt: _Attempt,
    fixed: tuple[SyntaxProblem, ...],
    is_type: Callable[[str], bool],
) -> Recovered:
    reading, parsed = attempt.reading, attempt.parsed
    assert parsed is not None
    wrong = wrong_words(parsed, reading.text, is_type)
    return Recovered(
        written,
        len(text),
        reading.text,
        reading.tree,
        parsed,
        attempt.reusable,
        tuple(sorted(fixed, key=lambda problem: problem.start)),
        remaining(parsed, wrong, fixed, text),
    )


def _declined(
    written: str,
    tree: Tree,
    problems: tuple[SyntaxProblem, ...],
    recovered: tuple[SyntaxProblem, ...] = (),
) -> Recovered:
    """Return an item of which nothing is lowered."""
    return Recovered(written, len(written), written, tree, None, None, recovered, problems)


def _before_cut(tree: Tree, written: str) -> tuple[SyntaxProblem, ...]:
    """Return the errors of a tree that ends before its text, but for those at its end."""
    end = tree.root_node.end_byte
    found = tuple(
        each
        for each in remaining(read_tree(tree), (), (), written)
        if each.kind is SyntaxProblemKind.UNREADABLE and each.start < each.end < end
    )
    return found or (SyntaxProblem(0, end, SyntaxProblemKind.TOO_SLOW, ""),)
