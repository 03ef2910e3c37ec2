"""An OPENCL pragma has a form that does not exist.

## What it does
Reports `#pragma OPENCL FP_CONTRACT` with another word than `ON`, `OFF` or `DEFAULT` or with more
than one, and `#pragma OPENCL` with another name than the ones of the language.

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
from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext, replacing
from opencl_ls.rules.rule import DIRECTIVES, Rule

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the words of the pragmas."""
    for pragma in context.pragmas():
        tokens = pragma.directive.tokens
        texts = [token.text for token in tokens]
        if texts[:1] != ["OPENCL"] or texts[1:2] == ["EXTENSION"]:
            continue
        wrong, message, new = _slip(texts)
        if not message:
            continue
        start, end = pragma.place_of(tokens[min(wrong, len(tokens) - 1)])
        fixes = []
        if new and pragma.is_directive:
            fixes = [replacing(f"Replace it by '{new}'", (start, end), new, safe=False)]
        context.report_in_file(pragma.file, start, end, message, fixes=fixes)


def _slip(texts: list[str]) -> tuple[int, str, str]:
    """Return which token is wrong, in which way, and what should stand there, "" for no guess."""
    known = None if len(texts) < 2 else language.pragma(f"OPENCL {texts[1]}")
    if known is None:
        what = f"'{texts[1]}' is not" if len(texts) > 1 else "this is not"
        return 1, f"{what} an OPENCL pragma: there are EXTENSION and FP_CONTRACT", ""
    values = known.values
    if len(texts) < 3:
        return 2, f"'{texts[1]}' needs one of {', '.join(values)}", ""
    if texts[2] in values:
        surplus = f"'{texts[3]}' means nothing behind '{texts[2]}'" if len(texts) > 3 else ""
        return 3, surplus, ""
    same = next((value for value in values if value.lower() == texts[2].lower()), "")
    return 2, f"'{texts[2]}' is none of {', '.join(values)}", same
