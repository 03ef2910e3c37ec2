"""The words of a type do not go together.

## What it does
Reports combinations of `signed`, `unsigned`, `short` and `long` with each other or with a type
that they cannot change.

## Why
Such a combination names no type, and a compiler cannot guess which word is wrong.

## Example
```cl
void f(void) { unsigned float x; }
```

## Use instead
```cl
void f(void) { float x; }
```

## Versions
All.

## Reference
C11 6.7.2p2.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_SIGNED = ("signed", "__signed", "__signed__")
_TAKES_SIGN = ("char", "int", "__int128")
_OTHERS = ("_Complex", "complex", "_Imaginary", "imaginary")


@RULE.on(r.BasicType)
def check(context: RuleContext, kind: r.BasicType) -> None:
    """Look at the words of a built-in type."""
    problem = _problem(kind.words) if len(kind.words) > 1 else ""
    if problem:
        context.report(kind, problem)


def _problem(words: tuple[str, ...]) -> str:
    if any(word in _OTHERS for word in words):
        return ""
    is_signed = any(word in _SIGNED for word in words)
    is_unsigned = "unsigned" in words
    lengths = [word for word in words if word in ("short", "long")]
    rest = [word for word in words if word not in (*_SIGNED, "unsigned", "short", "long")]
    base = rest[0] if rest else "int"
    if is_signed and is_unsigned:
        return "a type cannot be signed and unsigned at once"
    if len(rest) > 1:
        return f"a type cannot be '{rest[0]}' and '{rest[1]}' at once"
    if len(set(lengths)) > 1:
        return "a type cannot be short and long at once"
    if lengths.count("long") > 2:
        return "there is no type longer than 'long', which has 64 bits"
    if (is_signed or is_unsigned) and base not in _TAKES_SIGN:
        word = "unsigned" if is_unsigned else "signed"
        return f"'{base}' has no form that is {word}: only char, short, int and long have one"
    if lengths and base != "int" and (lengths != ["long"] or base != "double"):
        return f"there is no '{lengths[0]} {base}'"
    return ""
