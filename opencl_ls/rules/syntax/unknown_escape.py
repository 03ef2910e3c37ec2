r"""A literal has an escape sequence that C does not know.

## What it does
Warns of a backslash in a string or a character constant that does not begin an escape sequence.

## Why
The meaning of such a sequence is not defined; compilers ignore the backslash.

## Example
```cl
constant char *path = "a\d";
```

## Use instead
```cl
constant char *path = "a\\d";
```

## Versions
All.

## Reference
C11 6.4.4.4; clang's `-Wunknown-escape-sequence`.

## Fix safety
Unsafe: the fix is a guess.
"""

import re
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_ESCAPE: Final = re.compile(r"\\(?:[abefnrtvxuUEN0-7'\"\\?\r\n({%]|(.))", re.ASCII)


@RULE.on(r.StringLiteral, r.CharacterLiteral)
def check(context: RuleContext, literal: r.StringLiteral | r.CharacterLiteral) -> None:
    """Look at the backslashes of a literal."""
    for match in _ESCAPE.finditer(context.text(literal)):
        if match.lastindex:
            start = literal.start + match.start()
            context.report(
                (start, start + 2),
                f"'{match[0]}' is no escape sequence: it means '{match[1]}'",
                fixes=[inserting("Insert '\\'", start, "\\", safe=False)],
            )
