r"""A number, character or string literal is malformed.

## What it does
Reports numbers with invalid digits, suffixes or exponents, integers that are too large for every
type, escapes in characters and strings that have no digits or exceed a character, letters outside
of ASCII in a character, and the prefixes `u8` and `u`.

## Why
Compilers reject such a literal.

## Example
```cl
constant int values[] = {089, 0b12, 1uu, '\400'};
constant float scale = 1f;
```

## Use instead
```cl
constant int values[] = {89, 0b10, 1u, '\377'};
constant float scale = 1.0f;
```

## Versions
All.

## Reference
C11 6.4.4; OpenCL C specification, "Conversions and Type Casting" on the suffix `h`.

## Fix safety
The fix inserts the missing point before the suffix `f` of an integer. Nothing else can be meant, so
it is safe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.malformed_literals import number_problem, quoted_problem

RULE = Rule(Severity.ERROR, since="0.1")

_LONGEST = 80
"""A message does not repeat a literal of more characters."""


@RULE.on(r.IntegerLiteral, r.FloatLiteral, about=("malformed",))
def check_number(context: RuleContext, literal: r.IntegerLiteral | r.FloatLiteral) -> None:
    """Look at the characters of a number."""
    text = literal.text
    why = number_problem(text)
    if not why:
        return
    fixes: list[ItemFix] = []
    if text[-1] in "fF" and text[:-1].isdecimal() and text[0] != "0":
        pointed = f"{text[:-1]}.0{text[-1]}"
        fixes = [replacing(f"Write {pointed}", literal, pointed, safe=True)]
    what = f"'{text}'" if len(text) <= _LONGEST else "this"
    context.report(literal, f"{what} is no number: {why}", fixes=fixes)


@RULE.on(r.CharacterLiteral)
def check_character(context: RuleContext, literal: r.CharacterLiteral) -> None:
    """Look at the escapes of a character."""
    why = _prefix_problem(literal.text) or quoted_problem(literal.text, wide=literal.text[0] == "L")
    if why:
        what = literal.text if len(literal.text) <= _LONGEST else "this"
        context.report(literal, f"{what} is no character: {why}")


@RULE.on(r.StringLiteral)
def check_string(context: RuleContext, literal: r.StringLiteral) -> None:
    """Look at the escapes of strings; a wide string makes adjacent strings wide."""
    wide = any(text[0] == "L" for text in literal.texts)
    for text in literal.texts:
        why = _prefix_problem(text) or quoted_problem(text, wide=wide)
        if why:
            context.report(literal, f"this is no string: {why}")
            return


def _prefix_problem(text: str) -> str:
    """Report a prefix of C11; one in capitals may be a macro of the host."""
    prefix = "u8" if text.startswith("u8") else text[0]
    return f"OpenCL C has no prefix '{prefix}'" if prefix[0] == "u" else ""
