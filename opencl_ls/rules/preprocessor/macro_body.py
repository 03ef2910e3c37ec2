"""The replacement of a macro holds a token that belongs to no value.

## What it does
Warns of a macro that is a value followed by `;`, of one that begins with `=`, of a value with an
unclosed parenthesis, and of one whose parameters are not parameters because of a blank before them.

## Why
The replacement is inserted as it is, so that `t[N]` becomes `t[16;]`. Compilers report the use of
the macro, and not the definition.

## Example
```cl
#define N 16;
kernel void k(global int *out) { int t = N; out[0] = t; }
```

## Use instead
```cl
#define N 16
kernel void k(global int *out) { int t = N; out[0] = t; }
```

## Versions
All.

## Reference
C11 6.10.3.

## Fix safety
Unsafe: the uses of the macro may rely on the token.
"""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, inserting, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.names import facts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencl_ls.linter.context import ItemFix

RULE = Rule(Severity.WARNING, since="0.1")

_OF_VALUES: Final = frozenset("+ - * / % << >> & | ^ ~ < > <= >= == != && || ! ? : .".split())


@RULE.on_unit_reading(facts.undeclared, directives=True)
def check(context: UnitContext) -> None:
    """Look at the definitions of macros."""
    missing = {use.problem.name for use in context.undeclared}
    unit = context.unit
    # Headers are reported where they are open; to check them all at each key would take too long.
    for number, macro in _definitions(unit):
        mistake = _mistake(macro, missing)
        if mistake is not None:
            start, end, message, fix = mistake
            at = unit.offsets[number]
            edits = tuple(
                edit._replace(start=edit.start + at, end=edit.end + at) for edit in fix.edits
            )
            fixes = [fix._replace(edits=edits)]
            context.report_in_file(unit.path, at + start, at + end, message, fixes=fixes)


def _definitions(unit: Any) -> Iterator[tuple[int, Any]]:
    """Yield the macros that the main file defines, each with the number of its step."""
    for number in unit.effective:
        for record in unit.steps[number].records:
            if record.kind == "define" and record.macro is not None and len(record.macro.body) > 1:
                yield number, record.macro


def _mistake(macro: Any, missing: set[str]) -> tuple[int, int, str, ItemFix] | None:
    """Return the place of a mistake in the text of a definition, its message, and its fix."""
    body, places, name = [token.text for token in macro.body], macro.places, macro.name
    if body[-1] == ";" and _is_value(body[:-1], alone=macro.parameters is None):
        fix = replacing("Remove ';'", places[-1], "", safe=False)
        return *places[-1], f"the ';' is part of the replacement of macro '{name}'", fix
    if body[0] == "=" and macro.parameters is None and _is_value(body[1:], alone=True):
        fix = replacing("Remove '='", (places[0][0], places[1][0]), "", safe=False)
        return *places[0], f"the '=' is part of the replacement of macro '{name}'", fix
    if _is_value([*body, ")"], alone=False):
        end = places[-1][1]
        fix = inserting("Insert ')'", end, ")", safe=False)
        return *places[0], f"this '(' lacks its ')', and so does each use of macro '{name}'", fix
    if macro.parameters is None and _lists_parameters(macro.body, missing):
        between = (macro.name_end, places[0][0])
        fix = replacing("Remove the blank", between, "", safe=False)
        message = f"macro '{name}' has no parameters: there is a blank before the '('"
        return *places[0], message, fix
    return None


def _is_value(body: list[str], *, alone: bool) -> bool:
    """Tell whether tokens are a value: numbers and operators `alone`, else all in parentheses."""
    depths = list(accumulate((text == "(") - (text == ")") for text in body))
    if not body or depths[-1] != 0 or min(depths) < 0:
        return False
    if any(text in _OTHER or text[-1] in "\"'" for text in body):
        return False
    if alone and any(text[0].isdigit() or text[0] == "." for text in body):
        return all(text in _OF_VALUES or text in "()" or text[0] in _DIGITS for text in body)
    is_whole = body[0] == "(" and 0 not in depths[:-1] and len(body) > 3
    calls = any(_is_name(a) and b == "(" for a, b in pairwise(body))
    return is_whole and not calls and any(text in _OF_VALUES for text in body)


def _is_name(text: str) -> bool:
    return text[0] == "_" or text[0].isalpha()


def _lists_parameters(body: Any, missing: set[str]) -> bool:
    """Tell whether a body begins with undeclared names in parentheses.

    The names occur again after the parentheses, as parameters would.
    """
    texts = [token.text for token in body]
    if texts[0] != "(" or ")" not in texts:
        return False
    end = texts.index(")")
    names, rest = texts[1:end:2], texts[end + 1 :]
    listed = all(text == "," for text in texts[2:end:2]) and all(map(_is_name, names))
    return bool(names) and listed and all(name in missing and name in rest for name in names)


_DIGITS: Final = "0123456789."
_OTHER: Final = frozenset("= += -= *= /= ++ -- , ; { } # ## void return".split())
