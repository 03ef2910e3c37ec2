"""Undefined macros in places where the grammar allows no name and no call.

Build options define such macros: hints before loops, attributes, statements without a semicolon,
lists of arguments, operators, the heads of loops.  If an item cannot be parsed, these words in
capitals are blanked, or replaced by the token that their definition will have: a semicolon, an
operator, `for`.  The text keeps its length, except for a semicolon that its end may need.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from opencl_ls.builtins.host_names import HOST_NAME
from opencl_ls.builtins.names import is_builtin
from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.recovery.in_place import blanked
from opencl_ls.syntax.recovery.macro_context import (
    BODY,
    FOR,
    HEADS_AND_ATTRIBUTES,
    MEMBERS,
    STATEMENTS,
    Macro,
    MacroContext,
)
from opencl_ls.syntax.recovery.macro_roles import (
    Role,
    begins_declaration,
    has_odd_arguments,
    is_cast,
    is_head,
    is_of_function,
    is_of_tag,
    is_operator,
    is_parameter,
    may_be_declared,
    names_function,
    role_of,
)
from opencl_ls.syntax.recovery.misspelt import is_near_head
from opencl_ls.syntax.tokens import RESERVED, TAGS, token_index

_WORD: Final = lazy_pattern(rf"(?<![A-Za-z0-9_])(?:{HOST_NAME}|[A-Z](?=[ \t]*\())", re.ASCII)
_LAST_NAME: Final = re.compile(r"[A-Za-z_]\w*(?=\s*+\Z)", re.A)
_LONGEST: Final = 100
"""The most bytes of a name before the head of a loop."""

_LOOP: Final = re.compile(r"\([^(){};]*+(?:\([^(){};]*+\)[^(){};]*+)*+;")
"""The start of the head of a loop: nothing else has a semicolon in parentheses."""

_ONE_ARGUMENT: Final = 3
"""The number of tokens after the name of a macro with one word as its argument."""

_IN_LOOPS: Final = 2
"""The number of semicolons in the head of a `for`."""

OPERATOR: Final = "+"
"""The operator that replaces a macro between two values."""

_NO_NAME: Final = re.compile(r"\W", re.A)
_NAME: Final = re.compile(r"\w+", re.A)
_ENDS_OF_STATEMENTS: Final = frozenset(";{}")
_PREFIXES: Final = frozenset("+-~!*")
_MACROS: Final = 1000
"""The most macros of an item; items with more are not edited."""


class _Edit(Struct, frozen=True):
    """An edit: `put`, followed by blanks, replaces the bytes from `start` to `end`.

    `kind` is the kind of problem that is reported for it, None for none.
    """

    start: int
    end: int
    put: str
    kind: SyntaxProblemKind | None = SyntaxProblemKind.UNDEFINED_MACRO


def without_macros(
    text: str, *, well_formed: bool = False
) -> tuple[str, tuple[SyntaxProblem, ...]] | None:
    """Return the text of an item without such macros, and the macros; None if there are none.

    In a text that is `well_formed` only those macros count that the grammar misreads without an
    error.
    """
    return _without_macros(text, well_formed)


# The search repeats this for the same text.
@lru_cache(maxsize=4)
def _without_macros(text: str, well_formed: bool) -> tuple[str, tuple[SyntaxProblem, ...]] | None:
    starts = {match.start() for match in _WORD.finditer(text) if not is_builtin(match[0])}
    loops = _odd_loops(text)
    if not 0 < len(starts) + len(loops) <= _MACROS:
        return None
    found = _MacroEdits(text, starts, loops, well_formed)
    if not found.edits:
        return None
    parts: list[str] = []
    recovered: list[SyntaxProblem] = []
    position = 0
    for edit in sorted(found.edits, key=lambda each: each.start):
        start, end, put = edit.start, edit.end, edit.put
        if start < position:
            continue
        parts += (text[position:start], put, blanked(text[start + len(put) : end]))
        position = end
        if edit.kind:
            name = _NAME.match(text, start) if start in starts else None
            recovered.append(SyntaxProblem(start, end, edit.kind, "" if name is None else name[0]))
    return "".join((*parts, text[position:], found.ending)), tuple(recovered)


def holds_macros(text: str, start: int, end: int) -> bool:
    """Tell whether a word between two bytes of a text may be an undefined macro."""
    return any(not is_builtin(match[0]) for match in _WORD.finditer(text, start, end))


def _odd_loops(text: str) -> list[int]:
    """Return the offsets of parentheses that may be the head of a loop and follow no keyword."""
    found: list[int] = []
    for head in _LOOP.finditer(text):
        start = max(0, head.start() - _LONGEST)
        word = _LAST_NAME.search(text, start, head.start())
        if word is None or word[0] not in STATEMENTS:
            found.append(head.start())
    return found


class _MacroEdits:
    """The edits with which the grammar can parse an item with undefined macros.

    `ending` is to be appended to the text.
    """

    def __init__(self, text: str, starts: set[int], loops: list[int], well_formed: bool) -> None:
        self.context = MacroContext(text, starts)
        self.edits: list[_Edit] = []
        self.ending = ""
        self._well_formed = well_formed
        self._loops = {first: last for first, last in map(self._loop, loops) if last >= 0}
        tokens = self.context.tokens
        starts.update(tokens[index].start for index in self._loops)
        position = 0
        for start in sorted(starts):
            index = token_index(tokens, start)
            # A word in a comment or a string is no token.
            if start >= position and self.context.is_macro(index):
                position = self._add_edit(self.context.macro_at(index))

    def _loop(self, start: int) -> tuple[int, int]:
        """Return the first and last token in place of `for` before the parentheses at a byte.

        The last is -1 without such tokens.
        """
        context = self.context
        opener = token_index(context.tokens, start)
        closer = context.pairs.get(opener, opener)
        marks = [token.text for token in context.tokens[opener:closer]]
        first = opener - 1
        if context.text_at(first) == ")":
            # `UNROLLED_FOR(4)(int i = 0; ...)`.
            first = context.opener(first) - 1
        word = context.text_at(first)
        is_word = first >= 0 and context.tokens[first].kind == "word"
        if not is_word or len(word) < len(FOR) or word in RESERVED or "{" in marks:
            return opener, -1
        is_macro = "_" in word or word.isupper() or not is_near_head(word)
        return first, opener - 1 if is_macro and marks.count(";") == _IN_LOOPS else -1

    def _add_edit(self, macro: Macro) -> int:
        """Add the edit for a macro, and return the byte from which to look for other macros."""
        context = self.context
        start, end = context.tokens[macro.first].start, context.tokens[macro.last].end
        if macro.first in self._loops:
            end = context.tokens[self._loops[macro.first]].end
            self.edits.append(_Edit(start, end, FOR))
        elif self._begins_statement(macro.first) and self._is_statement(macro):
            return end
        elif not self._well_formed and is_operator(context, macro):
            self.edits.append(_Edit(start, end, OPERATOR))
            context.operators.add(macro.last)
        elif macro.last > macro.first and names_function(context, macro):
            name = _NO_NAME.sub("_", context.text[start:end])
            self.edits.append(_Edit(start, end, name, SyntaxProblemKind.PASTED_NAME))
        elif (self._well_formed and not is_of_tag(context, macro)) or not self._is_declared(macro):
            return context.tokens[macro.first].end
        return end

    def _is_declared(self, macro: Macro) -> bool:
        """Add the edit for a macro in a declaration or a value, unless it needs none."""
        context = self.context
        role = role_of(context, macro)
        if role is Role.EXTRA:
            self._leave_out(macro.first, macro.last)
            if context.text_at(macro.first - 1) in TAGS and is_of_function(context, macro):
                # The grammar took the members for the body of a function.
                self.ending = ";"
            return True
        if macro.last == macro.first:
            return False
        is_type = role is Role.TYPE and context.text_at(macro.last + 1) not in ("(", "{")
        if is_type or is_parameter(context, macro) or is_cast(context, macro):
            # The macro without its arguments reads as the name of a type.
            self._leave_out(macro.first + 1, macro.last)
        elif is_head(context, macro):
            # `KERNEL(add)(...)` reads as a type and a name.
            if macro.last - macro.first > _ONE_ARGUMENT:
                self._leave_out(macro.first + _ONE_ARGUMENT, macro.last - 1)
        elif has_odd_arguments(context, macro):
            if macro.last - macro.first > 2:
                self._leave_out(macro.first + 2, macro.last - 1)
        else:
            return False
        return True

    def _leave_out(self, first: int, last: int) -> None:
        start, end = self.context.tokens[first].start, self.context.tokens[last].end
        self.edits.append(_Edit(start, end, ""))

    def _begins_statement(self, index: int) -> bool:
        """Tell whether a statement of a body may begin at `index`, apart from macros before it."""
        if self.context.around.get(index) not in (BODY, MEMBERS):
            return False
        before = self.context.text_at(index - 1)
        if before in _ENDS_OF_STATEMENTS or before in ("else", "do", ":") or self._is_left(index):
            return True
        return before == ")" and self.context.opener_word(index - 1) in HEADS_AND_ATTRIBUTES

    def _is_left(self, index: int) -> bool:
        """Tell whether a macro that is edited ends before `index`."""
        start, end = self.context.tokens[index].start, self.context.tokens[index - 1].end
        return any(end <= each.end and each.start <= start for each in self.edits[-2:])

    def _is_statement(self, macro: Macro) -> bool:
        """Add the edit for a macro at the start of a statement, if it needs one."""
        context = self.context
        next_index = macro.last + 1
        token = context.tokens[next_index] if next_index < len(context.tokens) else None
        after = "" if token is None else token.text
        is_word = token is not None and token.kind == "word"
        is_fresh = token is not None and token.fresh
        is_call = macro.last > macro.first
        ends_block = context.text_at(macro.first - 1) in _ENDS_OF_STATEMENTS
        if is_call and after == ";" and context.around[macro.first] == MEMBERS:
            self._leave_out(macro.first, macro.last)
            return True
        if is_call and is_word and not is_fresh and ends_block and after not in STATEMENTS:
            if context.text_at(next_index + 1) in ("=", ";", ",", "["):
                # `VEC(4) x = 0;` declares: `VEC` is parsed as the name of a type.
                self._leave_out(macro.first + 1, macro.last)
                return True
        if after not in STATEMENTS and after not in ("{", "}"):
            # Nothing is declared after `else` and the like.
            is_plain = ends_block and not is_call and after != "*"
            may_declare = is_plain and may_be_declared(context, next_index)
            begins = is_word or (is_fresh and after in _PREFIXES)
            if not begins or may_declare:
                return False
        place = context.tokens[macro.last].end
        has_room = place < len(context.text) and context.text[place].isspace()
        declares = begins_declaration(context, next_index)
        follows_head = context.text_at(macro.first - 1) == ")" and not declares
        is_body = is_call and is_fresh and after not in STATEMENTS and not follows_head
        is_alone = ends_block or after in ("}", "else") or is_body
        if context.around[macro.first] == MEMBERS or not has_room or not is_alone:
            self._leave_out(macro.first, macro.last)
            return True
        if is_call and has_odd_arguments(context, macro):
            self._leave_out(macro.first + 2, macro.last - 1)
        self.edits.append(_Edit(place, place + 1, ";", None))
        return True
