"""Lowering: from the tree of one top-level item to the records of `records.py`.

A grammar has no symbol table, and C needs one to be read.  Lowering keeps track of which names are
types - those of the program through the `is_type` that it is given, those of the body by its own
scopes - and settles with them what the tree leaves open: `(T)(a, b)` as vector literal or call,
`T * x;` as declaration or product, `(T) - 1` as cast or difference, `f(T)` and `sizeof(T)`
(C11 6.7.8; OpenCL C 6.3.4 for vector literals).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING, Final, NamedTuple

from opencl_ls.syntax import records as r
from opencl_ls.syntax.copied import before_open_comment
from opencl_ls.syntax.foreign_forms import foreign_form
from opencl_ls.syntax.hidden_types import as_names
from opencl_ls.syntax.host_macros import OPERATOR, holds_macros, read_past
from opencl_ls.syntax.known import LARGE, KnownItem
from opencl_ls.syntax.lowering.scopes import TypeNames
from opencl_ls.syntax.lowering.statements import StatementLowering
from opencl_ls.syntax.repair import repair
from opencl_ls.syntax.slips import (
    BRACE,
    HIDDEN_TYPE,
    HOST_MACRO,
    KEYWORD,
    PASTED_NAME,
    closed_at_end,
)
from opencl_ls.syntax.stray_directives import without_directives
from opencl_ls.syntax.tree import (
    MAXIMUM_DEPTH,
    ParsedText,
    SyntaxNode,
    is_cut,
    may_be_macro,
    parse_tree,
    parse_variant,
    read_tree,
)
from opencl_ls.syntax.unfinished import finished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tree_sitter import Tree

    from opencl_ls.syntax.known import KnownStatements, StatementMemory

NESTING = "nesting"
"""The `missing` of the problem that stands for an item nested too deeply to be read."""

ROW = "row"
"""The same for an item that is not read to its end, with nothing wrong before."""

_DEPTH_KNOWN: Final = 200
"""The statements of deeper items are not kept; that is deeper than any but made-up ones."""

_RENAMED: Final = (KEYWORD, HIDDEN_TYPE, PASTED_NAME)

_VISIBLE: Final = re.compile(r"\S")
_LONE_RETURN: Final = re.compile(r"\r(?!\n)")
# To the grammar what follows such an operator may be a name, and its statement a call.
_JUMP: Final = re.compile(r"\n[^\S\n]*+(?:return|break|continue)\b")
_OPERATORS: Final = tuple("-+*/%&|^<>=?,([")
# The same for a statement behind a macro, and a struct's body behind one is read as a function's.
_BEHIND_MACRO: Final = re.compile(
    r"[A-Z][A-Z0-9_]++(?=[(\s])(?:(?:\([^()\n]*+\))?+"
    r"\s++(?:return|break|continue|goto|do|if|while|switch)\b"
    r"|[ \t\r]*+\n\s*+(?:[a-z]\w*+[ \t]*+\(|\*[*\s]*\w+\s*[-+*/%&|^]?=)|[ \t]++\w++\s*+\{)"
)
# A name that a macro makes is read as that of a function which returns a function.
_PASTED_NAME: Final = re.compile(r"[A-Z0-9_]\([^()\n]*+\)\s*+\(")
_BOUNDARIES: Final = ";{}"
_NEXT_LINE: Final = re.compile(r"(?:\n\s*)+[^\n]*+")
# What begins with plain letters is found much faster.
_PIPE: Final = re.compile(r"pipe(?<=\bpipe)\b")


class _Reading(NamedTuple):
    """A text that was parsed in place of another, its tree, and what was changed in it."""

    text: str
    tree: Tree
    repairs: tuple[r.Repair, ...]


def lower(
    text: str, is_type: Callable[[str], bool], memory: StatementMemory | None = None
) -> r.Item:
    """Parse and lower the byte text of one top-level item.

    `is_type` tells whether a name that the item itself does not declare is a type; each name is
    asked for at most once, and the answers are kept in the item.  What `memory` knows of the item's
    statements is not lowered again; the item is the same without it.  Raises nothing on any text.
    """
    if "\r" in text:
        # To the grammar such a line does not end: a comment would go on.
        text = _LONE_RETURN.sub("\n", text)
    names = TypeNames(is_type)
    written = text
    text, stray = without_directives(before_open_comment(text))
    if "pipe" in text and _PIPE.search(text) and names.is_type("pipe"):
        # To the grammar it is a keyword, but before OpenCL C 2.0 a program may have a type of it.
        text = _PIPE.sub("_ipe", text)
    known = None if memory is None else memory.of(text)
    mended, tree, repairs = _parsed(text, known)
    if mended != text and memory is not None:
        # Braces that were added at its end move nothing.
        known = memory.of(mended[: len(text)])
    if is_cut(tree, mended):
        return _given_up(written, tree)
    # A broken tree is not read: most of them are mended, and then another one is.
    parsed = None if tree.root_node.has_error else _read(tree, known)
    broken = parsed is None or _has_slips(parsed, mended, names)
    if broken and parsed is not None and mended == text:
        # `x` before a declaration is read as a macro of its own, and not as half a statement.
        whole = _finished(text, text, tree)
        if whole is not None:
            known = None if memory is None else memory.of(whole.text)
            again = _read(whole.tree, known)
            if not _has_slips(again, whole.text, names):
                mended, tree, repairs = whole
                parsed, broken = again, False
    foreign = foreign_form(text, names.is_type, broken=bool(broken))
    if foreign is not None:
        problem = r.SyntaxProblem(foreign.start, foreign.end, "")
        return r.Item(written, (), (problem,), names.answers, (foreign,))
    if parsed is None or broken:
        earlier = mended
        mended, tree, repairs = repair(
            text, parse_tree(text) if mended != text else tree, names.is_type
        )
        if is_cut(tree, mended):
            return _given_up(written, tree)
        if parsed is None or mended != earlier:
            known = None
            if memory is not None and not tree.root_node.has_error:
                known = memory.of(mended[: len(text)])
            parsed = _read(tree, known)
    if parsed.depth > MAXIMUM_DEPTH:
        return r.Item(written, (), (r.SyntaxProblem(0, len(text), NESTING),), {})
    keeps = memory is not None and len(text) >= LARGE
    spelled = _spelled(mended, written, repairs) if mended != written else mended
    lowering = StatementLowering(spelled, names, known, keeps)
    lowering.unknown_operators = _unknown_operators(mended, repairs)
    declarations = lowering.external_declarations(parsed.root.children)
    if lowering.misread:
        # The grammar took a keyword for a name, and found nothing wrong with it.
        meant, tree, more = repair(mended, tree, names.is_type)
        if meant != mended:
            mended, repairs, parsed = meant, (*repairs, *more), _read(tree, None)
            names = names.again()
            spelled = _spelled(mended, written, repairs)
            lowering = StatementLowering(spelled, names, None, keeps)
            lowering.unknown_operators = _unknown_operators(mended, repairs)
            declarations = lowering.external_declarations(parsed.root.children)
    if len(mended) > len(text):
        _clamp(declarations, len(text))
    slips = _slips(parsed, mended, names)
    problems = _problems(parsed, repairs, text) if parsed.has_error else ()
    if slips:
        problems += tuple(r.SyntaxProblem(node.start, node.end, "") for node in slips)
        problems = tuple(sorted(problems, key=lambda problem: problem.start))
    if memory is not None and keeps and not (problems or parsed.words or lowering.misread):
        if len(mended) == len(text) and spelled == mended and parsed.depth <= _DEPTH_KNOWN:
            memory.keep(KnownItem(mended, tree, lowering.statements_made))
    if stray:
        repairs = tuple(sorted((*stray, *repairs), key=lambda entry: entry.start))
    return r.Item(written, declarations, problems, names.answers, repairs)


def _given_up(written: str, tree: Tree) -> r.Item:
    """Return an item that is too wrong to be read to its end, with what is wrong at its beginning.

    That something is missing where its tree was cut says nothing.
    """
    end = tree.root_node.end_byte
    found = _problems(read_tree(tree), (), written)
    problems = tuple(each for each in found if not each.missing and each.start < each.end < end)
    return r.Item(written, (), problems or (r.SyntaxProblem(0, end, ROW),), {})


def _spelled(mended: str, written: str, repairs: tuple[r.Repair, ...]) -> str:
    """Return a mended text with the names in it as they were written."""
    places = [(entry.start, entry.end) for entry in repairs if entry.kind in _RENAMED]
    if "pipe" in written:
        places += [match.span() for match in _PIPE.finditer(written)]
    for start, end in places:
        mended = mended[:start] + written[start:end] + mended[end:]
    return mended


def _unknown_operators(mended: str, repairs: tuple[r.Repair, ...]) -> frozenset[int]:
    """Return the starts of the operators that stand in the place of macros."""
    return frozenset(
        entry.start
        for entry in repairs
        if entry.kind == HOST_MACRO and mended.startswith(OPERATOR, entry.start)
    )


def _parsed(text: str, known: KnownStatements | None) -> _Reading:
    """Parse a text, with what its unfinished statements lack if that is all that it lacks.

    Names of built-in types that it declares for itself are plain names in it, and braces that are
    never closed are closed at its end.  Where there are no errors, what is known need not be parsed
    again.
    """
    if known is None:
        origin, base = text, parse_tree(text)
    else:
        origin, base = known.item.text, known.item.tree
    # The braces of what is known pair, but for those in comments and literals.
    is_open = _surplus(text) > _surplus(origin)
    reading = _closed(text, origin, base) if is_open else None
    if reading is not None:
        return reading
    tree = base if known is None else parse_variant(text, origin, base)
    if tree.root_node.has_error and not is_open:
        reading = _finished(text, origin, base) or _closed(text, origin, base)
    reading = reading or _read_without_errors(text, tree, origin, base)
    if reading is None:
        # What is made of errors depends on the trees before.
        cold = tree.root_node.has_error and known is not None
        reading = _Reading(text, parse_tree(text) if cold else tree, ())
    return reading


def _surplus(text: str) -> int:
    """Return how many more braces a text opens than it closes, those in comments included."""
    return text.count("{") - text.count("}")


def _closed(text: str, origin: str, base: Tree) -> _Reading | None:
    """Return how a text is read with the braces closed that it leaves open, if it leaves any.

    As it is it cannot be read without errors then.
    """
    for end in closed_at_end(text):
        tree = parse_variant(end.mended, origin, base)
        whole = _read_without_errors(end.mended, tree, origin, base)
        if whole is not None:
            ends = tuple(r.Repair(*place, end.kind, end.correct) for place in end.places)
            return whole._replace(repairs=(*whole.repairs, *ends))
    return None


def _read_without_errors(text: str, tree: Tree, origin: str, base: Tree) -> _Reading | None:
    """Return how a text is read without errors, None if there is no way.

    `tree` is its tree as it is, and `base` that of the text `origin`.
    """
    if _reads_as_meant(text, tree):
        return _Reading(text, tree, ())
    well_formed = not tree.root_node.has_error
    whole = None if well_formed else _finished(text, origin, base)
    return whole or _read_past(text, origin, base, well_formed=well_formed)


def _read_past(text: str, origin: str, base: Tree, *, well_formed: bool) -> _Reading | None:
    """Return how a text is read without errors past macros and types that are names, if it is."""
    hidden: tuple[r.Repair, ...] = ()
    named = as_names(text)
    if named is not None:
        text, places = named
        hidden = tuple(r.Repair(start, end, HIDDEN_TYPE, "") for start, end in places)
        variant = parse_variant(text, origin, base)
        if not variant.root_node.has_error:
            return _Reading(text, variant, hidden)
    past = read_past(text, well_formed=well_formed)
    for mended, repairs in _readings(text, past):
        variant = parse_variant(mended, origin, base)
        if not variant.root_node.has_error:
            return _Reading(mended, variant, (*hidden, *repairs))
    return None


def _reads_as_meant(text: str, tree: Tree) -> bool:
    """Tell whether a text has no errors, and nothing in it that the grammar is known to misread."""
    if tree.root_node.has_error or _misreads_a_jump(text):
        return False
    if _BEHIND_MACRO.search(text) is None and _PASTED_NAME.search(text[: text.find("{")]) is None:
        return True
    return read_past(text, well_formed=True) is None


def _misreads_a_jump(text: str) -> bool:
    """Tell whether a `return` or the like stands at the begin of a line behind an operator."""
    for match in _JUMP.finditer(text):
        end, line = match.start(), ""
        while end > 0 and (not line or line.isspace()):
            begin = text.rfind("\n", 0, end) + 1
            end, line = begin - 1, text[begin:end]
        if line.rstrip(" \t").endswith(_OPERATORS):
            return True
    return False


def _finished(text: str, origin: str, base: Tree) -> _Reading | None:
    """Return a text with what its lines lack, if that is all, and plainly no macro is meant.

    Most lines that somebody is writing are told by this, without a search for macros.  `base` is
    the tree of the text `origin`.
    """
    whole = finished(text)
    if whole is None or _may_be_of_macros(text, whole[1]):
        return None
    tree = parse_variant(whole[0], origin, base)
    return _Reading(whole[0], tree, whole[1]) if _reads_as_meant(whole[0], tree) else None


def _may_be_of_macros(text: str, repairs: tuple[r.Repair, ...]) -> bool:
    """Tell whether macros that nobody defined may be what lines lack, or stand next to it."""
    seen = 0
    for entry in sorted(repairs, key=lambda entry: entry.start):
        start = max(text.rfind(mark, seen, entry.start) for mark in _BOUNDARIES)
        line = _NEXT_LINE.search(text, entry.end)
        end = len(text) if line is None else line.end()
        if holds_macros(text, max(start, seen), end):
            return True
        seen = end
    return False


def _readings(
    text: str, past: tuple[str, tuple[r.Repair, ...]] | None
) -> Iterator[tuple[str, tuple[r.Repair, ...]]]:
    """Yield the texts that may be read in place of one, with what was changed in each.

    `past` is the text as it is read past macros that nobody defined, if it has any.
    """
    if past is not None:
        yield past
        whole = finished(past[0])
        if whole is not None:
            yield whole[0], (*past[1], *whole[1])
    whole = finished(text)
    if whole is not None:
        yield whole


def _read(tree: Tree, known: KnownStatements | None) -> ParsedText:
    parsed = read_tree(tree, known)
    if known is not None and parsed.depth > MAXIMUM_DEPTH - _DEPTH_KNOWN:
        # What was left out counts as well.
        return read_tree(tree)
    return parsed


def _slips(parsed: ParsedText, text: str, names: TypeNames) -> list[SyntaxNode]:
    """Return the unknown words of a tree that are no macros: known types, and small letters."""
    found: list[SyntaxNode] = []
    for node in parsed.words:
        word = text[node.start : node.end]
        if not may_be_macro(word) or names.is_type(word):
            found.append(node)
    return found


def _has_slips(parsed: ParsedText, text: str, names: TypeNames) -> bool:
    return parsed.depth <= MAXIMUM_DEPTH and bool(_slips(parsed, text, names))


def _clamp(declarations: tuple[r.Statement, ...], length: int) -> None:
    """Let no record reach beyond the text as written, to which a repair added closing braces."""
    pending: list[r.Record] = list(declarations)
    while pending:
        record = pending.pop()
        if record.end > length:
            record.start, record.end = min(record.start, length), length
            pending.extend(r.children(record))


def _problems(
    parsed: ParsedText, repairs: tuple[r.Repair, ...], text: str
) -> tuple[r.SyntaxProblem, ...]:
    """Collect the outermost stretches that the grammar could not read and the tokens it missed.

    A missing token that a repair speaks of is none: the tree is what it would be with the token.
    """
    length = len(text)
    closed = any(entry.kind == BRACE and entry.correct for entry in repairs)
    repaired: dict[str, list[int]] = {}
    for entry in sorted(repairs, key=lambda entry: entry.start):
        repaired.setdefault(entry.correct, []).append(entry.start)
    found: list[r.SyntaxProblem] = []
    pending: list[SyntaxNode] = [parsed.root]
    while pending:
        node = pending.pop()
        if node.kind == "ERROR":
            found.append(r.SyntaxProblem(min(node.start, length), min(node.end, length), ""))
        elif node.missing:
            if (node.kind == "}" and closed) or _speaks_of(repaired.get(node.kind, ()), node, text):
                continue
            place = min(node.start, length)
            found.append(r.SyntaxProblem(place, place, node.kind))
        else:
            pending.extend(node.children)
    return tuple(sorted(found, key=lambda problem: problem.start))


def _speaks_of(starts: Sequence[int], node: SyntaxNode, text: str) -> bool:
    """Tell whether nothing but blanks stand between a repair and a token that the tree misses."""
    at = bisect_right(starts, node.start)
    return at > 0 and _VISIBLE.search(text, starts[at - 1], node.start) is None
