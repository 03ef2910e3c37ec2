"""The search for fix-ups in an item that the grammar still cannot parse.

One wrong character can make a parser fail, and lose the findings of the whole function.  So
the search tries candidate fix-ups one by one, parses the item with each, and keeps those with which
the grammar parses more than before.  All other rules then see the edited item, and the syntax error
itself is one precise finding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.recovery.blocks import unfixed_blocks
from opencl_ls.syntax.recovery.brackets import (
    brackets_of,
    cut_parentheses,
    open_braces,
    stray_closers,
)
from opencl_ls.syntax.recovery.confusables import quotes, unicode_spaces, wide_marks
from opencl_ls.syntax.recovery.declarations import typeless_functions, untyped_function
from opencl_ls.syntax.recovery.extra_words import foreign_words, lone_specifiers, raw_strings
from opencl_ls.syntax.recovery.local_fixups import local_fixups
from opencl_ls.syntax.recovery.misspelt import (
    is_near_head,
    misspelt_keywords,
    unfixed_keywords,
)
from opencl_ls.syntax.recovery.punctuation import local_marks, missing_openings, wrong_closers
from opencl_ls.syntax.recovery.reading import Reading
from opencl_ls.syntax.recovery.statement_heads import lone_elses, missing_braces, open_heads
from opencl_ls.syntax.recovery.undefined_macros import without_macros
from opencl_ls.syntax.tokens import STATEMENT_WORDS, token_index, tokens_of
from opencl_ls.syntax.tree import (
    ErrorPlace,
    Watched,
    error_places,
    misread_words,
    parse_variant,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tree_sitter import Tree

    from opencl_ls.syntax.recovery.fixups import Fixup
    from opencl_ls.syntax.tokens import Token

_MOST_FIXUPS: Final = 12
"""The most fix-ups of one item."""

_MOST_PARSES: Final = 40
"""The most parses of one item."""

_MOST_BYTES: Final = 200_000
"""The most bytes that are parsed for one item, all parses together."""

_MOST_ERRORS: Final = 6_000
"""The most errors in the trees of one item, all parses together: each costs time."""

_WATCHED_AROUND: Final = 500
"""Words are watched within this distance in bytes of an error."""

_MOST_EDGES: Final = 20
"""The most starts and ends of errors around which words are watched."""

_MOST_PROBLEMS: Final = 3
"""The most errors around which local fix-ups are tried."""

_MISSING_COST: Final = 2
"""The cost of a missing token; an unparsed range costs its length in bytes."""

_INVENTED: Final = {
    ";": SyntaxProblemKind.SEMICOLON,
    ")": SyntaxProblemKind.PARENTHESIS,
    "}": SyntaxProblemKind.BRACE,
}
_CERTAIN: Final = (
    unicode_spaces,
    quotes,
    raw_strings,
    wide_marks,
    foreign_words,
    lone_specifiers,
)


class _Attempt(Struct):
    """A text with its tree and the errors in it, those at the `watched` words included."""

    text: str
    tree: Tree
    errors: list[ErrorPlace]
    watched: list[Watched]

    @property
    def cost(self) -> int:
        return sum(
            _MISSING_COST if error.missing else max(1, error.end - error.start)
            for error in self.errors
        )


def best_reading(text: str, tree: Tree, is_type: Callable[[str], bool]) -> Reading:
    """Return the best reading of a broken item that the search finds.

    `tree` is that of the text; `is_type` tells whether a name is a type.  The text of the reading
    is as long as `text`, or longer by the braces that were missing at its end.
    """
    attempt = _read(text, tree, _watched(text))
    attempt.watched = _near_errors(attempt)
    recovered: list[SyntaxProblem] = []
    attempt = _with_certain(attempt, recovered)
    attempt = _with_best(attempt, recovered, len(text), is_type)
    recovered += _invented(attempt, len(text))
    recovered += _unfixed(attempt, is_type)
    recovered.sort(key=lambda problem: problem.start)
    return Reading(attempt.text, attempt.tree, tuple(recovered))


def _with_certain(attempt: _Attempt, recovered: list[SyntaxProblem]) -> _Attempt:
    """Apply the fix-ups that are certain, and remove undefined macros if that helps."""
    for certain in _CERTAIN:
        fixups = certain(attempt.text)
        if fixups:
            attempt = _attempt(fixups[0].text, attempt)
            recovered.extend(problem for fixup in fixups for problem in fixup.problems)
    plain = without_macros(attempt.text)
    if plain is not None:
        without = _attempt(plain[0], attempt)
        # A text without errors is searched since the grammar misreads something in it.
        if without.cost < attempt.cost or not (attempt.errors or without.errors):
            attempt = without
            recovered.extend(plain[1])
    return attempt


def _with_best(
    attempt: _Attempt,
    recovered: list[SyntaxProblem],
    length: int,
    is_type: Callable[[str], bool],
) -> _Attempt:
    """Apply one fix-up after the other, each time the one that lowers the cost most."""
    tries = min(
        _MOST_PARSES,
        _MOST_BYTES // max(1, length),
        _MOST_ERRORS // max(1, len(attempt.errors)),
    )
    for _ in range(_MOST_FIXUPS):
        if not attempt.errors or tries <= 0:
            break
        better, tries = _improved(attempt, tries, length, is_type)
        if better is None:
            break
        fixup, attempt = better
        recovered.extend(fixup.problems)
    return attempt


def _attempt(text: str, before: _Attempt) -> _Attempt:
    return _read(text, parse_variant(text, before.text, before.tree), before.watched)


def _read(text: str, tree: Tree, watched: list[Watched]) -> _Attempt:
    errors = error_places(text, tree) + misread_words(tree, watched)
    return _Attempt(text, tree, sorted(errors, key=lambda error: (error.start, error.end)), watched)


def _watched(text: str) -> list[Watched]:
    """Return the keywords that the grammar may read as names, and the words that look like one."""
    tokens = tokens_of(text)
    words = {each.text for each in tokens if each.kind == "word"}
    near = STATEMENT_WORDS.union(filter(is_near_head, words))
    watched = (each for each in tokens if each.text in near)
    return [Watched(each.start, each.end, each.text in STATEMENT_WORDS) for each in watched]


def _near_errors(attempt: _Attempt) -> list[Watched]:
    """Return the watched words around the errors: checking all after each edit takes long."""
    edges = [edge for error in attempt.errors for edge in (error.start, error.end)]
    return [
        word
        for word in attempt.watched
        if any(abs(word.start - edge) < _WATCHED_AROUND for edge in edges[:_MOST_EDGES])
    ]


def _improved(
    attempt: _Attempt, tries: int, length: int, is_type: Callable[[str], bool]
) -> tuple[tuple[Fixup, _Attempt] | None, int]:
    """Return the fix-up that helps most with its result, and how many tries are left.

    Fix-ups are within the `length` of the text as written, not in braces that were added after it.
    """
    best: tuple[Fixup, _Attempt] | None = None
    least = attempt.cost
    seen: set[str] = set()
    for fixup in _candidates(attempt, is_type):
        if tries <= 0:
            break
        if fixup.text in seen or any(end > length for _, end in fixup.places):
            continue
        seen.add(fixup.text)
        tries -= 1
        made = _attempt(fixup.text, attempt)
        first, last = fixup.required
        if any(error.start < last and error.end > first for error in made.errors):
            continue
        if made.cost < least:
            best, least = (fixup, made), made.cost
            if least == 0:
                break
    return best, tries


def _candidates(attempt: _Attempt, is_type: Callable[[str], bool]) -> Iterator[Fixup]:
    """Yield the fix-ups to try, the likely ones first."""
    text = attempt.text
    tokens = tokens_of(text)
    brackets = brackets_of(tokens)
    if all(error.missing == "}" and error.start >= len(text) for error in attempt.errors):
        # The grammar parses all of it, and only its end is missing.
        yield from open_braces(text, tokens, brackets)
    yield from misspelt_keywords(text, tokens, is_type)
    for error in attempt.errors:
        yield from lone_elses(text, tokens, error.start)
    yield from open_heads(text, tokens)
    yield from missing_braces(text, tokens, brackets)
    yield from stray_closers(text, brackets)
    yield from cut_parentheses(text, tokens, brackets)
    yield from missing_openings(text, tokens, brackets)
    yield from wrong_closers(text, tokens)
    for error in attempt.errors[:_MOST_PROBLEMS]:
        yield from local_marks(text, tokens, error.start, error.end)
    yield from typeless_functions(text, tokens)
    for error in attempt.errors[:_MOST_PROBLEMS]:
        yield from local_fixups(text, tokens, error.start, error.end)
    yield from open_braces(text, tokens, brackets)


def _invented(attempt: _Attempt, length: int) -> list[SyntaxProblem]:
    """Return the tokens that the grammar inserted and that are certainly missing."""
    found: list[SyntaxProblem] = []
    for error in attempt.errors:
        kind = _INVENTED.get(error.missing)
        if kind is None:
            continue
        tokens = tokens_of(attempt.text)
        index = token_index(tokens, error.start)
        following = tokens[index] if index < len(tokens) else None
        if kind is SyntaxProblemKind.BRACE:
            if following is None:
                found.extend(_open_brace(attempt.text, tokens))
            continue
        ends_line = following is None or following.fresh or following.text == "}"
        if kind is SyntaxProblemKind.PARENTHESIS or ends_line:
            place = min(tokens[index - 1].end if index else error.start, length)
            found.append(SyntaxProblem(place, place, kind, error.missing))
    return found


def _open_brace(text: str, tokens: list[Token]) -> list[SyntaxProblem]:
    fixup = next(open_braces(text, tokens, brackets_of(tokens)), None)
    return [] if fixup is None else fixup.problems


def _unfixed(attempt: _Attempt, is_type: Callable[[str], bool]) -> list[SyntaxProblem]:
    """Return the errors of known kinds that cannot be fixed in place."""
    found: list[SyntaxProblem] = []
    for error in attempt.errors[:_MOST_PROBLEMS]:
        if not error.missing:
            text, start, end = attempt.text, error.start, error.end
            for fixup in (
                *unfixed_blocks(text, start, end),
                *unfixed_keywords(text, tokens_of(text), is_type, start, end),
            ):
                found += fixup.problems
    untyped = untyped_function(attempt.text) if attempt.errors else None
    if untyped is not None:
        kind = SyntaxProblemKind.UNTYPED_FUNCTION
        found.append(SyntaxProblem(untyped.start, untyped.end, kind, "int"))
    return found
