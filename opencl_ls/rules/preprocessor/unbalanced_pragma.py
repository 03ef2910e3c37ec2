"""A pragma that begins or ends a region has no counterpart.

## What it does
Reports `pop` and `end` of `pack`, `diagnostic`, `visibility`, `push_macro`, `clang attribute` and
`clang assume_nonnull` without their beginning; and `pack(push)`, `clang attribute push` and `clang
assume_nonnull begin` without their end. It is an error where compilers reject it.

## Why
Most often a line is missing, and the state stays in effect.

## Example
```cl
#pragma pack(push, 1)
typedef struct { char a; int b; } S;
```

## Use instead
```cl
#pragma pack(push, 1)
typedef struct { char a; int b; } S;
#pragma pack(pop)
```

## Versions
All.

## Reference
Manuals of compilers.
"""

import re
from typing import Any, Final, NamedTuple

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import pragmas

RULE = Rule(Severity.WARNING, since="0.1")


class _Pair(NamedTuple):
    """The words that begin and end; whether an end is needed; whether compilers reject others."""

    begin: re.Pattern[str]
    end: re.Pattern[str]
    has_to_end: bool
    refused: bool


def _pair(begin: str, end: str, *, has_to_end: bool, refused: bool) -> _Pair:
    return _Pair(re.compile(begin), re.compile(end), has_to_end, refused)


_PAIRS: Final = (
    _pair(r"pack ?\( ?push", r"pack ?\( ?pop", has_to_end=True, refused=False),
    _pair(
        r"(?:clang|GCC) diagnostic push$",
        r"(?:clang|GCC) diagnostic pop$",
        has_to_end=False,
        refused=False,
    ),
    _pair(r"GCC visibility push", r"GCC visibility pop", has_to_end=False, refused=True),
    _pair(
        r"clang attribute(?: \w+\.)? ?push",
        r"clang attribute(?: \w+\.)? ?pop",
        has_to_end=True,
        refused=True,
    ),
    _pair(
        r"clang assume_nonnull begin",
        r"clang assume_nonnull end",
        has_to_end=True,
        refused=True,
    ),
    _pair(
        r'push_macro ?\( ?(".*") ?\)', r'pop_macro ?\( ?(".*") ?\)', has_to_end=False, refused=False
    ),
)


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Pair the pragmas in the order in which they hold."""
    opened: dict[tuple[int, str], list[Any]] = {}
    for pragma in pragmas(context.unit):
        text = pragma.directive.content
        for number, pair in enumerate(_PAIRS):
            if match := pair.begin.match(text):
                opened.setdefault((number, "".join(match.groups())), []).append(pragma)
            elif match := pair.end.match(text):
                waiting = opened.get((number, "".join(match.groups())))
                if waiting:
                    waiting.pop()
                else:
                    _report(context, pragma, pair, "ends what no pragma above begins")
    for (number, _), waiting in opened.items():
        if _PAIRS[number].has_to_end:
            for pragma in waiting:
                _report(context, pragma, _PAIRS[number], "begins what no pragma below ends")


def _report(context: UnitContext, pragma: Any, pair: _Pair, message: str) -> None:
    context.report_in_file(
        pragma.file,
        pragma.start,
        pragma.end,
        f"'#pragma {pragma.directive.content}' {message}",
        severity=Severity.ERROR if pair.refused else None,
    )
