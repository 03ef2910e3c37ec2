"""A character constant holds several characters.

## What it does
Warns of constants such as `'ab'`.

## Why
Its value is implementation-defined. Most often a string was intended.

## Example
```cl
constant int tag = 'ab';
```

## Use instead
```cl
constant int tag = 'a' << 8 | 'b';
```

## Versions
All.

## Reference
C11 6.4.4.4p10; clang's `-Wmultichar`.
"""

import re
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_CHARACTERS: Final = re.compile(r"\\(?:x[0-9a-fA-F]*|[0-7]{1,3}|.)|.", re.ASCII | re.S)


@RULE.on(r.CharacterLiteral)
def check(context: RuleContext, literal: r.CharacterLiteral) -> None:
    """Count the characters of a constant."""
    inner = context.text(literal).removeprefix("L")
    if not inner.isascii() or inner[0] != "'" or "\\u" in inner.lower():
        return
    if len(_CHARACTERS.findall(inner[1:-1])) > 1:
        context.report(literal, f"{context.text(literal)} holds several characters")
