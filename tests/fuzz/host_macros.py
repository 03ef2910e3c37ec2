"""Kernels whose host defines a macro in its build options must have no error without the option.

    python -m tests.fuzz.host_macros --macros 4000 --corpus FOLDER --list FILE

A part of a kernel without errors is replaced by an undefined name: a qualifier, a
type, a value, an operator, the end of a list, the head of a loop, a statement; or such a name is
put in where a hint or an attribute may stand.  The warning that names the macro is all that may
come of it.  Every failure is printed with the line that it comes of.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from tests.fuzz import kernels
from tests.fuzz.kernels import Kernel
from tests.fuzz.mistakes import QUALIFIERS, TOKEN, TYPES, is_code
from tests.fuzz.sources import errors
from tests.fuzz.typing import Change

NAME = "HIDDEN"
_WORD = re.compile(r"[A-Za-z_]\w*\Z")
_DEFINED = re.compile(r"#[ \t]*define[ \t]+(\w+)\(")
_NUMBER = re.compile(r"\.?\d")
_KEYWORDS = frozenset(
    "if else for while do switch case default return break continue goto struct union enum typedef "
    "sizeof".split()
)
_HINTED = frozenset(("for", "if", "switch", "return", "do"))
_OPENERS = {"(": ")", "[": "]", "{": "}"}


@dataclass(frozen=True)
class Word:
    """A token with its place in code points, and the brackets that are open around it."""

    text: str
    start: int
    end: int
    around: str


def words_of(text: str) -> list[Word]:
    """Return the tokens of a text, comments and directives left out."""
    found: list[Word] = []
    around = ""
    for match in TOKEN.finditer(text):
        mark = match[0]
        if not is_code(mark):
            continue
        if mark in _OPENERS.values() and around:
            around = around[:-1]
        found.append(Word(mark, match.start(), match.end(), around))
        if mark in _OPENERS:
            around += mark
    return found


def hidden(chance: Random, text: str) -> Change | None:
    """Return a change that hides a stretch of a text, or adds a macro to it; None for no place."""
    words = words_of(text)
    make = chance.choice(_CHANGES)
    # The arguments of a macro are counted before the macros among them bring commas.
    macros = set(_DEFINED.findall(text))
    places = [each for each in make(words) if _called_around(words, each[0]) not in macros]
    return _change(chance, words, *chance.choice(places)) if places else None


def _called_around(words: list[Word], index: int) -> str:
    """Return the name before the innermost parentheses around a word, "" where there are none."""
    around = words[index].around
    for place in range(index - 1, 0, -1):
        if words[place].around == around[:-1] and words[place].text == "(":
            return words[place - 1].text if around.endswith("(") else ""
    return ""


def _change(chance: Random, words: list[Word], first: int, last: int, form: str) -> Change:
    """Put a macro in the place of the words from `first` up to, not including, `last`."""
    start = words[first].start
    end = words[last - 1].end if last > first else start
    inner = ", ".join(word.text for word in words[first:last] if _is_name(word))
    forms = {
        "word": (NAME,),
        "before": (f"{NAME} ", f"{NAME}\n", f"{NAME}(4) "),
        "behind": (f" {NAME}", f" {NAME}(4)"),
        "statement": (
            NAME,
            f"{NAME};",
            f"{NAME}({inner})",
            f"{NAME}({inner});",
        ),
        "head": (f"{NAME}({inner})",),
        "loop": (NAME, f"{NAME.lower()}_for", "for_"),
        "tail": (f" {NAME}", f"\n {NAME}\n"),
        "list": (NAME, f"{NAME}({inner})"),
        "operator": (f" {NAME} ", f" {NAME}\n"),
        "type": (f"{NAME}({inner or 4})", f"{NAME}(float, 4)"),
        "name": (f"{NAME}({inner})", f"{NAME}({inner}, 3)"),
    }
    return Change(start, end, chance.choice(forms[form]))


def _is_name(word: Word) -> bool:
    return _WORD.match(word.text) is not None and word.text not in _KEYWORDS


def _single_words(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the qualifiers, types, numbers and names of functions and variables in bodies."""
    for index, word in enumerate(words):
        if word.text in QUALIFIERS or word.text in TYPES:
            yield index, index + 1, "word"
        elif "{" in word.around and (_NUMBER.match(word.text) or _is_name(word)):
            before = words[index - 1].text
            is_exponent = before in "+-" and words[index - 2].text[-1] in "eEpP"
            if before in ("=", "+", "-", "/", "(", "<", ">", "return") and not is_exponent:
                yield index, index + 1, "word"


def _statements(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the statements and declarations of bodies that end with a semicolon."""
    for index, word in enumerate(words):
        if word.text != ";" or not word.around.endswith("{") or "(" in word.around:
            continue
        first = index
        while not _ends_before(words, first, word.around):
            first -= 1
        if first < index and words[first].text not in _KEYWORDS:
            yield first, index + 1, "statement"


def _ends_before(words: list[Word], index: int, around: str) -> bool:
    """Tell whether a statement between the brackets `around`, or its block, begins at `index`."""
    before = words[index - 1]
    if before.text == "{":
        return before.around == around[:-1]
    # Behind the braces of an initializer its declaration goes on.
    is_end = before.text in (";", "}") and before.around == around
    return is_end and words[index].text not in (";", ",", ")")


def _hints(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield where a macro may be before a statement."""
    for index, word in enumerate(words):
        if word.text in _HINTED and word.around.endswith("{"):
            if words[index - 1].text in (";", "{", "}", ")", "else"):
                yield index, index, "before"


def _heads(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the heads of loops."""
    for index, word in enumerate(words):
        if word.text == "for" and words[index + 1].text == "(":
            last = index + 2
            while words[last].around != word.around:
                last += 1
            yield index, last + 1, "head"


def _keywords_of_loops(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the keywords of loops whose heads stay as they are."""
    for index, word in enumerate(words):
        if word.text == "for" and words[index + 1].text == "(":
            yield index, index + 1, "loop"


def _lists(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the ends of lists of arguments and parameters, with the comma, and whole lists."""
    for index, word in enumerate(words[:-1]):
        behind = words[index + 1]
        if not _is_name(word) or index == 0 or (behind.text, behind.around) != ("(", word.around):
            continue
        closer = next(
            (last for last in range(index + 2, len(words)) if words[last].around == word.around),
            index,
        )
        commas = [
            place
            for place in range(index + 2, closer)
            if words[place].text == "," and words[place].around == word.around + "("
        ]
        if commas and words[commas[0] - 1].text not in TYPES:
            yield commas[-1], closer, "tail"
            yield commas[-1] + 1, closer, "list"


def _operators(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the operators between two values in bodies."""
    for index, word in enumerate(words[1:-1], 1):
        if word.text not in ("+", "-", "/", "%", "<", ">", "&&", "||") or "{" not in word.around:
            continue
        before, behind = words[index - 1], words[index + 1]
        if words[index - 2].text in TYPES:
            # What follows a cast has one operand.
            continue
        is_before = _is_operand(before) and (
            words[index - 2].text in ("=", "(", "+", "return") or before.text in (")", "]")
        )
        if is_before and _is_operand(behind) and behind.text not in (")", "]"):
            yield index, index + 1, "operator"


def _is_operand(word: Word) -> bool:
    # A number with the sign of its exponent is two tokens here.
    is_number = _NUMBER.match(word.text) is not None and word.text[-1] not in "eEpP"
    is_value = _is_name(word) or is_number or word.text in (")", "]")
    return is_value and word.text not in TYPES


def _types(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the types of parameters and variables, for which a macro makes another one."""
    for index, word in enumerate(words[:-1]):
        if word.text in TYPES and index > 0 and _is_name(words[index + 1]):
            before = words[index - 1].text
            if before in ("(", ",", "const", "__global") and word.around in ("(", "{("):
                if word.around == "(" or before in (",", "const"):
                    yield index, index + 1, "type"
            elif before in (";", "{", "const") and word.around.endswith("{"):
                yield index, index + 1, "type"


def _names(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield the names of functions that are defined and nowhere called before."""
    for index, word in enumerate(words[:-1]):
        if index and _is_name(word) and not word.around and words[index + 1].text == "(":
            typed = words[index - 1].text in TYPES or words[index - 1].text == "void"
            if typed and word.text != "__attribute__":
                yield index, index + 1, "name"


def _attributes(words: list[Word]) -> Iterator[tuple[int, int, str]]:
    """Yield where a macro may be the attribute of a parameter, a function or a variable."""
    for index, word in enumerate(words):
        if word.text in ("kernel", "__kernel") and not word.around:
            yield index, index, "before"
            yield index + 1, index + 1, "before"
        named = index > 1 and _is_name(words[index - 1])
        typed = words[index - 2].text in TYPES or words[index - 2].text == "*"
        if named and typed and words[index - 1].text not in TYPES:
            is_parameter = word.text in (",", ")") and word.around == (
                "" if word.text == ")" else "("
            )
            if is_parameter or (word.text in (";", "=") and word.around.endswith("{")):
                yield index, index, "behind"


_CHANGES: tuple[Callable[[list[Word]], Iterator[tuple[int, int, str]]], ...] = (
    _single_words,
    _statements,
    _statements,
    _hints,
    _heads,
    _attributes,
    _keywords_of_loops,
    _lists,
    _operators,
    _types,
    _names,
)


def judge(found: Sequence[Kernel], count: int, seed: int) -> Iterator[str]:
    """Replace `count` parts, one at a time, and yield the errors that follow."""
    clean = {id(kernel): not errors(kernel, kernel.text) for kernel in found}
    for number in range(count):
        chance = Random(f"{seed} {number}")
        kernel = chance.choice(found)
        change = hidden(chance, kernel.text) if clean[id(kernel)] else None
        if change is None:
            continue
        reported = errors(kernel, change.apply(kernel.text))
        if reported:
            line = kernel.text.count("\n", 0, change.start) + 1
            around = change.apply(kernel.text)[max(0, change.start - 60) : change.start + 80]
            first = reported[0]
            yield f"{kernel.path}:{line}: {first.code}: {first.message}\n    {around!r}"


def main() -> int:
    """Print the errors that hidden stretches brought; the exit status is 1 where there are any."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.host_macros", description=__doc__)
    parser.add_argument("--macros", type=int, default=1000)
    kernels.choices(parser)
    arguments = parser.parse_args()
    found = kernels.chosen(arguments)
    wrong = 0
    for reported in judge(found, arguments.macros, arguments.seed):
        wrong += 1
        print(reported)
    print(f"{arguments.macros} macros, {wrong} with an error")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
