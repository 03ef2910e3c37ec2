"""An OPENCL pragma has a form that does not exist.

## What it does
Reports `#pragma OPENCL FP_CONTRACT` with another word than `ON`, `OFF` or `DEFAULT` or with more
than one, and `#pragma OPENCL` with another name than the ones of the language. Of other pragmas it
reports those that are nearly `OPENCL` or `unroll`, and an `unroll` of which a parenthesis is
missing.

## Why
Compilers ignore the line.

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
The line did nothing before, so the fix is unsafe.
"""

from opencl_ls.builtins import language
from opencl_ls.builtins.spelling import nearest
from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext, replacing
from opencl_ls.rules.rule import DIRECTIVES, Rule

RULE = Rule(Severity.WARNING, since="0.1")

_UNROLLING = ("unroll", "nounroll")
_FIRST = ("OPENCL", *_UNROLLING)
_SECOND = ("EXTENSION", "FP_CONTRACT")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the words of the pragmas."""
    for pragma in context.pragmas():
        tokens = pragma.directive.tokens
        texts = [token.text for token in tokens]
        if texts[:1] == ["OPENCL"]:
            wrong, message, new = _slip(texts)
        else:
            wrong, message, new = _other_slip(texts)
        if not message:
            continue
        start, end = pragma.place_of(tokens[min(wrong, len(tokens) - 1)])
        fixes = []
        if new and pragma.is_directive:
            fixes = [replacing(f"Replace it by '{new}'", (start, end), new, safe=False)]
        context.report_in_file(pragma.file, start, end, message, fixes=fixes)


def _other_slip(texts: list[str]) -> tuple[int, str, str]:
    """Return as `_slip` what is wrong with a pragma that does not begin with `OPENCL`."""
    first = texts[0] if texts else ""
    if first in _UNROLLING:
        if texts.count("(") > texts.count(")"):
            return len(texts) - 1, f"the '(' behind '{first}' lacks its ')'", ""
        return 0, "", ""
    if first.startswith("OPENCL_"):
        meant = first.replace("_", " ", 1)
        return 0, _guess(first, meant), meant if language.pragma(meant) is not None else ""
    near = nearest(first, _FIRST)
    return (0, _guess(first, near[0]), near[0]) if near else (0, "", "")


def _guess(written: str, meant: str) -> str:
    return f"'{written}' is no pragma that is known; did you mean '{meant}'?"


def _slip(texts: list[str]) -> tuple[int, str, str]:
    """Return which token is wrong, in which way, and what should stand there, "" for no guess."""
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
        surplus = f"'{texts[3]}' means nothing behind '{texts[2]}'" if len(texts) > 3 else ""
        return 3, surplus, ""
    same = next((value for value in values if value.lower() == texts[2].lower()), "")
    return 2, f"'{texts[2]}' is none of {', '.join(values)}", same
