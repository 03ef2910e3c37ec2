"""The cheap part of error recovery: unfinished lines, open braces and undefined macros.

These fix-ups need no search.  They suffice for nearly all items while a user writes them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.tree import parse_tree, parse_variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Tree

    from opencl_ls.syntax.statement_cache import ReusableStatements

# After such an operator the grammar takes these keywords for names.
_JUMP: Final = re.compile(r"\n[^\S\n]*+(?:return|break|continue)\b")
_OPERATORS: Final = tuple("-+*/%&|^<>=?,([")
# It also does so after a macro, and takes the members of a struct after a macro for a body.
_AFTER_MACRO: Final = re.compile(
    r"[A-Z][A-Z0-9_]++(?=[(\s])(?:(?:\([^()\n]*+\))?+"
    r"\s++(?:return|break|continue|goto|do|if|while|switch)\b"
    r"|[ \t\r]*+\n\s*+(?:[a-z]\w*+[ \t]*+\(|\*[*\s]*\w+\s*[-+*/%&|^]?=)|[ \t]++\w++\s*+\{)"
)
# It takes a name that a macro makes for a function that returns a function.
_PASTED_NAME: Final = re.compile(r"[A-Z0-9_]\([^()\n]*+\)\s*+\(")
_BOUNDARIES: Final = ";{}"
_NEXT_LINE: Final = re.compile(r"(?:\n\s*)+[^\n]*+")


class Reading(NamedTuple):
    """A text that is parsed in place of the written one, its tree, and the errors fixed in it."""

    text: str
    tree: Tree
    recovered: tuple[SyntaxProblem, ...] = ()


class Base(NamedTuple):
    """A text whose tree is known.  The trees of similar texts are made from this tree."""

    text: str
    tree: Tree

    def parse(self, text: str) -> Tree:
        """Return the tree of a similar text."""
        return parse_variant(text, self.text, self.tree)


def read_quickly(text: str, reusable: ReusableStatements | None) -> Reading:
    """Parse a text, with the cheap fix-ups if the grammar then parses all of it.

    `reusable` are the statements that are cached from the state before an edit.
    """
    base = (
        Base(text, parse_tree(text))
        if reusable is None
        else Base(reusable.item.text, reusable.item.tree)
    )
    # The braces of a known text are balanced, except those in comments and literals.
    is_open = _surplus(text) > _surplus(base.text)
    reading = _closed(text, base) if is_open else None
    if reading is not None:
        return reading
    tree = base.tree if reusable is None else base.parse(text)
    if tree.root_node.has_error and not is_open:
        reading = read_finished(text, base) or _closed(text, base)
    reading = reading or _read_without_errors(text, tree, base)
    if reading is not None:
        return reading
    # A tree with errors depends on the trees before it.
    is_stale = tree.root_node.has_error and reusable is not None
    return Reading(text, parse_tree(text) if is_stale else tree)


def _surplus(text: str) -> int:
    """Return how many more braces a text opens than it closes, those in comments included."""
    return text.count("{") - text.count("}")


def _closed(text: str, base: Base) -> Reading | None:
    """Return a reading of a text with its open braces closed; None if that leaves errors."""
    # Each fix-up is loaded with the first text that needs it, which few kernels have.
    from opencl_ls.syntax.recovery.brackets import closed_at_end  # noqa: PLC0415

    for fixup in closed_at_end(text):
        whole = _read_without_errors(fixup.text, base.parse(fixup.text), base)
        if whole is not None:
            return whole._replace(recovered=(*whole.recovered, *fixup.problems))
    return None


def _read_without_errors(text: str, tree: Tree, base: Base) -> Reading | None:
    """Return a reading of a text without errors, if there is one; `tree` is that of the text."""
    if _is_read_as_meant(text, tree):
        return Reading(text, tree)
    well_formed = not tree.root_node.has_error
    whole = None if well_formed else read_finished(text, base)
    return whole or _read_without_macros(text, base, well_formed=well_formed)


def _read_without_macros(text: str, base: Base, *, well_formed: bool) -> Reading | None:
    """Return a reading without undefined macros and hidden types, if it has no errors."""
    from opencl_ls.syntax.recovery.hidden_types import as_names  # noqa: PLC0415
    from opencl_ls.syntax.recovery.undefined_macros import without_macros  # noqa: PLC0415

    hidden: tuple[SyntaxProblem, ...] = ()
    named = as_names(text)
    if named is not None:
        text, places = named
        kind = SyntaxProblemKind.HIDDEN_TYPE
        hidden = tuple(SyntaxProblem(start, end, kind, "") for start, end in places)
        tree = base.parse(text)
        if not tree.root_node.has_error:
            return Reading(text, tree, hidden)
    for edited, recovered in _variants(text, without_macros(text, well_formed=well_formed)):
        tree = base.parse(edited)
        if not tree.root_node.has_error:
            return Reading(edited, tree, (*hidden, *recovered))
    return None


def _variants(
    text: str, plain: tuple[str, tuple[SyntaxProblem, ...]] | None
) -> Iterator[tuple[str, tuple[SyntaxProblem, ...]]]:
    """Yield edited texts to parse in place of `text`, each with the errors that are fixed in it.

    `plain` is the text without undefined macros, if it has any.
    """
    from opencl_ls.syntax.recovery.unfinished import finished  # noqa: PLC0415

    if plain is not None:
        yield plain
        whole = finished(plain[0])
        if whole is not None:
            yield whole[0], (*plain[1], *whole[1])
    whole = finished(text)
    if whole is not None:
        yield whole


def _is_read_as_meant(text: str, tree: Tree) -> bool:
    """Tell whether a tree has no errors, and the grammar misreads nothing in its text."""
    if tree.root_node.has_error or _misreads_a_jump(text):
        return False
    if _AFTER_MACRO.search(text) is None and _PASTED_NAME.search(text[: text.find("{")]) is None:
        return True
    from opencl_ls.syntax.recovery.undefined_macros import without_macros  # noqa: PLC0415

    return without_macros(text, well_formed=True) is None


def _misreads_a_jump(text: str) -> bool:
    """Tell whether a line begins with `return` or the like after an operator."""
    for match in _JUMP.finditer(text):
        end, line = match.start(), ""
        while end > 0 and (not line or line.isspace()):
            begin = text.rfind("\n", 0, end) + 1
            end, line = begin - 1, text[begin:end]
        if line.rstrip(" \t").endswith(_OPERATORS):
            return True
    return False


def read_finished(text: str, base: Base) -> Reading | None:
    """Return a reading of a text with the tokens that its unfinished lines lack, without errors.

    None if that leaves errors, or if an undefined macro may expand to the tokens.
    """
    from opencl_ls.syntax.recovery.unfinished import finished  # noqa: PLC0415

    whole = finished(text)
    if whole is None or _may_be_of_macros(text, whole[1]):
        return None
    tree = base.parse(whole[0])
    return Reading(whole[0], tree, whole[1]) if _is_read_as_meant(whole[0], tree) else None


def _may_be_of_macros(text: str, recovered: tuple[SyntaxProblem, ...]) -> bool:
    """Tell whether undefined macros are at or next to the ends of unfinished lines."""
    from opencl_ls.syntax.recovery.undefined_macros import holds_macros  # noqa: PLC0415

    seen = 0
    for problem in sorted(recovered, key=lambda problem: problem.start):
        start = max(text.rfind(mark, seen, problem.start) for mark in _BOUNDARIES)
        line = _NEXT_LINE.search(text, problem.end)
        end = len(text) if line is None else line.end()
        if holds_macros(text, max(start, seen), end):
            return True
        seen = end
    return False
