"""Mending known slips in an item that the grammar could not read.

One wrong character makes a parser lose its way, and with it everything else that could be said of
a function.  So an item with syntax errors is searched for slips that are known (`slips.py`): each
is mended at equal length, and kept when the grammar reads more than before.  The other rules then
see the mended item, and the slip itself becomes one precise finding.  An item without errors is
never touched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.syntax import records as r
from opencl_ls.syntax import slips as s
from opencl_ls.syntax.copied import blanks, quotes, raw_strings, wide_marks
from opencl_ls.syntax.heads import lone_elses, missing_braces, open_heads
from opencl_ls.syntax.host_macros import read_past
from opencl_ls.syntax.misspelt import is_near_head, misspelt_keywords, unmended_keywords
from opencl_ls.syntax.punctuation import local_marks, missing_openings, wrong_closers
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

_REPAIRS: Final = 12
_TRIES: Final = 40
_BYTES: Final = 200_000
_ERRORS: Final = 6_000
"""How many slips are mended in an item, how often it is parsed for that, and how much in all.

Each time costs more where there are many errors: no more than so many of them are met.
"""

_WATCHED_AROUND: Final = 500
_EDGES: Final = 20
"""Words are watched so many bytes around so many edges of what could not be read."""

_MISSING_COST: Final = 2
_PROBLEMS_TRIED: Final = 3
_INVENTED: Final = {";": s.SEMICOLON, ")": s.PARENTHESIS, "}": s.BRACE}


class _Attempt(Struct):
    """A text with its tree and the errors in it; `watched` are the words that are looked at."""

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


def repair(
    text: str, tree: Tree, is_type: Callable[[str], bool]
) -> tuple[str, Tree, tuple[r.Repair, ...]]:
    """Return the text of a broken item with its known slips mended, its tree, and the slips.

    `tree` is that of the text as it is; `is_type` tells whether a name is a type.  The mended text
    is as long as the text, or longer by the braces that were missing at its end.
    """
    attempt = _read(text, tree, _watched(text))
    attempt.watched = _near(attempt)
    repairs: list[r.Repair] = []
    for plain in (blanks, quotes, raw_strings, wide_marks, s.foreign_words, s.lone_words):
        certain = plain(attempt.text)
        if certain:
            attempt = _attempt(certain[0].mended, attempt)
            repairs.extend(record for slip in certain for record in _records(slip))
    past = read_past(attempt.text)
    if past is not None:
        without = _attempt(past[0], attempt)
        # Without errors of its own a text is here as something in it was misread.
        if without.cost < attempt.cost or not (attempt.errors or without.errors):
            attempt = without
            repairs.extend(past[1])
    tries = min(_TRIES, _BYTES // max(1, len(text)), _ERRORS // max(1, len(attempt.errors)))
    for _ in range(_REPAIRS):
        if not attempt.errors or tries <= 0:
            break
        better, tries = _improved(attempt, tries, len(text), is_type)
        if better is None:
            break
        slip, attempt = better
        repairs.extend(_records(slip))
    repairs.extend(_invented(attempt, len(text)))
    for error in attempt.errors[:_PROBLEMS_TRIED]:
        if not error.missing:
            tokens = s.tokens_of(attempt.text)
            for slip in (
                *s.unmended_blocks(attempt.text, error.start, error.end),
                *unmended_keywords(attempt.text, tokens, is_type, error.start, error.end),
            ):
                repairs.extend(_records(slip))
    untyped = s.untyped_function(attempt.text) if attempt.errors else None
    if untyped is not None:
        repairs.append(r.Repair(untyped.start, untyped.end, s.UNTYPED_FUNCTION, "int"))
    repairs.sort(key=lambda entry: entry.start)
    return attempt.text, attempt.tree, tuple(repairs)


def _attempt(text: str, before: _Attempt) -> _Attempt:
    return _read(text, parse_variant(text, before.text, before.tree), before.watched)


def _read(text: str, tree: Tree, watched: list[Watched]) -> _Attempt:
    errors = error_places(text, tree) + misread_words(tree, watched)
    return _Attempt(text, tree, sorted(errors, key=lambda error: (error.start, error.end)), watched)


def _watched(text: str) -> list[Watched]:
    """Return the places of keywords that may be read as names, and of what may be such keywords."""
    tokens = s.tokens_of(text)
    words = {each.text for each in tokens if each.kind == "word"}
    near = s.STATEMENT_WORDS.union(filter(is_near_head, words))
    watched = (each for each in tokens if each.text in near)
    return [Watched(each.start, each.end, each.text in s.STATEMENT_WORDS) for each in watched]


def _near(attempt: _Attempt) -> list[Watched]:
    """Return the watched words around the errors: to look at all after each change takes long."""
    edges = [edge for error in attempt.errors for edge in (error.start, error.end)]
    return [
        word
        for word in attempt.watched
        if any(abs(word.start - edge) < _WATCHED_AROUND for edge in edges[:_EDGES])
    ]


def _records(slip: s.Slip) -> list[r.Repair]:
    return [r.Repair(start, end, slip.kind, slip.correct) for start, end in slip.places]


def _improved(
    attempt: _Attempt, tries: int, length: int, is_type: Callable[[str], bool]
) -> tuple[tuple[s.Slip, _Attempt] | None, int]:
    """Return the slip whose mending helps most, with the result, and how many tries are left.

    Slips lie within the `length` of the text as written, not in braces that were added behind it.
    """
    best: tuple[s.Slip, _Attempt] | None = None
    least = attempt.cost
    seen: set[str] = set()
    for slip in _proposals(attempt, is_type):
        if tries <= 0:
            break
        if slip.mended in seen or any(end > length for _, end in slip.places):
            continue
        seen.add(slip.mended)
        tries -= 1
        made = _attempt(slip.mended, attempt)
        first, last = slip.whole
        if any(error.start < last and error.end > first for error in made.errors):
            continue
        if made.cost < least:
            best, least = (slip, made), made.cost
            if least == 0:
                break
    return best, tries


def _proposals(attempt: _Attempt, is_type: Callable[[str], bool]) -> Iterator[s.Slip]:
    text = attempt.text
    tokens = s.tokens_of(text)
    brackets = s.brackets_of(tokens)
    if all(error.missing == "}" and error.start >= len(text) for error in attempt.errors):
        # The grammar reads all of it, and nothing but its end is missing.
        yield from s.open_braces(text, tokens, brackets)
    yield from misspelt_keywords(text, tokens, is_type)
    for error in attempt.errors:
        yield from lone_elses(text, tokens, error.start)
    yield from open_heads(text, tokens)
    yield from missing_braces(text, tokens, brackets)
    yield from s.stray_closers(text, brackets)
    yield from s.cut_parentheses(text, tokens, brackets)
    yield from missing_openings(text, tokens, brackets)
    yield from wrong_closers(text, tokens)
    for error in attempt.errors[:_PROBLEMS_TRIED]:
        yield from local_marks(text, tokens, error.start, error.end)
    yield from s.typeless_functions(text, tokens)
    for error in attempt.errors[:_PROBLEMS_TRIED]:
        yield from s.local_slips(text, tokens, error.start, error.end)
    yield from s.open_braces(text, tokens, brackets)


def _invented(attempt: _Attempt, length: int) -> list[r.Repair]:
    """Take over the tokens that the grammar itself invented where they were plainly missing."""
    found: list[r.Repair] = []
    tokens: list[s.Token] = []
    for error in attempt.errors:
        kind = _INVENTED.get(error.missing)
        if kind is None:
            continue
        tokens = tokens or s.tokens_of(attempt.text)
        index = s.token_index(tokens, error.start)
        following = tokens[index] if index < len(tokens) else None
        if kind is s.SEMICOLON and following and not (following.fresh or following.text == "}"):
            continue
        if kind is s.BRACE and following:
            continue
        place = min(tokens[index - 1].end if index else error.start, length)
        if kind is s.BRACE:
            found.extend(_open_brace(attempt.text, tokens))
        else:
            found.append(r.Repair(place, place, kind, error.missing))
    return found


def _open_brace(text: str, tokens: list[s.Token]) -> list[r.Repair]:
    slip = next(s.open_braces(text, tokens, s.brackets_of(tokens)), None)
    return [] if slip is None else _records(slip)
