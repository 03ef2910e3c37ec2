"""The options of clBuildProgram, from a compiler's command line or a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.lazy_pattern import lazy_pattern
from opencl_ls.settings.model import Problem, RuleSettings, Settings, TargetSettings
from opencl_ls.settings.target import target_problems

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# In quotes each character has only one reading: with two for a backslash, an unclosed quote would
# take exponential time.  The last backslash may be one that does not escape the quote, as in
# "C:\kernels\".
_IN_QUOTES = r'"((?:\\["\\]|[^"\\]|\\(?!["\\]))*\\?)"'
_WORD = lazy_pattern(rf"""(?:\\[\s"'\\]|{_IN_QUOTES}|'[^']*'|[^\s"'])+""")
_QUOTED = lazy_pattern(rf"""\\([\s"'\\])|{_IN_QUOTES}|'([^']*)'""")
_ESCAPED = re.compile(r'\\(["\\])')
_DEFINE = re.compile(r"\s*([A-Za-z_]\w*(?:\([^)]*\))?)\s*(?:=(.*))?", re.DOTALL)

_NO_MACRO: Final = '"-D %s" defines no macro; write -D NAME or -D NAME=VALUE'

# Options whose argument may be the next word, and their settings.
_WITH_ARGUMENT: Final = {
    "-D": "defines",
    "-U": "undefines",
    "-I": "include_paths",
    "-isystem": "include_paths",
    "-iquote": "include_paths",
    "-include": "includes",
    "--include": "includes",
}

_FLAGS: Final = {
    "-cl-fast-relaxed-math": "fast_relaxed_math",
    "-cl-finite-math-only": "finite_math_only",
    "-cl-single-precision-constant": "single_precision_constant",
    "-cl-uniform-work-group-size": "uniform_work_group_size",
}


def from_build_options(options: str | Iterable[str]) -> tuple[Settings, list[Problem]]:
    """Return the settings of build options; options without an effect on the language are skipped.

    A text is split at white space outside quotes; from a list, each item is one word, as in a
    compilation database, or a few of them ("-D A").
    """
    settings, problems = _read(list(_words(options)))
    return settings, [Problem(each.message) for each in problems]


def from_lines(lines: Iterable[str]) -> tuple[Settings, list[Problem]]:
    """Return the settings of the lines of a file, one word in each; problems have their lines."""
    return _read([word for word in _words(lines) if word[1]])


def _read(words: list[tuple[int, str]]) -> tuple[Settings, list[Problem]]:
    """Return the settings of words with line numbers."""
    values: dict[str, Any] = {}
    lists: dict[str, list[Any]] = {}
    # By their names: the last of several counts, and keeps its place.
    macros: dict[str, tuple[str, str]] = {}
    undefined: dict[str, None] = {}
    problems: list[Problem] = []
    rules = RuleSettings()
    position = 0
    while position < len(words):
        line, word = words[position]
        position += 1
        option, argument = _split(word)
        if option and not argument and position < len(words):
            line, argument = words[position]
            position += 1
        if option == "-D":
            found = define(argument)
            if found is None:
                problems.append(Problem(_NO_MACRO % argument, line=line))
                continue
            name = found[0].partition("(")[0]
            macros.pop(name, None)
            macros[name] = found
            undefined.pop(name, None)
        elif option == "-U":
            macros.pop(argument, None)
            undefined[argument] = None
        elif option:
            lists.setdefault(_WITH_ARGUMENT[option], []).append(argument)
        elif word.startswith("-cl-std="):
            values["std"] = word.removeprefix("-cl-std=")
            problem = next(target_problems(std=values["std"]), None)
            problems += [Problem(problem, line=line)] if problem else []
        elif word.startswith("-cl-ext="):
            lists.setdefault("extensions", []).extend(word.removeprefix("-cl-ext=").split(","))
        elif word in _FLAGS:
            values[_FLAGS[word]] = True
        elif word in {"-m32", "-m64"}:
            values["pointer_bits"] = int(word[2:])
        elif word in {"-Werror", "-w"}:
            rules = RuleSettings(warnings="error" if word == "-Werror" else "off")
    values |= {name: tuple(items) for name, items in lists.items()}
    values |= {"defines": tuple(macros.values()), "undefines": tuple(undefined)}
    return Settings(TargetSettings(**values), rules), problems


def define(text: str) -> tuple[str, str] | None:
    """Return a macro given as NAME, NAME=VALUE or NAME(parameters)=VALUE; None if it is invalid.

    Without a value the macro is 1, as in compilers.  They write `#define`, the name and the
    value one after the other, so that `=NAME` defines NAME as nothing.
    """
    match = _DEFINE.fullmatch(f"{text[1:]}=" if text.startswith("=") else text)
    if match is None:
        return None
    return match[1], "1" if match[2] is None else match[2]


def split_words(text: str) -> list[str]:
    """Return the words of a command line: white space separates, quotes and backslashes bind.

    A backslash escapes only a quote, a space or another backslash, so that Windows paths stay
    intact.
    """
    return [_QUOTED.sub(_unquoted, match[0]) for match in _WORD.finditer(text)]


def _unquoted(match: re.Match[str]) -> str:
    if match[1] is not None:
        return match[1]
    if match[2] is not None:
        return _ESCAPED.sub(r"\1", match[2])
    return match[3]


def _words(options: str | Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield words, each with the number of its item, from 1."""
    if isinstance(options, str):
        yield from ((1, word) for word in split_words(options))
        return
    for number, item in enumerate(options, 1):
        # Editors' settings hold "-D A" in one item; a compilation database never does.
        head, space, rest = item.partition(" ")
        if space and head in _WITH_ARGUMENT:
            yield number, head
            yield number, rest.strip()
        else:
            yield number, item


def _split(word: str) -> tuple[str, str]:
    """Return the option and the argument of a word such as "-DX=1", or ("", "")."""
    if word in _WITH_ARGUMENT:
        return word, ""
    for option in ("-D", "-U", "-I"):
        if word.startswith(option):
            return option, word[2:]
    return "", ""
