"""The options of clBuildProgram, as a compiler's command line or a text has them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.builtins.versions import version_problem
from opencl_ls.settings.model import Problem, RuleSettings, Settings, TargetSettings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_WORD = re.compile(r"""(?:\\[\s"'\\]|"(?:\\["\\]|[^"])*"|'[^']*'|[^\s"'])+""")
_QUOTED = re.compile(r"""\\([\s"'\\])|"((?:\\["\\]|[^"])*)"|'([^']*)'""")
_ESCAPED = re.compile(r'\\(["\\])')
_DEFINE = re.compile(r"\s*([A-Za-z_]\w*(?:\([^)]*\))?)\s*(?:=(.*))?", re.DOTALL)

# Options whose argument may be the next word, and what they set.
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
    """Return what build options set; options that say nothing about the language are passed over.

    A text is split at white space outside quotes; from a list, each item is one word, as in a
    compilation database, or a few of them ("-D A").
    """
    words = list(_words(options))
    values: dict[str, Any] = {}
    lists: dict[str, list[Any]] = {}
    problems: list[Problem] = []
    rules = RuleSettings()
    position = 0
    while position < len(words):
        word = words[position]
        position += 1
        option, argument = _split(word)
        if option and not argument and position < len(words):
            argument = words[position]
            position += 1
        if option == "-D":
            _define(argument, lists, problems)
        elif option == "-U":
            defines = lists.get("defines", [])
            lists["defines"] = [each for each in defines if each[0].partition("(")[0] != argument]
            lists.setdefault("undefines", []).append(argument)
        elif option:
            lists.setdefault(_WITH_ARGUMENT[option], []).append(argument)
        elif word.startswith("-cl-std="):
            values["std"] = word.removeprefix("-cl-std=")
            problem = version_problem(values["std"])
            problems += [Problem(problem)] if problem else []
        elif word.startswith("-cl-ext="):
            lists.setdefault("extensions", []).extend(word.removeprefix("-cl-ext=").split(","))
        elif word in _FLAGS:
            values[_FLAGS[word]] = True
        elif word in {"-m32", "-m64"}:
            values["pointer_bits"] = int(word[2:])
        elif word in {"-Werror", "-w"}:
            rules = RuleSettings(warnings="error" if word == "-Werror" else "off")
    values |= {name: tuple(items) for name, items in lists.items()}
    return Settings(TargetSettings(**values), rules), problems


def define(text: str) -> tuple[str, str] | None:
    """Return a macro given as NAME, NAME=VALUE or NAME(parameters)=VALUE; None when it is none.

    Without a value the macro is 1, as compilers have it.  They write `#define`, the name and the
    value one after the other, so that `=NAME` defines NAME as nothing.
    """
    match = _DEFINE.fullmatch(f"{text[1:]}=" if text.startswith("=") else text)
    if match is None:
        return None
    return match[1], "1" if match[2] is None else match[2]


def split_words(text: str) -> list[str]:
    """Return the words of a command line: white space separates, quotes and backslashes bind.

    A backslash binds a quote, a space or another backslash alone, so that Windows paths stay.
    """
    return [_QUOTED.sub(_unquoted, word) for word in _WORD.findall(text)]


def _unquoted(match: re.Match[str]) -> str:
    if match[1] is not None:
        return match[1]
    if match[2] is not None:
        return _ESCAPED.sub(r"\1", match[2])
    return match[3]


def _words(options: str | Iterable[str]) -> Iterator[str]:
    if isinstance(options, str):
        yield from split_words(options)
        return
    for item in options:
        # Editors' settings hold "-D A" in one item; a compilation database never does.
        head, space, rest = item.partition(" ")
        if space and head in _WITH_ARGUMENT:
            yield head
            yield rest.strip()
        else:
            yield item


def _split(word: str) -> tuple[str, str]:
    """Return the option and the argument of a word such as "-DX=1", or ("", "")."""
    if word in _WITH_ARGUMENT:
        return word, ""
    for option in ("-D", "-U", "-I"):
        if word.startswith(option):
            return option, word[2:]
    return "", ""


def _define(text: str, lists: dict[str, list[Any]], problems: list[Problem]) -> None:
    found = define(text)
    if found is None:
        problems.append(Problem(f'"-D {text}" defines no macro; write -D NAME or -D NAME=VALUE'))
        return
    name = found[0].partition("(")[0]
    kept = [each for each in lists.get("defines", []) if each[0].partition("(")[0] != name]
    lists["defines"] = [*kept, found]
    lists["undefines"] = [each for each in lists.get("undefines", []) if each != name]
