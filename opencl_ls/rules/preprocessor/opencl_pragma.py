"""An OPENCL pragma has a form that does not exist.

## What it does
Reports `#pragma OPENCL FP_CONTRACT` with another word than `ON`, `OFF` or `DEFAULT`, as an error
with more than one, and `#pragma OPENCL` with another name than the ones of the language. Of other
pragmas it reports those that are nearly `OPENCL` or `unroll`; as errors an `unroll` of which a
parenthesis is missing, or whose number is negative or no integer, and `message`, `push_macro` and
`pop_macro` without a text.

## Why
Compilers ignore the line, except for known pragmas that they cannot parse, which they reject.

## Example
```cl
#pragma OPENCL FP_CONTRACT off
```

## Use instead
```cl
#pragma OPENCL FP_CONTRACT OFF
```

## Versions
All.

## Reference
OpenCL C specification, "Preprocessor Directives and Macros".

## Fix safety
The line had no effect before, so the fix is unsafe.
"""

import re
from typing import Final

from opencl_ls.builtins import language
from opencl_ls.builtins.spelling import nearest
from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, replacing
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import pragmas

RULE = Rule(Severity.WARNING, since="0.1")

_FLOATING: Final = re.compile(r"(\d+\.\d*|\.\d+)([eE][-+]?\d+)?[fF]?")
_UNROLLING = ("unroll", "nounroll")
_FIRST = ("OPENCL", *_UNROLLING)
_WITH_TEXT = ("message", "push_macro", "pop_macro")
_STRICT = ("unroll", *_WITH_TEXT)
_SECOND = ("EXTENSION", "FP_CONTRACT")
_SURPLUS = 3
"""The first extra word, which compilers take for the beginning of a declaration."""


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the words of the pragmas."""
    for pragma in pragmas(context.unit):
        tokens = pragma.directive.tokens
        texts = [token.text for token in tokens]
        if texts[:1] == ["OPENCL"]:
            wrong, message, new = _mistake(texts)
        else:
            wrong, message, new = _other_mistake(texts)
        if not message:
            continue
        start, end = pragma.place_of(tokens[min(wrong, len(tokens) - 1)])
        fixes = []
        if new and pragma.is_directive:
            fixes = [replacing(f"Replace it by '{new}'", (start, end), new, safe=False)]
        # Compilers that know a pragma outside OpenCL C reject its errors.
        is_refused = texts[0] in _STRICT or (texts[0] == "OPENCL" and wrong == _SURPLUS)
        severity = Severity.ERROR if is_refused else None
        context.report_in_file(pragma.file, start, end, message, fixes=fixes, severity=severity)


def _other_mistake(texts: list[str]) -> tuple[int, str, str]:
    """Return the mistake, as `_mistake` does, in a pragma that does not begin with `OPENCL`."""
    first = texts[0] if texts else ""
    if first in _UNROLLING:
        return _unrolling_mistake(texts)
    if first in _WITH_TEXT and not _holds_text(texts):
        return 0, f"'{first}' takes a text in parentheses", ""
    if first.startswith("OPENCL_"):
        meant = first.replace("_", " ", 1)
        return 0, _guess(first, meant), meant if language.pragma(meant) is not None else ""
    near = nearest(first, _FIRST)
    return (0, _guess(first, near[0]), near[0]) if near else (0, "", "")


def _unrolling_mistake(texts: list[str]) -> tuple[int, str, str]:
    """Return the mistake, as `_mistake` does, in the number of times that a loop is unrolled."""
    first, given = texts[0], texts[1:]
    if given.count("(") > given.count(")"):
        return len(given), f"the '(' after '{first}' lacks its ')'", ""
    if first != "unroll" or not given:
        return 0, "", ""
    if given[:2] == ["(", ")"]:
        return 1, "a number is missing between the parentheses: how often to unroll", ""
    at = 2 if given[0] == "(" else 1
    number = texts[at : len(texts) - (at - 1)]
    if len(number) == 2 and number[0] == "-" and number[1].isdecimal():
        return at, f"-{number[1]} is not positive: leave it out, or write how often to unroll", ""
    if len(number) == 1 and (number[0][-1] == '"' or _FLOATING.fullmatch(number[0])):
        return at, f"'{number[0]}' is no integer: write how often to unroll", ""
    return 0, "", ""


def _holds_text(texts: list[str]) -> bool:
    """Tell whether a text in parentheses follows; `message` takes one without them as well."""
    given = texts[1:]
    if texts[0] == "message" and given and given[0] != "(":
        return given[0][-1] == '"' or given[0].isidentifier()
    return (
        len(given) > 2
        and given[0] == "("
        and ")" in given
        and (given[1][-1] == '"' or (texts[0] == "message" and given[1].isidentifier()))
    )


def _guess(written: str, meant: str) -> str:
    return f"'{written}' is no pragma that is known; did you mean '{meant}'?"


def _mistake(texts: list[str]) -> tuple[int, str, str]:
    """Return which token is wrong, in which way, and its replacement, "" for no guess."""
    if texts[1:2] == ["EXTENSION"]:
        return 0, "", ""  # Another rule looks at these.
    known = None if len(texts) < 2 else language.pragma(f"OPENCL {texts[1]}")
    if known is None:
        what = f"'{texts[1]}' is not" if len(texts) > 1 else "this is not"
        near = nearest(texts[1], _SECOND) if len(texts) > 1 else []
        guess = f"did you mean {near[0]}?" if near else "there are EXTENSION and FP_CONTRACT"
        return 1, f"{what} an OPENCL pragma: {guess}", "".join(near)
    values = known.values
    if len(texts) < 3:
        return 2, f"'{texts[1]}' needs one of {', '.join(values)}", ""
    if texts[2] in values:
        surplus = f"'{texts[3]}' has no meaning after '{texts[2]}'" if len(texts) > 3 else ""
        return _SURPLUS, surplus, ""
    same = next((value for value in values if value.lower() == texts[2].lower()), "")
    return 2, f"'{texts[2]}' is none of {', '.join(values)}", same
