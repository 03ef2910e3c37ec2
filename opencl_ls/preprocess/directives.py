"""Directives (C11 6.10), parsed without any macro."""

from __future__ import annotations

import re
from typing import Any, Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.preprocess.lexer import (
    BLANKS,
    DIRECTIVE_HEAD,
    NAMES,
    UNCLOSED_COMMENT,
    Cuts,
    Token,
    clean,
    lex,
    raw_end,
    raw_offset,
)
from opencl_ls.preprocess.macro_definitions import parse_macro
from opencl_ls.preprocess.macros import Macro, spell, token_range
from opencl_ls.preprocess.notes import Note, error, warning
from opencl_ls.text import with_plain_blanks

CONDITIONALS: Final = frozenset(
    {"if", "ifdef", "ifndef", "elif", "elifdef", "elifndef", "else", "endif"}
)
KNOWN: Final = CONDITIONALS | {
    "define",
    "undef",
    "include",
    "include_next",
    "import",
    "line",
    "error",
    "warning",
    "pragma",
    "ident",
    "sccs",
}

_EXTENSION: Final = re.compile(r"OPENCL\s+EXTENSION\s+(\w+)\s*:\s*(\w+)", re.ASCII)
_CLOSED: Final = re.compile(r"""L?(["'])(?:\\.|(?!\1).)*\1""", re.ASCII | re.DOTALL)
_CLOSED_COMMENT: Final = lazy_pattern(
    r"""//[^\n]*|/\*(?s:.*?)\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.ASCII
)


class Directive:
    """One directive: `kind` is its name ("" for a lone `#`), offsets are raw and chunk-relative.

    `raw` is its raw text, and `text` and `cuts` are the clean text and the way back.
    `start` is the place of `#`, `name_start` and `name_end` that of the kind, `end` that of the
    last character.  `content` is the clean text after the kind, `content_start` its clean offset.
    """

    __slots__ = (
        "_tokens",
        "clean_end",
        "content_start",
        "cuts",
        "end",
        "kind",
        "macro",
        "name_end",
        "name_start",
        "notes",
        "raw",
        "start",
        "text",
    )

    def __init__(self, raw: str, text: str, cuts: Cuts) -> None:
        self.raw = raw
        head = DIRECTIVE_HEAD.match(text)
        assert head is not None
        self.text = text
        self.cuts = cuts
        self.kind: str = head.group(2) or ""
        self.start = raw_offset(cuts, head.start(1))
        self.name_start = raw_offset(cuts, head.start(2) if self.kind else head.start(1))
        self.name_end = raw_end(cuts, head.end())
        self.content_start = head.end()
        self.clean_end = max(len(text.rstrip(BLANKS)), head.end())
        self.end = raw_end(cuts, self.clean_end)
        self.macro: Macro | None = None
        self.notes: list[Note] = []
        self._tokens: list[Token] | None = None
        if self.kind == "define":
            self.macro, self.notes = parse_macro(
                raw, text, cuts, self.content_start, self.clean_end, self.start
            )
        if "/*" in text and self.kind not in ("error", "warning"):
            self._check_comments(text, cuts)
        if self.kind in ("define", "pragma") and (text.count('"') % 2 or text.count("'") % 2):
            self._check_literals()

    @property
    def content(self) -> str:
        """The clean text after the directive's name, without blanks around it."""
        return self.text[self.content_start : self.clean_end].strip(BLANKS)

    @property
    def tokens(self) -> list[Token]:
        """The tokens after the directive's name; their origins are clean offsets."""
        if self._tokens is None:
            self._tokens = lex(self.text, self.content_start, self.clean_end)
        return self._tokens

    @property
    def extension(self) -> tuple[str, str]:
        """The name and the behaviour of a `#pragma OPENCL EXTENSION`, both empty for any other."""
        match = _EXTENSION.match(spell(self.tokens)) if self.kind == "pragma" else None
        return (match[1], match[2]) if match else ("", "")

    def token_range(self, token: Token) -> tuple[int, int]:
        """Return the raw range of a token of `tokens`."""
        return token_range(token, self.cuts)

    def names(self) -> list[tuple[str, int, int]]:
        """Return the names after the directive's name, each with its raw range."""
        return [
            (match.group(1), raw_offset(self.cuts, match.start()), raw_end(self.cuts, match.end()))
            for match in NAMES.finditer(self.text, self.content_start, self.clean_end)
            if match.lastindex
        ]

    def _check_literals(self) -> None:
        for token in self.tokens:
            quote = token.text.removeprefix("L")[:1]
            if quote in ("'", '"') and _CLOSED.fullmatch(token.text) is None:
                start, end = self.token_range(token)
                message = f"this {quote} is not closed in its line"
                self.notes.append(warning(start, end, "unclosed-literal", message))

    def _check_comments(self, text: str, cuts: Cuts) -> None:
        for match in UNCLOSED_COMMENT.finditer(text):
            if match.lastindex:
                self.notes.append(unclosed_comment(raw_offset(cuts, match.start())))
                return


class UnreadDirective(Directive):
    """A directive of which only the raw text is known until more is asked for."""

    __slots__ = ()

    def __init__(self, raw: str) -> None:
        self.raw = raw

    def __getattr__(self, attribute: str) -> Any:
        # Python asks only for what has no value yet.
        if attribute not in Directive.__slots__:
            raise AttributeError(attribute)
        text, cuts = clean(self.raw)
        super().__init__(self.raw, with_plain_blanks(text)[0], cuts)
        return getattr(self, attribute)


def parse_directive(raw: str, text: str, cuts: Cuts) -> Directive:
    """Take a directive's raw text and its clean text with cuts; return the parsed directive."""
    text, _ = with_plain_blanks(text)
    return Directive(raw, text, cuts)


def unclosed_comment(offset: int) -> Note:
    """Return the finding about a block comment without its end."""
    message = "this comment is never closed: end it with '*/'"
    return error(offset, offset + 2, "unterminated-comment", message)


def comment_notes(text: str, cuts: Cuts) -> tuple[Note, ...]:
    """Return the warnings about comments in which another one seems to begin.

    They concern closed comments; `text_notes` reports an unclosed one.
    """
    if not _may_nest(text):
        return ()
    found: list[Note] = []
    for match in _CLOSED_COMMENT.finditer(text):
        inner = text.find("/*", match.start() + 2, match.end() - 2)
        if match[0].startswith("/*") and inner >= 0:
            message = "this comment has begun above: the next '*/' ends it"
            start = raw_offset(cuts, inner)
            found.append(warning(start, start + 2, "nested-comment", message))
    return tuple(found)


def _may_nest(text: str) -> bool:
    """Tell quickly whether a comment may hold the beginning of another."""
    start = text.find("/*")
    while start >= 0:
        end = text.find("*/", start + 2)
        if end < 0:
            return False
        if text.find("/*", start + 2, end) >= 0:
            return True
        start = text.find("/*", end + 2)
    return False


def text_notes(text: str, cuts: Cuts) -> list[Note]:
    """Return the error about an unclosed comment in the clean text of a chunk."""
    if "/*" not in text:
        return []
    tail = text.rfind("/*")
    if "*/" in text[tail + 2 :]:
        return []
    for match in UNCLOSED_COMMENT.finditer(text):
        if match.lastindex:
            return [unclosed_comment(raw_offset(cuts, match.start()))]
    return []
