"""Slips of the pen that are known well enough to be mended: where they stand and what was meant.

Each function reads the tokens of an item that the grammar could not read and proposes slips;
`repair.py` tries them and keeps those that help.  Every edit keeps the length of the text, so that
all places of the item stay what they are.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.builtins.types import builtin_type
from opencl_ls.syntax.room import inserted
from opencl_ls.text import remembered, with_plain_blanks

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

BLANK: Final = "unicode-blank"
QUOTE: Final = "typographic-quote"
RAW_STRING: Final = "raw-string"
PARENTHESIS: Final = "parenthesis"
BLOCK_DECLARATOR: Final = "block-declarator"
BLOCK_BODY: Final = "block-body"
BLOCK_WORD: Final = "block-word"
BLOCK_STORAGE: Final = "block-storage"
KEYWORD: Final = "keyword"
SEMICOLON: Final = "semicolon"
EXPRESSION: Final = "expression"
LITERAL: Final = "literal"
BRACE: Final = "brace"
LOGICAL_XOR: Final = "logical-xor"
THREAD_STORAGE: Final = "thread-storage"
COMPLEX: Final = "complex"
BIT_INT: Final = "bit-int"
REPEATED_WORD: Final = "repeated-word"
PIPE_OPERAND: Final = "pipe-operand"
LONE_WORDS: Final = "lone-words"
MISSING_TYPE: Final = "missing-type"
HIDDEN_TYPE: Final = "hidden-type"
UNTYPED_FUNCTION: Final = "untyped-function"
HOST_MACRO: Final = "host-macro"
PASTED_NAME: Final = "pasted-name"
MISSPELT: Final = "misspelt"
ELSE: Final = "else"
INSTEAD: Final = "instead"
MARK: Final = "mark"

ADDRESS_SPACE_KEYWORDS: Final = frozenset(
    "global local constant private generic __global __local __constant __private __generic".split()
)
KEYWORDS: Final = ADDRESS_SPACE_KEYWORDS | frozenset(
    "kernel __kernel read_only write_only read_write default register auto switch inline "
    "restrict volatile const static extern union enum".split()
)
RESERVED: Final = KEYWORDS | frozenset(
    "break case continue do else for goto if return sizeof struct typedef while "
    "__read_only __write_only __read_write".split()
)
"""Keywords that the grammar itself may take for names, where they can be nothing else."""
STATEMENT_WORDS: Final = frozenset(
    "if else for while do return switch break continue goto case".split()
)
"""Keywords with which a statement begins, and nothing else."""

_TOKEN: Final = re.compile(
    r"""((?:\s++|//[^\n]*+|/\*.*?(?:\*/|\Z))*+)(?:([A-Za-z_]\w*)|(\.?\d(?:[eEpP][+-]|[\w.])*)"""
    r"""|("(?:\\.|[^"\\\n]++)*"?|'(?:\\.|[^'\\\n]++)*'?)|(\^\^|.)|\Z)""",
    re.S | re.A,
)
_OPEN_COMMENT: Final = re.compile(r"(?>(?:\s|//[^\n]*|/\*.*?\*/)*)/\*", re.S)
_AFTER_A_NAME: Final = frozenset("=;,)[.+-/%<>&|^?:!]")
_FOREIGN_WORDS: Final = {
    **dict.fromkeys(("__thread", "_Thread_local"), THREAD_STORAGE),
    **dict.fromkeys(("_Complex", "__complex__", "_Imaginary"), COMPLEX),
    "_BitInt": BIT_INT,
    "typedef": REPEATED_WORD,
    "pipe": PIPE_OPERAND,
}
_ACCESS: Final = frozenset(
    "read_only write_only read_write __read_only __write_only __read_write".split()
)
_ALONE: Final = frozenset("const volatile static extern typedef".split()) | ADDRESS_SPACE_KEYWORDS
_LONE_WORDS: Final = re.compile(rf"\b(?:{'|'.join(sorted(_ALONE))}|(?:__)?kernel)\s*;")
_BEFORE_A_TYPE: Final = frozenset(
    "static extern inline register auto const volatile kernel __kernel".split()
)
_PAIRING: Final = frozenset("(){};")
_STORAGE: Final = frozenset("static extern inline register auto typedef".split())
_SPAN: Final = 40
_HEADER: Final = 1000
_BREAKS: Final = 4


class Token(Struct, frozen=True, gc=False):
    """A token of an item: `kind` is word, number, text or other; `fresh` begins its line."""

    kind: str
    text: str
    start: int
    end: int
    fresh: bool


LineTokens = list[tuple[str, str, int, int]]
"""The tokens of a line: kind, text, and the bytes of the line at which each starts and ends."""


class Slip(Struct, frozen=True):
    """A slip: the stretches it covers, what should stand there, and the mended text of the item.

    It is none unless everything in `whole` can be read in the mended text.
    """

    kind: str
    places: tuple[tuple[int, int], ...]
    correct: str
    mended: str
    whole: tuple[int, int] = (0, 0)


@lru_cache(maxsize=8)
def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a byte text, blanks and comments left out; the list is not changed.

    The attempts at one repair ask for the tokens of the same few texts again and again, and the
    next key for those of a text that has all lines but one in common with it.
    """
    if "\\\n" in text:
        return _tokens_of_whole(with_plain_blanks(text)[0])
    found: list[Token] = []
    for start, _, _, tokens in token_lines(text):
        fresh = True
        for kind, mark, begin, end in tokens:
            found.append(Token(kind, mark, start + begin, start + end, fresh))
            fresh = False
    return found


def token_lines(text: str) -> Iterator[tuple[int, str, bool, LineTokens]]:
    """Yield the lines that hold tokens of a text in which no token goes over lines.

    With each come the byte at which it begins, whether that is in a comment, as `tokens_of_line`
    wants to know it, and its tokens.
    """
    text = with_plain_blanks(text)[0]
    in_comment = False
    start = end = 0
    while end >= 0:
        if in_comment:
            # A comment that somebody just opened may be as long as the file.
            close = text.find("*/", start)
            if close < 0:
                return
            start = max(start, text.rfind("\n", start, close) + 1)
        end = text.find("\n", start)
        line = text[start:] if end < 0 else text[start:end]
        tokens, ends_in_comment = tokens_of_line(line, in_comment)
        if tokens:
            yield start, line, in_comment, tokens
        in_comment, start = ends_in_comment, end + 1


def _tokens_of_whole(text: str) -> list[Token]:
    """Return the tokens of a text in which a token may go over lines."""
    found: list[Token] = []
    end = 0
    for gap, kind, mark in _words(text):
        start = end + len(gap)
        fresh = end == 0 or "\n" in gap
        end = start + len(mark)
        found.append(Token(kind, mark, start, end, fresh))
    return found


@remembered
def tokens_of_line(line: str, in_comment: bool) -> tuple[LineTokens, bool]:
    """Return the tokens of a line, and whether it ends in a comment.

    `in_comment` tells that it begins in one.  The lists are kept and not to be changed.
    """
    found: LineTokens = []
    end = line.find("*/") + 2 if in_comment else 0
    if in_comment and end == 1:
        return found, True
    for gap, kind, mark in _words(line[end:]):
        start = end + len(gap)
        end = start + len(mark)
        found.append((kind, mark, start, end))
    return found, _OPEN_COMMENT.match(line, end) is not None


def _words(text: str) -> Iterator[tuple[str, str, str]]:
    """Yield the tokens of a text: the blanks and comments before each, its kind, and its text."""
    # A row of tuples costs a third of a row of matches.
    for gap, word, number, literal, other in _TOKEN.findall(text):
        mark = word or number or literal or other
        if mark:
            kind = "word" if word else "number" if number else "text" if literal else "other"
            yield gap, kind, mark


def token_index(tokens: list[Token], offset: int) -> int:
    """Return the index of the first token that ends behind `offset`."""
    low, high = 0, len(tokens)
    while low < high:
        middle = (low + high) // 2
        if tokens[middle].end > offset:
            high = middle
        else:
            low = middle + 1
    return low


# --- brackets ------------------------------------------------------------------------------------


class Brackets(Struct):
    """What does not pair: stray closers, `(` that a `;` or `}` cuts off, braces left open.

    `last` is the first brace that closes all that were open.
    """

    stray: list[Token]
    cut: list[tuple[Token, int]]
    unclosed: list[Token]
    last: Token | None = None


def brackets_of(tokens: list[Token]) -> Brackets:
    """Pair the brackets of an item."""
    found = Brackets([], [], [])
    stack: list[int] = []
    for index in [index for index, token in enumerate(tokens) if token.text in _PAIRING]:
        token = tokens[index]
        mark = token.text
        if mark in ("(", "{"):
            stack.append(index)
        elif mark == ")":
            if stack and tokens[stack[-1]].text == "(":
                stack.pop()
            else:
                found.stray.append(token)
        elif mark == "}" or (mark == ";" and stack and not _is_for(tokens, stack[-1])):
            while stack and tokens[stack[-1]].text == "(":
                found.cut.append((tokens[stack.pop()], index))
            if mark == "}":
                if stack:
                    stack.pop()
                    if not stack and found.last is None:
                        found.last = token
                else:
                    found.stray.append(token)
    found.unclosed = [tokens[index] for index in stack if tokens[index].text == "{"]
    return found


def _is_for(tokens: list[Token], opener: int) -> bool:
    return opener > 0 and tokens[opener].text == "(" and tokens[opener - 1].text == "for"


def stray_closers(text: str, brackets: Brackets) -> Iterator[Slip]:
    """Propose to drop a closing bracket that closes nothing."""
    stray = brackets.stray[:2]
    if stray and stray[0].text == "}" and brackets.last is not None:
        # What stands between the two is meant to be inside.
        stray = [brackets.last, *stray]
    for token in stray:
        kind = PARENTHESIS if token.text == ")" else BRACE
        mended = text[: token.start] + " " + text[token.end :]
        yield Slip(kind, ((token.start, token.end),), "", mended)


def cut_parentheses(text: str, tokens: list[Token], brackets: Brackets) -> Iterator[Slip]:
    """Propose to close a parenthesis before the `;` or `}` that cuts it off."""
    for _, index in brackets.cut[:2]:
        place = tokens[index - 1].end
        mended = inserted(text, place, ")")
        if mended is not None:
            yield Slip(PARENTHESIS, ((place, place),), ")", mended)


def open_braces(text: str, tokens: list[Token], brackets: Brackets) -> Iterator[Slip]:
    """Propose to close the braces that are open where the item ends.

    They are closed where the indentation tells that they end, or at the end of the item.
    """
    count = len(brackets.unclosed)
    if not count:
        return
    missing = "}" * count
    opener, closers = _unclosed(text, tokens)
    opener = opener or brackets.unclosed[-1]
    place = ((opener.start, opener.end),)
    if 0 < len(closers) <= count:
        placed: str | None = text
        for closer in reversed(closers):
            placed = inserted(placed, closer.start, "}") if placed is not None else None
        if placed is not None:
            yield Slip(BRACE, place, missing, placed + "}" * (count - len(closers)))
    yield Slip(BRACE, place, missing, text + missing)


def closed_at_end(text: str) -> list[Slip]:
    """Return how a text may be closed of which nothing but closing braces is missing."""
    tokens = tokens_of(text)
    brackets = brackets_of(tokens)
    return [] if brackets.stray else list(open_braces(text, tokens, brackets))


def _unclosed(text: str, tokens: list[Token]) -> tuple[Token | None, list[Token]]:
    """Return the brace that lacks its partner, judged by how the lines are indented.

    With it come the closing braces before which another one is missing.
    """
    stack: list[tuple[Token, int]] = []
    first: Token | None = None
    closers: list[Token] = []
    for token in [each for each in tokens if each.text in ("{", "}")]:
        if token.text == "{":
            stack.append((token, column(text, token.start)))
            continue
        here = column(text, token.start) if token.fresh else None
        while here is not None and len(stack) > 1 and here < stack[-1][1]:
            first = first or stack[-1][0]
            closers.append(token)
            stack.pop()
        if stack:
            stack.pop()
    return first or (stack[-1][0] if stack else None), closers


def column(text: str, offset: int) -> int:
    """Return how far the line of a byte is indented before it."""
    start = text.rfind("\n", 0, offset) + 1
    line = text[start:offset]
    return len(line) - len(line.lstrip())


def foreign_words(text: str) -> list[Slip]:
    """Leave out the words of C and its dialects that the grammar does not know.

    They can be nothing else, wherever they stand: `_BitInt(8)` is a type, the others stand beside
    one.  A second `typedef` goes with them, and `pipe` in the operand of `sizeof`.
    """
    if not any(word in text for word in _FOREIGN_WORDS):
        return []
    tokens = tokens_of(text)
    places: list[tuple[str, int, int]] = []
    mended = text
    for index, token in enumerate(tokens):
        kind, end, instead = _FOREIGN_WORDS.get(token.text, ""), token.end, ""
        if kind == REPEATED_WORD and (index == 0 or tokens[index - 1].text != token.text):
            continue
        start = token.start
        if kind == PIPE_OPERAND:
            if not _is_measured(tokens, index):
                continue
            # Its access goes with it.
            start = tokens[index - 1].start if tokens[index - 1].text in _ACCESS else start
        if kind == BIT_INT:
            width = tokens[index + 1 : index + 4]
            if [each.text for each in width[::2]] != ["(", ")"]:
                continue
            end, instead = width[-1].end, "int"
        if kind:
            places.append((kind, token.start, end))
            mended = mended[:start] + instead.ljust(end - start) + mended[end:]
    return [Slip(kind, ((start, end),), "", mended) for kind, start, end in places]


def lone_words(text: str) -> list[Slip]:
    """Leave out qualifiers and storage classes that stand before a semicolon, and nothing else.

    They declare nothing, in every place of a declaration.
    """
    if not _LONE_WORDS.search(text):
        return []
    tokens = tokens_of(text)
    places: list[tuple[int, int]] = []
    mended = text
    first = 0
    inside: list[bool] = []
    for index, token in enumerate(tokens):
        if token.text in (";", "{", "}"):
            words = tokens[first:index]
            # `kernel` begins no declaration of a body, and no storage class one of a member.
            allowed = _ALONE
            if not first or (inside and inside[-1]):
                allowed = _ALONE | {"kernel", "__kernel"}
            if inside and inside[-1]:
                allowed -= _STORAGE
            if words and token.text == ";" and all(each.text in allowed for each in words):
                start, end = words[0].start, words[-1].end
                places.append((start, end))
                mended = mended[:start] + " " * (end - start) + mended[end:]
            if token.text == "{":
                before = [each.text for each in tokens[max(0, index - 2) : index]]
                inside.append("struct" in before or "union" in before)
            elif token.text == "}" and inside:
                inside.pop()
            first = index + 1
    return [Slip(LONE_WORDS, (place,), "", mended) for place in places]


def _is_measured(tokens: list[Token], index: int) -> bool:
    """Tell whether a word stands in the operand of `sizeof`, with none but words before it."""
    while index > 0 and tokens[index].kind == "word":
        index -= 1
    return index > 0 and tokens[index].text == "(" and tokens[index - 1].text == "sizeof"


# --- one place at a time -------------------------------------------------------------------------


def local_slips(text: str, tokens: list[Token], start: int, end: int) -> Iterator[Slip]:
    """Propose slips in and around the stretch from `start` to `end` that could not be read."""
    first = max(0, token_index(tokens, start) - 3)
    last = min(len(tokens), token_index(tokens, end) + 2, first + _SPAN)
    for index in range(first, last):
        mark = tokens[index].text
        if mark == "__block":
            yield _without_words(BLOCK_STORAGE, text, tokens, ("__block",))
        elif mark == "^^":
            yield _logical_xor(text, tokens[index])
        elif mark == "^":
            yield from _block_slips(text, tokens, index)
        elif mark in KEYWORDS and _names_something(tokens, index):
            yield _keyword(text, tokens, mark)
        elif mark in _BEFORE_A_TYPE and _lacks_type(tokens, index):
            yield _missing_type(text, tokens, index)
    yield from _semicolons(text, tokens, first, last)


def untyped_function(text: str) -> Token | None:
    """Return the name of a function whose definition begins with it, and so has no type."""
    tokens = tokens_of(text[:_HEADER])
    if not tokens or tokens[0].kind != "word" or tokens[0].text.upper() == tokens[0].text:
        return None
    return tokens[0] if _is_header(tokens, 1) else None


def typeless_functions(text: str, tokens: list[Token]) -> Iterator[Slip]:
    """Propose a type for a function of whose result only `static` and the like are said."""
    for index in range(min(3, len(tokens))):
        if tokens[index].text in _BEFORE_A_TYPE and _lacks_type(tokens, index):
            yield _missing_type(text, tokens, index)


def _is_header(tokens: list[Token], index: int) -> bool:
    """Tell whether a list of declared parameters begins at `index`, with a body behind it."""
    depth = 0
    words = 0
    for place in range(index, min(len(tokens) - 1, index + _SPAN)):
        mark = tokens[place].text
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            typed = words > 1 or tokens[place - 1].text in ("(", "void")
            return mark == ")" and typed and tokens[place + 1].text == "{"
        if mark == "," and depth == 1:
            if words < 2:
                return False
            words = 0
        elif tokens[place].kind == "word":
            words += 1
    return False


def _lacks_type(tokens: list[Token], index: int) -> bool:
    """Tell whether the word at `index` is followed by a name where a type has to stand."""
    if index + 2 >= len(tokens) or tokens[index + 1].kind != "word":
        return False
    first = index
    while first > 0 and tokens[first - 1].text in KEYWORDS:
        first -= 1
    if first > 0 and tokens[first - 1].text not in (";", "{", "}", "("):
        return False
    following = tokens[index + 2]
    return following.text in ("=", "[") or _is_header(tokens, index + 2)


def _missing_type(text: str, tokens: list[Token], index: int) -> Slip:
    """Propose to put a type in the place of the word before a name."""
    word, name = tokens[index], tokens[index + 1]
    kind = "void" if "kernel" in word.text else "int"
    mended = text[: word.start] + kind.ljust(word.end - word.start) + text[word.end :]
    return Slip(MISSING_TYPE, ((name.start, name.end),), kind, mended)


def _logical_xor(text: str, token: Token) -> Slip:
    mended = text[: token.start] + "!=" + text[token.end :]
    return Slip(LOGICAL_XOR, ((token.start, token.end),), "!=", mended)


def _without_words(kind: str, text: str, tokens: list[Token], words: Collection[str]) -> Slip:
    """Propose to leave out all of `words`, which stand before or behind a type."""
    places = tuple((token.start, token.end) for token in tokens if token.text in words)
    mended = text
    for start, end in places:
        mended = mended[:start] + " " * (end - start) + mended[end:]
    return Slip(kind, places, "", mended)


def _block_slips(text: str, tokens: list[Token], index: int) -> Iterator[Slip]:
    following = [token.text for token in tokens[index + 1 : index + 5]]
    before = tokens[index - 1] if index else None
    caret = tokens[index]
    if (
        len(following) == 4
        and (following[0], following[2], following[3]) == ("(", ")", "(")
        and tokens[index + 2].kind == "word"
        and before is not None
        and (before.kind == "word" or before.text == "*")
    ):
        opener, name = tokens[index + 1], tokens[index + 2]
        header = "(" + " " * (opener.start - caret.start - 1) + "^"
        mended = text[: caret.start] + header + text[opener.end :]
        yield Slip(BLOCK_DECLARATOR, ((caret.start, name.end),), f"(^{name.text})", mended)
        return
    body = _after_block_header(tokens, index)
    if body is None or tokens[body].text == ")":
        return
    if tokens[body].text == "{":
        yield from _block_word(text, tokens, index)
        return
    end = next((token for token in tokens[body:] if token.text in (";", "{", "}")), None)
    opening = tokens[body - 1].end
    if end is None or end.text != ";" or end.start - opening < 2:
        return
    mended = text[:opening] + "{}" + _blank(text[opening + 2 : end.start]) + text[end.start :]
    token = tokens[body]
    yield Slip(BLOCK_BODY, ((token.start, token.end),), "{", mended)


def _block_word(text: str, tokens: list[Token], index: int) -> Iterator[Slip]:
    """Propose to leave out a word between `^` and `(` that cannot be part of a type."""
    words: list[Token] = []
    while tokens[index + 1 + len(words)].kind == "word":
        words.append(tokens[index + 1 + len(words)])
    wrong = [word for word in words if word.text in _STORAGE]
    if not wrong and len(words) > 1 and builtin_type(words[-1].text) is None:
        wrong = [words[-1]]
    for word in wrong[:1]:
        mended = text[: word.start] + " " * (word.end - word.start) + text[word.end :]
        yield Slip(BLOCK_WORD, ((word.start, word.end),), "", mended)


def unmended_blocks(text: str, start: int, end: int) -> Iterator[Slip]:
    """Yield slips with a `^` in a stretch that could not be read, for whose mending is no room."""
    tokens = tokens_of(text)
    for index in range(token_index(tokens, start), len(tokens) - 1):
        caret, following = tokens[index], tokens[index + 1]
        if caret.start >= end:
            return
        before = tokens[index - 1] if index else None
        if caret.text != "^" or before is None:
            continue
        typed = before.kind == "word" and before.text not in ("return", "case", "else", "do")
        if typed and following.kind == "word" and end == caret.end:
            listed = index + 2 < len(tokens) and tokens[index + 2].text == "("
            meant = f"(^{following.text})" + ("" if listed else "(void)")
            yield Slip(BLOCK_DECLARATOR, ((caret.start, following.end),), meant, text)
        elif before.text in ("=", "(", ",", "return"):
            behind = index + 1 if following.text == ";" else _after_block_header(tokens, index)
            if behind is not None and tokens[behind].text == ";":
                token = tokens[behind]
                yield Slip(BLOCK_BODY, ((token.start, token.end),), "{", text)


def _after_block_header(tokens: list[Token], index: int) -> int | None:
    """Return the index of the token behind `^ type (parameters)`."""
    at = index + 1
    while at < len(tokens) and tokens[at].kind == "word" and tokens[at].text != "return":
        at += 1
    if at >= len(tokens) or tokens[at].text != "(":
        return None
    depth = 0
    for place in range(at, min(len(tokens), at + _SPAN)):
        mark = tokens[place].text
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            return place + 1 if place + 1 < len(tokens) else None
    return None


def _names_something(tokens: list[Token], index: int) -> bool:
    """Tell whether the keyword at `index` stands where only a name can stand."""
    if index == 0 or index + 1 >= len(tokens):
        return False
    after = tokens[index + 1]
    if after.text == "(":
        return _names_function(tokens, index)
    if after.text not in _AFTER_A_NAME or after.kind != "other":
        return False
    return after.text != ":" or tokens[index].text != "default"


def _names_function(tokens: list[Token], index: int) -> bool:
    """Tell whether the keyword at `index` stands between a type and a list of parameters."""
    before = tokens[index - 1]
    if before.kind != "word" or before.text in KEYWORDS:
        return False
    depth = 0
    for place in range(index + 1, min(len(tokens) - 1, index + _SPAN)):
        mark = tokens[place].text
        depth += (mark == "(") - (mark == ")")
        if depth == 0:
            return tokens[place + 1].text in ("{", ";")
    return False


def _keyword(text: str, tokens: list[Token], word: str) -> Slip:
    places = [
        (token.start, token.end)
        for index, token in enumerate(tokens)
        if token.text == word and _names_something(tokens, index)
    ]
    mended = text
    for start, end in places:
        mended = mended[:start] + "_" + word[1:].replace("_", "x") + mended[end:]
    return Slip(KEYWORD, tuple(places), word + "_", mended)


def _semicolons(text: str, tokens: list[Token], first: int, last: int) -> Iterator[Slip]:
    """Propose a semicolon at the ends of lines, and before a closing brace."""
    tried = 0
    for index in range(max(1, first), last):
        token, before = tokens[index], tokens[index - 1]
        if not (token.fresh or token.text == "}") or not _may_end_statement(before):
            continue
        if token.text == "#" or token.start == before.end:
            continue
        gap = text[before.end : token.start]
        mended = text[: before.end] + ";" + _blank(gap)[1:] + text[token.start :]
        yield Slip(SEMICOLON, ((before.end, before.end),), ";", mended)
        tried += 1
        if tried == _BREAKS:
            return


def _may_end_statement(token: Token) -> bool:
    return token.kind != "other" or token.text in (")", "]", "}")


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
