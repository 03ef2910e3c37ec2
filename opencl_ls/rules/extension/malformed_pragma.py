"""An extension pragma is malformed.

## What it does
Reports `#pragma OPENCL EXTENSION` lines that are not of the form `name : enable` or `name :
disable`, and those with more tokens after it.

## Why
Compilers ignore the line, and the program is compiled without the extension that it needs. They
warn about extra tokens.

## Example
```cl
#pragma OPENCL EXTENSION cl_khr_fp64 enable
```

## Use instead
```cl
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
```

## Versions
All.

## Reference
OpenCL C specification, "Compiler Directives for Optional Extensions".

## Fix safety
The line had no effect before, so the fix is unsafe.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, inserting, replacing
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import pragmas

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the words of the pragmas."""
    for pragma in pragmas(context.unit):
        tokens = pragma.directive.tokens
        texts = [token.text for token in tokens]
        if texts[:2] != ["OPENCL", "EXTENSION"]:
            continue
        at, message, new = _mistake(texts)
        if not message:
            continue
        start, end = pragma.place_of(tokens[min(at, len(tokens) - 1)])
        fixes = []
        if not pragma.is_directive:
            new = ""
        if new == ":":
            fixes = [inserting("Insert ':'", start, ": ", safe=False)]
        elif new:
            fixes = [replacing(f"Replace it by '{new}'", (start, end), new, safe=False)]
        context.report_in_file(pragma.file, start, end, message, fixes=fixes)


def _mistake(texts: list[str]) -> tuple[int, str, str]:
    """Return which token is wrong, in which way, and its replacement, "" for no guess."""
    if len(texts) < 3:
        return 2, "the name of an extension is missing: write 'name : enable'", ""
    if not texts[2].isidentifier():
        return 2, f"'{texts[2]}' is not the name of an extension: write 'name : enable'", ""
    if len(texts) < 4:
        return 3, f"'{texts[2]}' is followed by nothing: write '{texts[2]} : enable'", ""
    if texts[3] != ":":
        return 3, f"a ':' is missing before '{texts[3]}'", ":" if texts[3] in _WORDS else ""
    if len(texts) < 5:
        return 4, "'enable' or 'disable' is missing after the ':'", ""
    if texts[4] not in _WORDS:
        # The draft versions of the language had these two as well.
        near = "enable" if texts[4] in ("on", "require", "enabled") else ""
        near = "disable" if texts[4] in ("off", "disabled") else near
        return 4, f"'{texts[4]}' is neither 'enable' nor 'disable'", near
    if len(texts) > 5:
        return 5, f"'{texts[5]}' is too much: the pragma ends with '{texts[4]}'", ""
    return 0, "", ""


_WORDS: Final = ("enable", "disable")
