"""The command `completion`, and the answers for the scripts that it prints.

A script is a few lines: it passes the words up to the cursor, and `complete` reads the parsers.  So
completion matches this version, rules and names of the reference included.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from opencl_ls.cli.errors import UsageError
from opencl_ls.cli.options import FORMATS, RULE_LEVELS
from opencl_ls.cli.parsers import PARSERS, SHELLS, completion_parser
from opencl_ls.cli.shells import SCRIPTS
from opencl_ls.cli.terminal import write

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator, Sequence

    # A completion of the word at the cursor, and its description.
    Choice = tuple[str, str]


class Answer(Struct, frozen=True):
    """The completions at the cursor: whole words, and files of a kind that the shell completes.

    The files' names begin after `prefix`.
    """

    choices: tuple[Choice, ...] = ()
    files: str = ""
    prefix: str = ""


def run_completion(arguments: Sequence[str]) -> int:
    """Run `opencl-ls completion` and return its exit status; raises UsageError."""
    if arguments[:1] and arguments[0] in SHELLS and arguments[1:2] == ["--"]:
        shell, words = arguments[0], list(arguments[2:]) or [""]
        words = joined(words) if shell == "bash" else words
        write(_for_shell(shell, words[-1], complete(words)), sys.stdout)
        return 0
    if not arguments:
        raise UsageError(f"completion: name a shell: {', '.join(SHELLS)}")
    found = completion_parser().parse_args(list(arguments))
    write(SCRIPTS[found.shell], sys.stdout)
    return 0


def complete(words: Sequence[str]) -> Answer:
    """Return the completions of the last of the words after `opencl-ls`, which may be empty."""
    *before, word = words or [""]
    if not before and not word.startswith("-"):
        return _answer(word, ((name, _about(name)) for name in PARSERS if " " not in name))
    command = " ".join(before[:2]) if before[:1] == ["doc"] else (before or ["serve"])[0]
    command = next(
        (each for each in (command, command.partition(" ")[0]) if each in PARSERS), "serve"
    )
    parser = PARSERS[command]()
    actions = [action for _, _, listed in parser.groups() for action in listed]
    options = {name: action for action in actions for name in action.option_strings}
    positional = next((action for action in actions if not action.option_strings), None)
    if "--" in before:
        return _value(positional, word)
    if before and before[-1] in options and options[before[-1]].nargs != 0:
        return _value(options[before[-1]], word)
    name, equals, value = word.partition("=")
    if name == "-cl-std" and equals and "--std" in options:
        return _value(options["--std"], value, "-cl-std=")
    if equals and name in options:
        return _value(options[name], value, f"{name}=")
    if word.startswith("-"):
        known = [(name, action.help or "") for name, action in options.items()]
        if command == "serve" and not before:
            known.append(("--version", "print the version"))
        return _answer(word, known + ([*_BUILD_OPTIONS] if "--std" in options else []))
    answer = _value(positional, word)
    if command == "doc" and len(before) == 1:
        pages = [(each, _about(f"doc {each}")) for each in ("import", "forget")]
        return Answer((*_answer(word, pages).choices, *answer.choices))
    return answer


def joined(words: Iterable[str]) -> list[str]:
    """Return the words, joined again where bash split them at `=` and `:`."""
    result = [""]
    glued = True
    for word in words:
        mark = bool(word) and not word.strip("=:")
        if mark or glued:
            result[-1] += word
        else:
            result.append(word)
        glued = mark
    return result


def _about(command: str) -> str:
    return (PARSERS[command]().description or "").removesuffix(".")


def _answer(word: str, choices: Iterable[Choice], prefix: str = "") -> Answer:
    return Answer(
        tuple((prefix + each, about) for each, about in choices if each.startswith(word)),
    )


# --- values ---------------------------------------------------------------------------------------


def _value(action: argparse.Action | None, word: str, prefix: str = "") -> Answer:
    """Return the possible values of an option or an argument; `prefix` is before it."""
    if action is None:
        return Answer()
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if action.choices is not None:
        return _answer(word, [(str(each), "") for each in action.choices], prefix)
    if metavar in _FILES:
        return Answer(files=_FILES[metavar], prefix=prefix)
    if metavar == "FORMAT:FILE":
        name, colon, _ = word.partition(":")
        if colon:
            return Answer(files="files", prefix=f"{prefix}{name}:")
        return _answer(word, [(f"{each}:", "") for each in FORMATS], prefix)
    values = _VALUES.get(metavar)
    if values is None:
        return Answer()
    if metavar in _LISTS:
        done, comma, word = word.rpartition(",")
        prefix += done + comma
    return _answer(word, values(word), prefix)


def _rules(word: str) -> Iterator[Choice]:
    """Yield the families of the rules, and the rules of a family that is already written."""
    from opencl_ls.analysis.catalogue import all_codes  # noqa: PLC0415 (for who asks for rules)

    codes = sorted(all_codes())
    if "/" not in word:
        yield from ((family, "all of its rules") for family in _families(codes))
    yield from ((code, "") for code in codes)


def _levelled_rules(word: str) -> Iterator[Choice]:
    rule, equals, _ = word.partition("=")
    if equals:
        yield from ((f"{rule}={level}", "") for level in RULE_LEVELS)
    else:
        yield from ((f"{name}=", about) for name, about in _rules(word))


def _selected_rules(word: str) -> Iterator[Choice]:
    yield from _levelled_rules(word) if "=" in word else _rules(word)


def _families(codes: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(code.partition("/")[0] for code in codes))


def _names(_: str) -> Iterator[Choice]:
    from opencl_ls.docs.library import index  # noqa: PLC0415 (for who asks for names)

    yield from ((name, "") for name in sorted(index()) if name.isidentifier())


def _pages(_: str) -> Iterator[Choice]:
    from opencl_ls.docs.importing.shelf import DiskShelf  # noqa: PLC0415 (for who asks for pages)

    yield from ((name, "") for name in sorted(DiskShelf().names()))


def _versions(_: str) -> Iterator[Choice]:
    from opencl_ls.builtins.versions import Version  # noqa: PLC0415

    yield from ((version.label, "") for version in Version)


def _compilers(_: str) -> Iterator[Choice]:
    from opencl_ls.compilers.programs import CHOICES  # noqa: PLC0415

    yield from ((each, "") for each in CHOICES)


def _devices(_: str) -> Iterator[Choice]:
    from opencl_ls.builtins.devices import device_names, known_device  # noqa: PLC0415
    from opencl_ls.settings.target import PROFILES  # noqa: PLC0415

    yield from ((profile, "a profile") for profile in PROFILES)
    for name in device_names():
        device = known_device(name)
        yield name, "" if device is None else device.title


def _extensions(_: str) -> Iterator[Choice]:
    from opencl_ls.builtins.extensions import all_extensions  # noqa: PLC0415

    yield from (("all", "every extension"), ("none", "no extension"))
    for name in all_extensions():
        yield from ((f"+{name}", ""), (f"-{name}", ""))


def _configurations(_: str) -> Iterator[Choice]:
    """Yield the configurations that the settings of the present folder name."""
    from opencl_ls.cli.check_options import CheckOptions  # noqa: PLC0415
    from opencl_ls.cli.settings import Configuration  # noqa: PLC0415
    from opencl_ls.settings.describe import named_configurations  # noqa: PLC0415

    places = Configuration(CheckOptions()).origins("kernel.cl").places
    yield from ((each.name, each.description) for each in named_configurations(places))


_FILES: Final = {"FILE": "files", "PATH": "files", "PATHS": "kernels", "DIR": "folders"}
_VALUES: Final[dict[str, Callable[[str], Iterator[Choice]]]] = {
    "RULE": _rules,
    "RULE=LEVEL": _levelled_rules,
    "RULE[=LEVEL]": _selected_rules,
    "NAME": _names,
    "PAGE": _pages,
    "VERSION": _versions,
    "DEVICE": _devices,
    "COMPILER": _compilers,
    "LIST": _extensions,
    "CONFIGURATION": _configurations,
}
# Values of which several may be given, separated by commas.
_LISTS: Final = ("RULE", "RULE=LEVEL", "RULE[=LEVEL]", "LIST")
_BUILD_OPTIONS: Final = (
    ("-cl-std=", "the version, as for clBuildProgram"),
    ("-cl-fast-relaxed-math", "as for clBuildProgram"),
    ("-cl-finite-math-only", "as for clBuildProgram"),
    ("-cl-single-precision-constant", "as for clBuildProgram"),
    ("-cl-uniform-work-group-size", "as for clBuildProgram"),
    ("-Werror", "warnings are errors"),
    ("-w", "no warnings"),
)


# --- shells ---------------------------------------------------------------------------------------


def _for_shell(shell: str, word: str, answer: Answer) -> str:
    """Return an answer as a script reads it: the kind of files, their prefix, words."""
    # For bash, the text before such a mark is a separate word.
    done = max(word.rfind("="), word.rfind(":")) + 1 if shell == "bash" else 0
    lines = [answer.files, answer.prefix]
    for choice, about in answer.choices:
        lines.append(choice[done:] if shell == "bash" or not about else f"{choice}\t{about}")
    return "".join(f"{line}\n" for line in lines)
