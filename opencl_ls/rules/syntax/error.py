"""The text cannot be parsed as OpenCL C.

## What it does
Reports the places where a declaration or a function cannot be parsed, at most three in each of
them. Known syntax errors, such as a missing semicolon, have rules of their own.

## Why
A compiler stops here. The other rules do not check the function until it can be parsed.

## Example
```cl
kernel void scale(global float *a) { a[0] = * ; }
```

## Use instead
```cl
kernel void scale(global float *a) { a[0] = a[1] * 2.0f; }
```

## Versions
All.

## Reference
OpenCL C specification, "The OpenCL C Programming Language"; C99 6.7 to 6.9.
"""

import re
from typing import Final

from opencl_ls.builtins.foreign import foreign_name
from opencl_ls.findings import Severity
from opencl_ls.linter.context import (
    ItemEdit,
    ItemFix,
    RuleContext,
    inserting,
    replacing,
)
from opencl_ls.linter.reports.foreign import word_fixes
from opencl_ls.linter.rule import Rule
from opencl_ls.preprocess.directives import KNOWN
from opencl_ls.semantics.model.problems import StrayName
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind
from opencl_ls.syntax.tokens import Token, token_index, tokens_of

RULE = Rule(
    Severity.ERROR, since="0.1", on_broken_items=True, supersedes=("printf/too-few-arguments",)
)

_DIRECTIVE: Final = re.compile(rf"#[ \t]*(?:{'|'.join(sorted(KNOWN))})\b")
_UNREAD: Final = (SyntaxProblemKind.TOO_DEEP, SyntaxProblemKind.TOO_SLOW)
_CAUSES: Final = (SyntaxProblemKind.UNTYPED_FUNCTION, SyntaxProblemKind.FOREIGN_CONSTRUCT)
"""The kinds of problems that make the rest of the item unreadable."""

_MOST: Final = 3
_LONGEST: Final = 40
_OPERATORS: Final = frozenset("=+-*/%<>&|^!?:,")
_EXPECTED: Final = {
    "identifier": "a name or a value",
    "type_identifier": "a type",
    "field_identifier": "the name of a member",
    "number_literal": "a number",
    "primitive_type": "a type",
}


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Report where a statement is not finished, and where the parser gave up."""
    for known in item.recovered:
        if known.kind is SyntaxProblemKind.OPERAND:
            operator = item.text[known.start : known.end]
            what = "the name of a member" if operator in (".", "->") else "a value"
            context.report(known, f"expected {what} after '{operator}'")
        elif known.kind is SyntaxProblemKind.LITERAL:
            context.report(known, f"expected '{known.expected}' before the end of the line")
        elif known.kind is SyntaxProblemKind.STRAY_DIRECTIVE:
            _report_directive(context, known, item.text)
    if not item.problems or item.problems[0].kind in _UNREAD:
        return
    if any(known.kind in _CAUSES for known in item.recovered):
        return  # All that cannot be read comes from that.
    tokens = tokens_of(item.text)
    blocks = context.target.has_blocks
    for problem in item.problems[:_MOST]:
        if any(_names(known, problem) for known in item.recovered):
            continue
        if blocks and any(_speaks_of(known, problem, item.text) for known in item.recovered):
            continue
        if problem.kind is SyntaxProblemKind.MISSING_TOKEN:
            _report_missing(context, problem, tokens)
        else:
            _report_unreadable(context, problem, tokens)


@RULE.on(StrayName)
def check_name(context: RuleContext, problem: StrayName) -> None:
    """Report a name that was taken for a macro until its declaration was known."""
    above = context.parent(problem.record)
    if isinstance(above, r.StringLiteral):
        _report_in_string(context, problem, above)
    else:
        context.report(problem.record, f"unexpected '{problem.name}' here")


def _report_in_string(context: RuleContext, problem: StrayName, string: r.StringLiteral) -> None:
    """Report a name beside a string: most often the comma between the two is missing."""
    text, name = context.model.item.text, problem.record
    edits: list[ItemEdit] = []
    if name.start > string.start:
        end = len(text[: name.start].rstrip())
        # Text that ends with anything but a quote or a name may be a comment.
        plain = text[end - 1] == '"'
        edits.append(ItemEdit(end, end, ",") if plain else ItemEdit(name.start, name.start, ", "))
    if name.end < string.end:
        edits.append(ItemEdit(name.end, name.end, ","))
    where = "before" if name.start > string.start else "after"
    fix = ItemFix("Insert ','", tuple(edits), safe=False)
    context.report(name, f"expected ',' {where} '{problem.name}'", fixes=[fix])


def _report_directive(context: RuleContext, known: r.SyntaxProblem, text: str) -> None:
    """Report a `#` after other words of its line."""
    place = (known.start, known.start + 1)
    if _DIRECTIVE.match(text, known.start, known.end):
        fix = inserting("Begin a line", known.start, "\n", safe=False)
        message = "a directive needs a line of its own"
    else:
        fix = replacing("Change to '//'", place, "//", safe=False)
        message = "a comment begins with '//'"
    context.report(place, f"'#' is not allowed here: {message}", fixes=[fix])


def _speaks_of(known: r.SyntaxProblem, problem: r.SyntaxProblem, text: str) -> bool:
    """Tell whether a repaired block, in or right after the error, is the cause of the error."""
    return (
        known.kind in (SyntaxProblemKind.BLOCK_BODY, SyntaxProblemKind.BLOCK_DECLARATOR)
        and problem.start <= known.start
        and not text[problem.end : known.start].strip()
    )


def _names(known: r.SyntaxProblem, problem: r.SyntaxProblem) -> bool:
    """Tell whether a misspelt keyword is the only syntax error."""
    return known.kind is SyntaxProblemKind.MISSPELT_KEYWORD and (known.start, known.end) == (
        problem.start,
        problem.end,
    )


def _report_missing(context: RuleContext, problem: r.SyntaxProblem, tokens: list[Token]) -> None:
    expected = _EXPECTED.get(problem.expected, f"'{problem.expected}'")
    index = token_index(tokens, problem.start)
    if index < len(tokens):
        token = tokens[index]
        context.report(
            (token.start, token.end), f"expected {expected} before '{_shown(token.text)}'"
        )
    elif tokens:
        context.report(
            (tokens[-1].start, tokens[-1].end), f"expected {expected} after '{tokens[-1].text}'"
        )


def _report_unreadable(context: RuleContext, problem: r.SyntaxProblem, tokens: list[Token]) -> None:
    first = token_index(tokens, problem.start)
    if first >= len(tokens):
        return
    token = tokens[first]
    end = token.end
    for later in tokens[first + 1 :]:
        if later.start >= problem.end or later.fresh:
            break
        end = later.end
    foreign = foreign_name(token.text)
    if foreign is not None and not foreign.missing:
        place = (token.start, token.end)
        message = f"'{token.text}' is not allowed here: {foreign.advice}"
        context.report(place, message, fixes=word_fixes(place, foreign))
        return
    if token.text in _OPERATORS and end == token.end:
        message = f"expected a value after '{token.text}'"
    elif end == token.end:
        message = f"unexpected '{_shown(token.text)}' here"
    else:
        written = _shown(context.model.item.text[token.start : end])
        message = f"'{written}' cannot be read as OpenCL C: look for a misplaced or missing token"
    context.report((token.start, end), message)


def _shown(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
