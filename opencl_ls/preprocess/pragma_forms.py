"""The syntax of clang's pragmas, and the messages about deviations.

Texts are a pragma's words without the blanks around punctuation: `clang loop unroll(full)`.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple


class FormProblem(NamedTuple):
    """A problem of a pragma; compilers refuse it, or else ignore it or a part of it."""

    message: str
    refused: bool = False


_SIGNS: Final = re.compile(r" ?([^\w\" ]) ?", re.ASCII)
_OPTION: Final = re.compile(r" ?(\w+)(?:(\()((?:[^()]|\([^()]*\))*)(\))?)?", re.ASCII)
_NUMBER: Final = re.compile(r"[-+]?(?:\d[\w.]*|\.\d\w*)|\".*|'.*", re.ASCII)
_POSITIVE: Final = re.compile(r"\+?(?:0[xX][\da-fA-F]+|\d+)[uUlL]*", re.ASCII)
_LARGEST: Final = (1 << 32) - 1

_ON: Final = frozenset({"on", "off"})
_ENABLE: Final = frozenset({"enable", "disable"})
_SAFE: Final = _ENABLE | {"assume_safety"}
_COUNT: Final = frozenset[str]()
_WIDTH: Final = frozenset({"fixed", "scalable"})

_OPTIONS: Final = {
    "clang loop": {
        "vectorize": _SAFE,
        "vectorize_width": _WIDTH,
        "vectorize_predicate": _ENABLE,
        "interleave": _SAFE,
        "interleave_count": _COUNT,
        "unroll": _ENABLE | {"full"},
        "unroll_count": _COUNT,
        "pipeline": frozenset({"disable"}),
        "pipeline_initiation_interval": _COUNT,
        "distribute": _ENABLE,
    },
    "clang fp": {
        "contract": _ON | {"fast", "fast-honor-pragmas"},
        "reassociate": _ON,
        "reciprocal": _ON,
        "exceptions": frozenset({"ignore", "maytrap", "strict"}),
        "eval_method": frozenset({"source", "double", "extended"}),
    },
}
"""The options of a pragma with the words that each takes; those of numbers take none."""

_SWITCH: Final = "ON|OFF|DEFAULT"
_PACKED: Final = r"(?:16|[1248]|[A-Z_][A-Z_\d]+)"
_FORMS: Final = {
    "clang optimize": (r" (?:on|off)", "takes 'on' or 'off'", True),
    "clang section": (
        r'(?: (?:bss|data|rodata|text|relro)=".*")+',
        'takes the kind of a section and its name: bss="name"',
        True,
    ),
    "clang assume_nonnull": (r" (?:begin|end)", "takes 'begin' or 'end'", True),
    "clang deprecated": (r"\(\w+(?:,.*)?\)", "takes the name of a macro in parentheses", True),
    "clang max_tokens_here": (r" \d+", "takes a number", True),
    "clang module": (r"(?!)", "has no meaning in OpenCL C, which has no modules", True),
    "STDC FP_CONTRACT": (rf" (?:{_SWITCH})", "takes ON, OFF or DEFAULT", False),
    "STDC CX_LIMITED_RANGE": (rf" (?:{_SWITCH})", "takes ON, OFF or DEFAULT", False),
    "STDC FENV_ACCESS": (r"(?!)", "is not for devices: compilers ignore it there", False),
    "STDC FENV_ROUND": (r"(?!)", "is not for devices: compilers ignore it there", False),
    "STDC": (r"(?!)", "is followed by no name that C has", False),
    "float_control": (r"(?!)", "is not for devices: compilers ignore it there", False),
    "pack": (
        rf"\((?:{_PACKED}?|(?:push|pop)(?:,[A-Za-z_]\w*)?(?:,{_PACKED})?)\)",
        "takes 1, 2, 4, 8 or 16, 'push' or 'pop', in parentheses",
        False,
    ),
    "options": (r" align=\w+", "takes 'align='", False),
    "ms_struct": (r" (?:on|off|reset)", "takes 'on', 'off' or 'reset'", False),
    "weak": (r" [A-Za-z_]\w*(?:=[A-Za-z_]\w*)?", "takes the name of a function", False),
    "redefine_extname": (r" [A-Za-z_]\w* [A-Za-z_]\w*", "takes two names", False),
    "comment": (r"\((?:lib|linker|copyright)\b.*", "has no effect here", False),
    "GCC poison": (r"(?: [A-Za-z_]\w*)+", "takes names", True),
    "clang poison": (r"(?: [A-Za-z_]\w*)+", "takes names", True),
    "GCC visibility": (
        r"(?: push\((?:default|hidden|internal|protected)\)| pop)",
        "takes 'push' with the name of a visibility, or 'pop'",
        False,
    ),
    "GCC error": (r' ?\(?".*', "takes a text", True),
    "GCC warning": (r' ?\(?".*', "takes a text", True),
    "nounroll": (r"", "takes nothing after it", False),
    "nounroll_and_jam": (r"", "takes nothing after it", False),
}
"""The syntax after a pragma's words, the message about others, and whether those are refused."""

_DIAGNOSTIC: Final = re.compile(r"(?:clang|GCC) diagnostic\b", re.ASCII)
_LEVELS: Final = "ignored|warning|error|fatal"


def normal_form(words: str) -> str:
    """Return a pragma's words without the blanks around punctuation."""
    return _SIGNS.sub(r"\1", words)


def form_problem(text: str) -> FormProblem | None:
    """Return the problem of a pragma's syntax, None if it is correct or unknown."""
    if _DIAGNOSTIC.match(text):
        return _diagnostic_problem(text.partition(" diagnostic")[2])
    for words, options in _OPTIONS.items():
        if text == words or text.startswith(f"{words} "):
            return _option_problem(text[len(words) :], options)
    match = re.match(r"(?:unroll|unroll_and_jam)\b", text, re.ASCII)
    if match is not None:
        return _unroll_problem(text[match.end() :].strip())
    if re.match(rf"STDC FP_CONTRACT (?:{_SWITCH})[^\w]", text, re.ASCII):
        return FormProblem("'STDC FP_CONTRACT' takes one word", refused=True)
    for words, (form, message, refused) in _FORMS.items():
        if re.match(rf"{words}\b", text, re.ASCII):
            fits = re.fullmatch(form, text[len(words) :], re.ASCII)
            return None if fits else FormProblem(f"'{words}' {message}", refused)
    return None


def _unroll_problem(given: str) -> FormProblem | None:
    """Return the problem of the text after `unroll`, if it holds a value."""
    if given.startswith("("):
        value, closed, rest = _in_parentheses(given)
        if not closed or not value:
            return None  # Another rule reports it.
        value, comma, more = value.partition(",")
        rest = rest or comma + more
        if value in _OPTIONS["clang loop"]["unroll"]:
            return FormProblem(f"'{value}' is for '#pragma clang loop unroll'", refused=True)
    else:
        match = re.match(r"[\w.]*(?:[-+*/%&|^<>]+[\w.(]+\)?)*", given, re.ASCII)
        value = "" if match is None else match[0]
        rest = given[len(value) :]
        if given and not value:
            if given[0] in "\"'-":
                return None
            return FormProblem("this is no number: write how often to unroll", refused=True)
    if _number(value) > _LARGEST:
        return FormProblem(f"{value} is more than {_LARGEST}", refused=True)
    if rest.strip():
        return FormProblem(f"'{rest.strip()}' is too much after 'unroll'")
    return None


def _in_parentheses(given: str) -> tuple[str, bool, str]:
    """Return the text in the first parentheses, whether they are closed, and the rest."""
    depth = 0
    for at, sign in enumerate(given):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return given[1:at], True, given[at + 1 :]
    return given[1:], False, ""


def _option_problem(given: str, options: dict[str, frozenset[str]]) -> FormProblem | None:
    """Return the problem of a list of options."""
    known = ", ".join(options)
    if not given:
        return FormProblem(f"an option is missing: there are {known}", refused=True)
    seen: dict[str, str] = {}
    at = 0
    while at < len(given):
        match = _OPTION.match(given, at)
        if match is None:
            return FormProblem(f"'{given[at:]}' is no option: there are {known}", refused=True)
        name, opened, value, closed = match.groups()
        at = match.end()
        if name not in options:
            return FormProblem(f"'{name}' is no option: there are {known}", refused=True)
        if not (opened and closed):
            return FormProblem(f"'{name}' takes a value in parentheses", refused=True)
        if name in seen:
            return FormProblem(f"'{name}' is said twice", refused=True)
        seen[name] = value
        problem = _value_problem(name, value.strip(), options[name])
        if problem is not None:
            return problem
    if seen.get("unroll") == "disable" and "unroll_count" in seen:
        return FormProblem("'unroll(disable)' contradicts 'unroll_count'", refused=True)
    return None


def _value_problem(name: str, value: str, words: frozenset[str]) -> FormProblem | None:
    if words and words is not _WIDTH:
        if value in words:
            return None
        return FormProblem(f"'{name}' takes {' or '.join(sorted(words))}", refused=True)
    first, comma, width = value.partition(",")
    if comma and width not in words:
        return FormProblem(f"'{width}' is neither fixed nor scalable", refused=True)
    if first in words:
        return None
    is_number = _NUMBER.fullmatch(first) is not None
    if not first or (is_number and _number(first) <= 0):
        return FormProblem(f"'{name}' takes a positive number", refused=True)
    return None


def _number(text: str) -> int:
    """Return the value of an integer as written, -1 for other text."""
    if _POSITIVE.fullmatch(text) is None:
        return -1
    return int(text.rstrip("uUlL"), 16 if "x" in text.lower() else 10)


def _diagnostic_problem(given: str) -> FormProblem | None:
    if re.fullmatch(rf' (?:push|pop)| (?:{_LEVELS}) ?"-[WR].*"', given, re.ASCII):
        return None
    if re.fullmatch(rf" (?:{_LEVELS})", given, re.ASCII):
        return FormProblem('the name of a warning is missing: "-Wname"', refused=True)
    return FormProblem('this takes push, pop, or a level and the name of a warning: "-Wname"')
