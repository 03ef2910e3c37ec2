"""Finds the texts of build options in a host program, with holes for what the host computes."""

from __future__ import annotations

import re
from functools import cache
from itertools import count
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.host_programs.calls import argument_bounds, blanked, calls, without_templates
from opencl_ls.host_programs.literals import Literal, literals
from opencl_ls.host_programs.option_forms import BUILDERS, DEFINERS, FORMATTERS, JOINERS, TABLES
from opencl_ls.host_programs.statements import Statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.host_programs.languages import Language

HOLE: Final = 0xE000
"""The code of the character that is the first hole of a text; no byte text has such characters."""

_OPTION: Final = re.compile(r"(?:^|[\s\"'])-(?:D|I|cl-)|^\s*#\s*define\s+\w")
_WAITING: Final = re.compile(r"(?:^|\s)-[DI]\s*\Z")
_KERNEL: Final = re.compile(r"\bkernel\b|\bvoid\b")
_HOLES: Final = {
    "percent": re.compile(
        r"%%|%\((\w+)\)[-#0 +\d.]*[a-zA-Z]"
        r"|%[-#0 +]*(?:\*|\d+)?(?:\.\d+)?(?:hh?|ll?|[zjtqL]|I64)?[a-zA-Z]"
    ),
    "braces": re.compile(r"\{\{|\}\}|\{([^{}\n]*)\}"),
    "dollar": re.compile(r"\$\(([^()\n]*(?:\([^()\n]*\)[^()\n]*)*)\)|\$([A-Za-z_]\w*)"),
}
_APPARENT: Final = {
    "percent": re.compile(r"=%[\d.]*(?:h|l|z)*[diuxXfegGs](?!\w)"),
    "braces": re.compile(r"=\{\w*\}(?!\w)"),
}
_OPERAND_END: Final = re.compile(r"[()\[\]{}]|[,;]|\+|<<|\n")
_ASSIGNED: Final = re.compile(
    r"([A-Za-z_][\w.]*(?:->\w+|\[[^\]]*\])*)\s*(?::(?!:)[^=\n(]*)?(\+=|<<|=(?!=))"
)
_FORMATTER: Final = {name: re.compile(rf"(?:{names})\Z") for name, names in FORMATTERS.items()}
_BUILDER: Final = re.compile(rf"(?:{BUILDERS})\Z")
_JOINER: Final = re.compile(rf"(?:{JOINERS})\Z")
_TABLE: Final = re.compile(
    rf"\b(?:{TABLES})\s*\[\s*([\"'])(\w+)\1\s*\]\s*=\s*\[?\s*([^,\]\n]*)"
    rf"|\b(?:{TABLES})\b[^\n]{{0,300}}[(,\s](\w+)\s*=\s*\[\s*([^,\]\n]*)"
)
_NAME_BEFORE: Final = re.compile(r"([\w:.@>-]+!?)\s*\Z")
_BLANKS: Final = re.compile(r"(?:\s|\\\r?\n)*+")
_WRAPPER: Final = re.compile(r"(?:^|[:.])(?:w?string|QString|String|from|str)\Z")
_LINE_ENDS: Final = frozenset(("std::endl", "endl", "std::ends", "ends"))
_CHOICE: Final = re.compile(r"\?(?!\?)")
_LOOK_BACK: Final = 1000
"""How far the call around a literal is looked for, in bytes."""


class OptionText(Struct, frozen=True):
    """A text of build options, or a part of one.

    Each character of `text` is from the byte of the host's text that `places` has at its index.  A
    character from `HOLE` on is what the host puts there: the expression of that number in `values`.
    `owner` is the variable that the text is for, "" if none is seen, and `begins` is whether the
    text is the first part; `is_conditional`: it is used under a condition.  `start` and `end` are
    the bytes of the statement.
    """

    text: str
    places: tuple[int, ...]
    values: tuple[str, ...]
    owner: str
    begins: bool
    is_conditional: bool
    start: int
    end: int


def option_texts(source: str, language: Language) -> list[OptionText]:
    """Return the texts of options in a byte text, in their order.  Raises nothing on any text."""
    found = {each.start: each for each in literals(source, language)}
    wanted = [each for each in found.values() if _OPTION.search(each.text)]
    definers = list(calls(source, language, DEFINERS))
    tables = list(_TABLE.finditer(source)) if language.name == "python" else []
    if not (wanted or definers or tables):
        return []
    reader = _Reader(source, language, found)
    texts: list[OptionText] = []
    done = -1
    for literal in wanted:
        if literal.start >= done:
            assembled, done = reader.assembled(literal)
            if assembled is not None:
                texts.append(assembled)
    for call in definers:
        name, value = DEFINERS[call.name]
        if max(name, value) < len(call.arguments):
            key = call.arguments[name].text.strip("\"'")
            text = call.arguments[value].text if value >= 0 else ""
            texts.append(reader.defined(call.start, key, text, has_value=value >= 0))
    for match in tables:
        key, first = match[2] or match[4], match[3] if match[2] else match[5]
        texts.append(reader.defined(match.start(), key, first, has_value=True))
    return sorted(texts, key=lambda each: each.start)


class _Pieces:
    """A text while it is put together."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.places: list[int] = []
        self.values: list[str] = []

    def add(self, text: str, at: int, step: int = 1) -> None:
        self.text.append(text)
        self.places += range(at, at + len(text)) if step else [at] * len(text)

    def hole(self, value: str, at: int) -> None:
        self.add(chr(HOLE + len(self.values)), at)
        self.values.append(value)


class _Reader:
    """Reads the expressions around the literals of one host program."""

    def __init__(self, source: str, language: Language, found: dict[int, Literal]) -> None:
        self._source = source
        self._language = language
        self._literals = found
        self._text = without_templates(blanked(source, language))
        self._statements = Statements(self._text, language)

    def assembled(self, literal: Literal) -> tuple[OptionText | None, int]:
        """Return the text that begins with a literal, and the byte after its expression."""
        pieces = _Pieces()
        opening, function = self._call_around(literal.start)
        row, end = self._row(literal, is_wrapped=bool(_WRAPPER.search(function)))
        arguments = self._format_arguments(opening, end)
        position = count()
        texts = (each.text for each in row if isinstance(each, Literal))
        form = self._form("".join(texts), function, end)
        for each in row:
            if isinstance(each, Literal):
                holes = each.quote.holes or form
                self._add_literal(pieces, each, holes, arguments, position)
            else:
                at, value = each
                pieces.add("\n", at) if not value else pieces.hole(value, at)
        if pieces.text[-1].endswith("="):
            # What follows is no text that is read here, and no empty value.
            pieces.hole("", end)
        if _KERNEL.search(literal.text):
            return None, end
        owner, begins = self._owner(literal.start, opening, function)
        return self._made(pieces, literal.start, end, owner, begins), end

    def defined(self, at: int, name: str, value: str, *, has_value: bool) -> OptionText:
        """Return the text that defines a macro by a call at a byte."""
        pieces = _Pieces()
        pieces.add(f" -D {name}", at, 0)
        if has_value:
            pieces.add("=", at)
            pieces.hole(value, at)
        owner, _ = self._owner(at, -1, "")
        return self._made(pieces, at, at, owner or "(calls)", begins=False)

    def _made(self, pieces: _Pieces, at: int, end: int, owner: str, begins: bool) -> OptionText:
        start, last = self._statements.around(at)
        is_chosen = self._language.name != "rust" and _CHOICE.search(
            self._text, max(start, at - _LOOK_BACK), at
        )
        return OptionText(
            "".join(pieces.text),
            tuple(pieces.places),
            tuple(pieces.values),
            owner,
            begins,
            bool(is_chosen) or self._statements.is_conditional(at),
            start,
            max(end, last),
        )

    def _row(
        self, literal: Literal, *, is_wrapped: bool
    ) -> tuple[list[Literal | tuple[int, str]], int]:
        """Return literals with the expressions between, each with its byte, and where they end.

        `is_wrapped`: the first literal is the argument of a constructor of strings.
        """
        row: list[Literal | tuple[int, str]] = [literal]
        at = end = literal.end
        while True:
            at = _blank_end(self._text, at)
            if self._is_literal(at):
                row.append(self._literals[at])
                at = end = self._literals[at].end
                continue
            if is_wrapped and len(row) == 1 and self._text.startswith(")", at):
                at = _blank_end(self._text, at + 1)
            sign = self._text[at : at + 2]
            last = row[-1]
            if sign[:1] == "," and isinstance(last, Literal) and _WAITING.search(last.text):
                row.append((at, ""))
                at += 1
            elif sign == "<<" or (sign[:1] == "+" and sign != "+="):
                at += len(sign.rstrip()) if sign == "<<" else 1
            elif sign[:1] == "*" and self._language.name == "julia":
                at += 1
            else:
                return row, end
            at = _blank_end(self._text, at)
            if not self._is_literal(at):
                stop = self._operand_end(at)
                value = self._source[at:stop].strip()
                if not value:
                    return row, end
                row.append((at, "" if value in _LINE_ENDS else value))
                at = end = stop

    def _is_literal(self, at: int) -> bool:
        """Return whether a literal begins at a byte, which does not join others by a method."""
        literal = self._literals.get(at)
        return literal is not None and not self._text.startswith(".join", literal.end)

    def _operand_end(self, at: int) -> int:
        depth = 0
        for match in _OPERAND_END.finditer(self._text, at):
            sign = match[0]
            if sign in "([{":
                depth += 1
            elif sign in ")]}":
                if depth == 0:
                    return match.start()
                depth -= 1
            elif depth == 0 and (sign != "\n" or self._language.name in ("python", "julia")):
                return match.start()
        return len(self._text)

    def _call_around(self, at: int) -> tuple[int, str]:
        """Return the byte of the round bracket around a byte, -1 for none, and what is called."""
        depth = 0
        for index in range(at - 1, max(-1, at - _LOOK_BACK), -1):
            sign = self._text[index]
            if sign in ")]}":
                depth += 1
            elif sign in "([{":
                if depth:
                    depth -= 1
                elif sign == "(":
                    name = _NAME_BEFORE.search(self._text, max(0, index - 100), index)
                    return index, name[1] if name else ""
                elif sign == "{":
                    return -1, ""
            elif sign == ";" and not depth:
                return -1, ""
        return -1, ""

    def _format_arguments(self, opening: int, end: int) -> list[str]:
        """Return the arguments that are put into the holes of a text, as they are written."""
        after = re.compile(r"[\s)]*(?:%(?!=)|\.\s*format\s*(?=\())\s*").match(self._text, end)
        if after is None or self._language.name != "python":
            bounds = argument_bounds(self._text, opening + 1) if opening >= 0 else []
            return [self._source[a:b].strip() for a, b in bounds if a >= end]
        at = after.end()
        if self._text[at : at + 1] == "(":
            return [self._source[a:b].strip() for a, b in argument_bounds(self._text, at + 1)]
        return [self._source[at : self._operand_end(at)].strip()]

    def _add_literal(
        self,
        pieces: _Pieces,
        literal: Literal,
        form: str,
        arguments: list[str],
        position: Iterator[int],
    ) -> None:
        at = 0
        for match in _HOLES[form].finditer(literal.text) if form in _HOLES else ():
            pieces.add(literal.text[at : match.start()], literal.inner + at)
            at = match.end()
            sign = match[0]
            if len(sign) == 2 and sign[0] == sign[1]:
                pieces.add(sign[0], literal.inner + match.start())
                continue
            named = next(filter(None, match.groups()), "")
            if literal.quote.holes:
                value = re.split(r"![rsa]\b|:(?!:)", named)[0]
            else:
                value = _argument(named.partition(":")[0], arguments, position)
            pieces.hole(value or "?", literal.inner + match.start())
        pieces.add(literal.text[at:], literal.inner + at)

    def _form(self, text: str, function: str, end: int) -> str:
        """Return the key of `_HOLES` for what is put into a text, "" for none.

        A function of the project's own is seen by the text: no macro has such a value.
        """
        for name, pattern in _FORMATTER.items():
            if pattern.search(function):
                return name
        if self._language.name == "python":
            if re.compile(r"[\s)]*%(?!=)").match(self._text, end):
                return "percent"
            if re.compile(r"[\s)]*\.\s*format\s*\(").match(self._text, end):
                return "braces"
        return next((name for name, pattern in _APPARENT.items() if pattern.search(text)), "")

    def _owner(self, at: int, opening: int, function: str) -> tuple[str, bool]:
        """Return the variable that a text is for, and whether it is set and not added to."""
        name = function.rpartition(".")[2].rpartition("->")[2].rpartition("::")[2]
        is_joined = bool(_JOINER.match(name))
        if name and (is_joined or _FORMATTER["percent"].search(name)):
            first = re.compile(r"\s*&?\s*([A-Za-z_][\w.]*(?:->\w+)?)([^,]*)").match(
                self._text, opening + 1
            )
            receiver = re.sub(r"(?:\.|->)\w+\Z", "", function) if name != function else ""
            if receiver and is_joined:
                return _short(receiver), False
            if first and first.end(1) < at:
                return _short(first[1]), not is_joined and "strlen" not in first[2]
        if _BUILDER.match(name):
            return "", True
        start = max(self._statements.around(at)[0], at - _LOOK_BACK)
        owner = ""
        for match in _ASSIGNED.finditer(self._text, start, at):
            owner, operator = _short(match[1]), match[2]
            again = re.match(
                rf"\s*(?:self\.|this->)?{re.escape(owner)}\b", self._text[match.end() : at]
            )
            return owner, operator == "=" and not again
        return owner, True


def _blank_end(text: str, at: int) -> int:
    """Return the byte after blanks and continued lines."""
    match = _BLANKS.match(text, at)
    return match.end() if match else at


@cache
def _short(name: str) -> str:
    """Return a variable's name without the object or the index that it is of."""
    return re.sub(r"\[.*", "", name).rpartition(".")[2].rpartition("->")[2]


def _argument(name: str, arguments: list[str], position: Iterator[int]) -> str:
    """Return the argument that a hole means: the one of that name or number, or the next one."""
    if name and not name.isdigit():
        for each in arguments:
            key, sign, value = each.partition("=")
            if sign and key.strip() == name:
                return value.strip()
        found = re.search(rf"[\"']{name}[\"']\s*:\s*([^,}}]+)", " ".join(arguments))
        return found[1].strip() if found else name
    number = int(name) if name else next(position)
    return arguments[number] if number < len(arguments) else ""
