"""The build options in a host program: sets of options, each with its place in the host's text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.host_programs.constants import resolved
from opencl_ls.host_programs.option_texts import HOLE, OptionText, option_texts
from opencl_ls.settings.options import split_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from opencl_ls.host_programs.languages import Language

_WORD: Final = re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+""", re.S)
_MACRO: Final = re.compile(r"([A-Za-z_]\w*)(?:=(.*))?\Z", re.S)
_DEFINITION: Final = re.compile(r"[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(?:[ \t]+([^\n]*))?")
_HOLES: Final = re.compile("[\ue000-\U0010ffff]")
_FAR: Final = 6000
"""How far apart two statements about one variable may be, in bytes; else it is another one."""
_MOST_VALUES: Final = 4
"""How many values of one macro are kept."""


class HostOption(Struct, frozen=True):
    """An option that a host program builds kernels with, at byte `start` of the host's text.

    `kind` is "-D", "-I" or "" for another option; `name` is the macro, the folder or the option.
    `values` are the values that the macro may have, none if the host computes it by `expression`,
    in which an unknown part is written as in the host's language.  `is_conditional`: the host sets
    the option under a condition.
    """

    kind: str
    name: str
    values: tuple[str, ...]
    expression: str
    start: int
    is_conditional: bool = False

    @property
    def is_known(self) -> bool:
        """Whether a value of it is known; other options than macros have none."""
        return self.kind != "-D" or bool(self.values)


class OptionSet(Struct, frozen=True):
    """Options that a host program puts together: in one variable, or in one call.

    `start` and `end` are the bytes of the statements from the first to the last one.
    """

    owner: str
    options: tuple[HostOption, ...]
    start: int
    end: int


def option_sets(
    source: str, language: Language, constants: Mapping[str, str] | None = None
) -> list[OptionSet]:
    """Return the sets of options in the byte text of a host program, in their order.

    `constants` are values of names that the text does not define itself.  Raises nothing.
    """
    texts = option_texts(source, language)
    if not texts:
        return []
    known = dict(constants or {})
    found: list[list[OptionText]] = []
    current: dict[str, list[OptionText]] = {}
    for text in texts:
        row = current.get(text.owner)
        if row is None or not _goes_on(row[-1], text):
            row = []
            found.append(row)
            current[text.owner] = row
        row.append(text)
    sets = (_set(row, known) for row in found)
    return [each for each in sets if each is not None]


def _goes_on(before: OptionText, text: OptionText) -> bool:
    """Return whether a text is for the same options as another one with the same owner."""
    if text.start == before.start:
        return True
    return bool(text.owner) and not text.begins and text.start - before.end < _FAR


def _set(row: list[OptionText], known: Mapping[str, str]) -> OptionSet | None:
    options: dict[tuple[str, str], HostOption] = {}
    for text in row:
        for each in _options(text, known):
            key = (each.kind, each.name)
            before = options.get(key)
            if before is not None:
                values = tuple(dict.fromkeys((*before.values, *each.values)))
                is_conditional = before.is_conditional and each.is_conditional
                each = HostOption(  # noqa: PLW2901 - it is the same option
                    *key, values, before.expression, before.start, is_conditional
                )
            options[key] = each
    if not options:
        return None
    return OptionSet(row[0].owner, tuple(options.values()), row[0].start, row[-1].end)


def _options(text: OptionText, known: Mapping[str, str]) -> Iterator[HostOption]:
    """Yield the options of a text; nothing if it has words that are none."""
    yield from _definitions(text, known) or _words(text, known) or ()


def _definitions(text: OptionText, known: Mapping[str, str]) -> list[HostOption]:
    """Return the macros of a text of `#define` lines, which the host puts before a kernel."""
    if not text.text.lstrip().startswith("#"):
        return []
    made: list[HostOption] = []
    for match in _DEFINITION.finditer(text.text):
        value = re.sub(r"[ \t]+\Z", "", match[2] or "")
        made.append(_macro(text, match[1], value, match.start(1), known))
    return made


def _words(text: OptionText, known: Mapping[str, str]) -> list[HostOption] | None:
    """Return the options of a text of words, None for a text that has other words."""
    made: list[HostOption] = []
    words = list(_WORD.finditer(text.text))
    number = 0
    while number < len(words):
        match = words[number]
        word, at = _unquoted(match[0]), match.start()
        number += 1
        kind = word[:2]
        if kind in ("-D", "-I"):
            rest = word[2:]
            if not rest and number < len(words):
                rest, at = _unquoted(words[number][0]), words[number].start()
                number += 1
            option = _with_argument(text, kind, rest, at, known)
            if option is not None:
                made.append(option)
        elif word.startswith("-"):
            if not _HOLES.search(word):
                place = text.places[at]
                made.append(HostOption("", word, (), "", place, text.is_conditional))
        elif not (_HOLES.fullmatch(word) or (number == 1 and word.startswith("="))):
            return None
    return made


def _unquoted(word: str) -> str:
    return "".join(split_words(word)) or word


def _with_argument(
    text: OptionText, kind: str, rest: str, at: int, known: Mapping[str, str]
) -> HostOption | None:
    if kind == "-I":
        folder = _filled(rest, text, known, 0)
        if not rest or folder is None:
            return None
        return HostOption("-I", folder, (), "", text.places[at], text.is_conditional)
    match = _MACRO.match(rest)
    if match is None:
        return None
    value = "1" if match[2] is None else match[2]
    return _macro(text, match[1], value, at, known)


def _macro(
    text: OptionText, name: str, value: str, at: int, known: Mapping[str, str]
) -> HostOption:
    values: dict[str, None] = {}
    for number in range(_MOST_VALUES):
        filled = _filled(value, text, known, number)
        if filled is not None:
            values[filled] = None
    expression = ""
    if _HOLES.search(value):
        form = "{}" if _HOLES.fullmatch(value) else "{{{}}}"
        shown = _HOLES.sub(lambda hole: form.format(text.values[ord(hole[0]) - HOLE]), value)
        expression = " ".join(shown.split())
    return HostOption("-D", name, tuple(values), expression, text.places[at], text.is_conditional)


def _filled(value: str, text: OptionText, known: Mapping[str, str], number: int) -> str | None:
    """Return a value with its holes filled in, each in way `number`; None if one is unknown."""
    parts: list[str] = []
    at = 0
    for match in _HOLES.finditer(value):
        choices = resolved(text.values[ord(match[0]) - HOLE], known)
        if not choices:
            return None
        parts += (value[at : match.start()], choices[min(number, len(choices) - 1)])
        at = match.end()
    return "".join((*parts, value[at:])).strip()
