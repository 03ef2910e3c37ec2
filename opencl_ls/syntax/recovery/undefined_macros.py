"""Undefined macros in places where the grammar allows no name and no call.

Build options define such macros: hints before loops, attributes, statements without a semicolon,
lists of arguments, operators, the heads of loops.  Where an item cannot be read, these words in
capitals are blanked, or replaced by the token that their definition will bring: a semicolon, an
operator, `for`.  The text keeps its length, but for a semicolon that its end may need.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from msgspec import Struct

from opencl_ls.builtins.host_names import HOST_NAME
from opencl_ls.builtins.names import is_builtin
from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.records import SyntaxProblem
from opencl_ls.syntax.recovery.macro_context import (
    ATTRIBUTE,
    BEFORE_CASTS,
    BEFORE_VALUES,
    BODY,
    FOR,
    HEADS,
    MEMBERS,
    STATEMENTS,
    TAGS,
    VALUES,
    Macro,
    MacroContext,
)
from opencl_ls.syntax.recovery.misspelt import is_near_head
from opencl_ls.syntax.tokens import KEYWORDS, RESERVED, token_index

_WORD: Final = re.compile(rf"(?<![A-Za-z0-9_])(?:{HOST_NAME}|[A-Z](?=[ \t]*\())", re.ASCII)
_LAST_NAME: Final = re.compile(r"[A-Za-z_]\w*(?=\s*+\Z)", re.A)
_LONGEST: Final = 100
_LOOP: Final = re.compile(r"\([^(){};]*+(?:\([^(){};]*+\)[^(){};]*+)*+;")
"""The begin of the head of a loop: nothing else has a semicolon in parentheses."""

_ONE_ARGUMENT: Final = 3
"""The number of tokens after the name of a macro with one word as its argument."""

_IN_LOOPS: Final = 2
"""The number of semicolons in the head of a `for`."""

OPERATOR: Final = "+"
"""The operator that replaces a macro between two values."""

_NO_NAME: Final = re.compile(r"\W", re.A)
_NAME: Final = re.compile(r"\w+", re.A)
_SIGNED: Final = frozenset(("signed", "unsigned"))
_ENDS_OF_STATEMENTS: Final = frozenset(";{}")
_AFTER_DECLARATORS: Final = frozenset(";,)={[:")
_PREFIXES: Final = frozenset("+-~!*")
_SIGNS: Final = frozenset("=+-*/%<>&|^!?:.~")
_EXTRA: Final = "extra"
_TYPE: Final = "type"
_VALUE: Final = "value"
_WORDS: Final = 40
"""The most words of a declaration before its name, and after it."""

_MACROS: Final = 1000
"""The most macros of an item; items with more are read as they are."""


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

    In a text that is `well_formed` only those macros count that the grammar reads as something
    else, without an error.
    """
    return _without_macros(text, well_formed)


# The search asks again for the text that was read.
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
        gap = "".join(each if each == "\n" else " " for each in text[start + len(put) : end])
        parts += (text[position:start], put, gap)
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


class _MacroEdits(MacroContext):
    """The macros of an item, and the edits with which the grammar can read its text.

    `ending` is to be appended to the text.
    """

    def __init__(self, text: str, starts: set[int], loops: list[int], well_formed: bool) -> None:
        super().__init__(text, starts)
        self._well_formed = well_formed
        self._loops = {first: last for first, last in map(self._loop, loops) if last >= 0}
        starts.update(self.tokens[index].start for index in self._loops)
        self.edits: list[_Edit] = []
        self._operators: set[int] = set()
        self.ending = ""
        position = 0
        for start in sorted(starts):
            index = token_index(self.tokens, start)
            # A word in a comment or a string is no token.
            if start >= position and self.is_macro(index):
                position = self._look_at(self.macro_at(index))

    def _loop(self, start: int) -> tuple[int, int]:
        """Return the first and last token that stand for `for` before the parentheses at a byte.

        The last is -1 where none do.
        """
        opener = token_index(self.tokens, start)
        marks = [token.text for token in self.tokens[opener : self.pairs.get(opener, opener)]]
        first = opener - 1
        if self.text_at(first) == ")":
            # `UNROLLED_FOR(4)(int i = 0; ...)`.
            first = self.opener(first) - 1
        word = self.text_at(first)
        is_word = first >= 0 and self.tokens[first].kind == "word"
        if not is_word or len(word) < len(FOR) or word in RESERVED or "{" in marks:
            return opener, -1
        is_macro = "_" in word or word.isupper() or not is_near_head(word)
        return first, opener - 1 if is_macro and marks.count(";") == _IN_LOOPS else -1

    def _look_at(self, macro: Macro) -> int:
        """Add the edit for a macro, and return the byte from which to look for other macros."""
        tokens = self.tokens
        end = tokens[macro.last].end
        if macro.first in self._loops:
            end = tokens[self._loops[macro.first]].end
            self.edits.append(_Edit(tokens[macro.first].start, end, FOR))
            return end
        if self._begins_statement(macro.first) and self._is_statement(macro):
            return end
        if not self._well_formed and self._is_operator(macro):
            self.edits.append(_Edit(tokens[macro.first].start, end, OPERATOR))
            self._operators.add(macro.last)
            return end
        if macro.last > macro.first and self._names_function(macro):
            start = tokens[macro.first].start
            name = _NO_NAME.sub("_", self.text[start:end])
            self.edits.append(_Edit(start, end, name, SyntaxProblemKind.PASTED_NAME))
            return end
        if self._well_formed and not self._is_of_tag(macro):
            return tokens[macro.first].end
        role = self._role(macro)
        if role == _EXTRA:
            self._leave_out(macro.first, macro.last)
            if self.text_at(macro.first - 1) in TAGS and self._is_of_function(macro):
                # The grammar took the members for the body of a function.
                self.ending = ";"
            return end
        is_type = role == _TYPE and self.text_at(macro.last + 1) not in ("(", "{")
        if macro.last > macro.first and (
            is_type or self._is_parameter(macro) or self._is_cast(macro)
        ):
            # The macro without its arguments reads as the name of a type.
            self._leave_out(macro.first + 1, macro.last)
            return end
        if macro.last > macro.first and self._is_head(macro):
            # `KERNEL(add)(...)` reads as a type and a name.
            if macro.last - macro.first > _ONE_ARGUMENT:
                self._leave_out(macro.first + _ONE_ARGUMENT, macro.last - 1)
            return end
        if macro.last > macro.first and self._has_odd_arguments(macro):
            if macro.last - macro.first > 2:
                self._leave_out(macro.first + 2, macro.last - 1)
            return end
        return tokens[macro.first].end

    def _is_of_tag(self, macro: Macro) -> bool:
        """Tell whether a macro is next to the tag of a struct, a union or an enumeration."""
        return any(self.text_at(word.first) in TAGS for word in self._words_around(macro))

    def _is_of_function(self, macro: Macro) -> bool:
        """Tell whether the words around a macro read as the head of a function's body."""
        behind = self.text_at(self._words_around(macro)[-1].last + 1)
        return behind == "{" and not self.around.get(macro.first) and self.tokens[-1].text == "}"

    def _is_parameter(self, macro: Macro) -> bool:
        """Tell whether a macro alone is a parameter."""
        if self.around.get(macro.first) or self.text_at(macro.first - 1) not in ("(", ","):
            return False
        return self.text_at(macro.last + 1) in (",", ")")

    def _is_cast(self, macro: Macro) -> bool:
        """Tell whether a macro alone is in the parentheses of a cast."""
        if self.text_at(macro.first - 1) != "(" or self.text_at(macro.last + 1) != ")":
            return False
        behind = macro.last + 2
        if behind >= len(self.tokens) or self.tokens[behind].kind == "other":
            return False
        before = self.text_at(macro.first - 2)
        is_call = macro.first > 1 and self.tokens[macro.first - 2].kind == "word"
        return before in BEFORE_CASTS if is_call else before not in (")", "]")

    def _names_function(self, macro: Macro) -> bool:
        """Tell whether a macro with its arguments is the name of a function after its type."""
        tokens = self.tokens
        if self.around.get(macro.first) or self.text_at(macro.last + 1) != "(":
            return False
        if macro.first == 0 or tokens[macro.first].start in self.inside:
            return False
        if "\n" in self.text[tokens[macro.first].start : tokens[macro.last].end]:
            return False
        before = tokens[macro.first - 1]
        typed = [word for word in self._words_around(macro) if word.first < macro.first]
        if before.kind != "word" and before.text not in ("*", ")"):
            return False
        return before.text == "*" or any(self._may_be_type(word) for word in typed)

    def _is_head(self, macro: Macro) -> bool:
        """Tell whether a macro with its arguments is the name and the type of a function."""
        if self.around.get(macro.first) or self.text_at(macro.last + 1) != "(":
            return False
        is_inside = self.tokens[macro.first].start in self.inside
        return not is_inside and self.tokens[macro.first + 2].kind == "word"

    def _may_be_type(self, word: Macro) -> bool:
        mark = self.text_at(word.first)
        return mark not in KEYWORDS and mark not in RESERVED and mark != ATTRIBUTE

    def _is_operator(self, macro: Macro) -> bool:
        """Tell whether a macro stands between two values."""
        if self.around.get(macro.first) not in (BODY, VALUES):
            return False
        tokens = self.tokens
        if macro.last + 1 >= len(tokens) or not self.ends_value(macro.first - 1):
            return False
        after = tokens[macro.last + 1]
        is_followed = self.is_macro(macro.last + 1) and self.text_at(macro.last + 2) in (",", ")")
        if is_followed and self.is_argument(macro.first):
            # Two macros that expand to arguments.
            return False
        is_name = after.kind == "word" and after.text not in RESERVED
        return after.kind == "number" or (is_name and builtin_type(after.text) is None)

    def _leave_out(self, first: int, last: int) -> None:
        start, end = self.tokens[first].start, self.tokens[last].end
        self.edits.append(_Edit(start, end, ""))

    # --- statements ------------------------------------------------------------------------------

    def _begins_statement(self, index: int) -> bool:
        """Tell whether a statement of a body may begin at `index`, apart from macros before it."""
        if self.around.get(index) not in (BODY, MEMBERS):
            return False
        before = self.text_at(index - 1)
        if before in _ENDS_OF_STATEMENTS or before in ("else", "do", ":") or self._is_left(index):
            return True
        return before == ")" and self.opener_word(index - 1) in HEADS

    def _is_left(self, index: int) -> bool:
        """Tell whether a macro that is edited ends before `index`."""
        start, end = self.tokens[index].start, self.tokens[index - 1].end
        return any(end <= each.end and each.start <= start for each in self.edits[-2:])

    def _is_statement(self, macro: Macro) -> bool:
        """Add the edit for a macro at the begin of a statement, if it needs one."""
        behind = macro.last + 1
        token = self.tokens[behind] if behind < len(self.tokens) else None
        after = "" if token is None else token.text
        is_word = token is not None and token.kind == "word"
        is_fresh = token is not None and token.fresh
        is_call = macro.last > macro.first
        ends_block = self.text_at(macro.first - 1) in _ENDS_OF_STATEMENTS
        if is_call and after == ";" and self.around[macro.first] == MEMBERS:
            self._leave_out(macro.first, macro.last)
            return True
        if is_call and is_word and not is_fresh and ends_block and after not in STATEMENTS:
            if self.text_at(behind + 1) in ("=", ";", ",", "["):
                # `VEC(4) x = 0;` declares: `VEC` reads as the name of a type.
                self._leave_out(macro.first + 1, macro.last)
                return True
        if after not in STATEMENTS and after not in ("{", "}"):
            # Nothing is declared after `else` and the like.
            is_plain = ends_block and not is_call and after != "*"
            may_declare = is_plain and self._may_be_declared(behind)
            begins = is_word or (is_fresh and after in _PREFIXES)
            if not begins or may_declare:
                return False
        place = self.tokens[macro.last].end
        has_room = place < len(self.text) and self.text[place].isspace()
        is_head = self.text_at(macro.first - 1) == ")" and not self._begins_declaration(behind)
        is_body = is_call and is_fresh and after not in STATEMENTS and not is_head
        stands_alone = ends_block or after in ("}", "else") or is_body
        if self.around[macro.first] == MEMBERS or not has_room or not stands_alone:
            self._leave_out(macro.first, macro.last)
            return True
        if is_call and self._has_odd_arguments(macro):
            self._leave_out(macro.first + 2, macro.last - 1)
        self.edits.append(_Edit(place, place + 1, ";", None))
        return True

    def _begins_declaration(self, index: int) -> bool:
        mark = self.text_at(index)
        return mark in KEYWORDS or builtin_type(mark) is not None

    def _may_be_declared(self, index: int) -> bool:
        """Tell whether a macro before `index` may be the type of a declaration."""
        place = index + 1
        while self.text_at(place) == "[":
            while self.text_at(place) not in ("]", ""):
                place += 1
            place += 1
        after, next_mark = self.text_at(place), self.text_at(place + 1)
        if after in ("=", "*"):
            return next_mark != "="
        if after in STATEMENTS:
            return False
        return after in (";", ",", "") or self.tokens[place].kind == "word"

    def _has_odd_arguments(self, macro: Macro) -> bool:
        """Tell whether the arguments of a macro are more than values and types."""
        tokens = self.tokens
        for index in range(macro.first + 2, macro.last):
            mark, before = tokens[index].text, tokens[index - 1].text
            behind = tokens[index + 1].text
            if mark in (";", "{", "}") or mark in STATEMENTS:
                return True
            ends = behind == "," or index + 1 == macro.last
            begins = before == "," or index == macro.first + 2
            if ends and (mark in _SIGNS or (begins and mark in KEYWORDS)):
                return True
            if mark == "," and (begins or index + 1 == macro.last):
                return True
            if tokens[index].kind == "word" and tokens[index - 1].kind == "word":
                if builtin_type(before) is not None and builtin_type(mark) is None:
                    return True
        return False

    # --- declarations ----------------------------------------------------------------------------

    def _role(self, macro: Macro) -> str:
        """Return the role of a macro in a declaration or a value, "" where it is in neither."""
        words = self._words_around(macro)
        before = self.text_at(words[0].first - 1)
        after = self.text_at(words[-1].last + 1)
        behind = self.tokens[words[-1].last + 1].kind if after else ""
        if behind in ("number", "text"):
            is_before_value = before in BEFORE_VALUES or before in ("(", ",", "[")
            # Of two macros the first is a value, and the second an operator.
            is_first = words[0].first == macro.first and len(words) > 1
            return _EXTRA if is_before_value and not is_first else ""
        is_name = after in _AFTER_DECLARATORS or (after == "(" and len(words) > 1)
        behind_macro = (word for word in words if word.first > macro.first)
        is_before_pointer = after == "*" and all(
            self.text_at(word.first) in KEYWORDS for word in behind_macro
        )
        if not is_name and not is_before_pointer:
            return ""
        needed = self._needed(words, before, after, macro.first)
        kept: list[Macro] = []
        plain = 0
        known_type = False
        for word in words:
            mark = self.text_at(word.first)
            if self.is_macro(word.first):
                continue
            if mark in KEYWORDS or mark in RESERVED or mark == ATTRIBUTE:
                continue
            is_known = builtin_type(mark) is not None or mark in _SIGNED
            plain += not (is_known and known_type)
            known_type = is_known
        if is_before_pointer:
            # `float LOCAL_MEMORY *p`, and not the product `a = N * p`.
            if known_type:
                return _EXTRA
            is_qualified = any(self.text_at(word.first) in KEYWORDS for word in words)
            is_cast = self.text_at(macro.last + 2) == ")"
            is_type = is_qualified or is_cast or not self.around.get(macro.first)
            return _TYPE if is_type else ""
        for word in words:
            if self.is_macro(word.first) and plain + len(kept) < needed:
                kept.append(word)
        if all(word.first != macro.first for word in kept):
            return _EXTRA
        return _TYPE if needed > 1 else _VALUE

    def _words_around(self, macro: Macro) -> list[Macro]:
        """Return the words in a row around a macro, the macro included."""
        tokens = self.tokens
        words = [macro]
        while words[0].first > 0 and len(words) < _WORDS:
            index = words[0].first - 1
            if index in self._operators:
                break
            if tokens[index].text == ")":
                opened = self._macro_ending(index)
                if opened is None:
                    break
                words.insert(0, opened)
            elif tokens[index].kind == "word" and tokens[index].text not in STATEMENTS:
                words.insert(0, Macro(index, index))
            else:
                break
        while words[-1].last + 1 < len(tokens) and len(words) < 2 * _WORDS:
            index = words[-1].last + 1
            if tokens[index].kind != "word" or tokens[index].text in STATEMENTS:
                break
            takes_arguments = self.is_macro(index) or tokens[index].text == ATTRIBUTE
            words.append(self.macro_at(index) if takes_arguments else Macro(index, index))
        return words

    def _macro_ending(self, closer: int) -> Macro | None:
        """Return the macro or attribute whose arguments end at `closer`, or None."""
        index = self.opener(closer) - 1
        if index < 0 or not (self.is_macro(index) or self.text_at(index) == ATTRIBUTE):
            return None
        return Macro(index, closer)

    def _needed(self, words: list[Macro], before: str, after: str, macro: int) -> int:
        """Return how many words, without qualifiers, the grammar needs in the place of `words`."""
        first = self.text_at(words[0].first)
        if any(self.text_at(word.first) in TAGS for word in words):
            return 1 if after == "{" else 2
        place = words[0].first - 1
        if before in ("*", ".", "struct", "union", "enum") or before in BEFORE_VALUES:
            return 1
        if place in self._operators:
            return 1
        in_braces = self.around.get(macro, "") != ""
        if before == "]" or (before == ")" and after in ("{", ";")):
            return 0
        is_behind_number = place >= 0 and self.tokens[place].kind == "number"
        if is_behind_number or (in_braces and place >= 0 and self.ends_value(place)):
            return 0
        if before == "}" and not in_braces:
            return 1
        if before in ("(", ",") and in_braces:
            is_value = after in (",", ")") or not self.is_macro(words[0].first)
            is_type = builtin_type(first) is not None or first in KEYWORDS
            return 1 if is_value and not is_type else 2
        return 2
