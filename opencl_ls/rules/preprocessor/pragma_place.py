"""A pragma is in a place where it has no effect.

## What it does
Reports `unroll`, `nounroll`, `clang loop` and similar pragmas before anything other than a loop;
`FP_CONTRACT` and `clang fp` in a function but not at the start of a block; and all of these and
`EXTENSION` inside an expression, a struct or a list of parameters. Also reports a second `unroll`
for one loop, and one with a variable as its factor.

## Why
Such a pragma applies to the statement right after it, or to the whole block. Compilers reject it
elsewhere.

## Example
```cl
kernel void k(global float *a, int n) {
    #pragma unroll
    int last = n - 1;
    for (int i = 0; i < last; i++) a[i] += 1.0f;
}
```

## Use instead
```cl
kernel void k(global float *a, int n) {
    int last = n - 1;
    #pragma unroll
    for (int i = 0; i < last; i++) a[i] += 1.0f;
}
```

## Versions
All.

## Reference
OpenCL C specification, "Preprocessor Directives and Macros"; manuals of compilers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from opencl_ls.findings import Severity
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.macros.undefined_macros import has_host_macros
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r
from opencl_ls.syntax.pragma_marks import PragmaMark, has_marks, marks_in

if TYPE_CHECKING:
    from opencl_ls.linter.context import RuleContext

RULE = Rule(Severity.ERROR, since="0.1")

_LOOPS: Final = (r.For, r.While, r.DoWhile)
_UNROLL: Final = re.compile(r"(?:no)?unroll\b(?!_)", re.ASCII)
_BY_NAME: Final = re.compile(r"unroll ?\(? ?([A-Za-z_]\w*) ?\)?", re.ASCII)
_NAMESPACES: Final = frozenset(("OPENCL", "STDC", "clang", "GCC"))
_FIRST: Final = re.compile(r"(?>(?:\s|//[^\n]*|/\*.*?\*/)*)(\w+|.)", re.ASCII | re.DOTALL)
_CONTROLS: Final = (r.If, *_LOOPS, r.Switch, r.Label)
_UNREAD: Final = (r.BadStatement, r.BadExpression)


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look for marks of pragmas in the text of an item."""
    if (
        not has_marks(item.text)
        or item.problems
        or item.recovered
        or has_host_macros(context.model)
    ):
        return
    earlier: PragmaMark | None = None
    for pragma in marks_in(item.text):
        if earlier is not None and _same_twice(item, earlier, pragma):
            message = f"the loop has '#pragma {earlier.words}' already"
            context.report((pragma.start, pragma.end), message)
        earlier = pragma
        wrong = _wrong(item, pragma)
        if not wrong and (value := _runtime_value(context, pragma)):
            message = f"'{value}' is known at run time only: a number says how often to unroll"
            context.report((pragma.start, pragma.end), message)
        if not wrong:
            continue
        span: tuple[int, int] = (pragma.start, pragma.end)
        after = _FIRST.match(item.text, pragma.end)
        if wrong is _NO_LOOP and after is not None and _around(item, pragma.start):
            # Compilers report the statement that should be a loop.
            span = after.span(1)
        context.report(span, f"'#pragma {_name(pragma.words)}' {wrong}")


def _wrong(item: r.Item, pragma: PragmaMark) -> str:
    """Return what is wrong with the place of a pragma, "" for nothing."""
    around = _around(item, pragma.start)
    if not around:
        return _NO_LOOP if pragma.is_of_loop else ""
    inner = around[-1]
    if any(isinstance(each, _UNREAD) for each in around):
        return ""
    parts = r.children(inner)
    after = next((each for each in parts if each.start > pragma.start), None)
    if pragma.is_of_loop:
        if isinstance(inner, r.Attributed) and isinstance(after, _LOOPS):
            return ""
        while isinstance(after, r.Attributed):
            after = after.statement
        return "" if isinstance(after, (*_LOOPS, *_UNREAD)) else _NO_LOOP
    is_in_body = isinstance(inner, r.Compound | r.Case)
    if pragma.words.startswith("OPENCL EXTENSION"):
        return "" if is_in_body or isinstance(inner, _CONTROLS) else _INSIDE
    if isinstance(inner, r.Compound) and not any(each.start < pragma.start for each in parts):
        return ""
    return _LATE if is_in_body or isinstance(inner, _CONTROLS) else _INSIDE


def _same_twice(item: r.Item, earlier: PragmaMark, pragma: PragmaMark) -> bool:
    """Tell whether two pragmas both say how to unroll a loop."""
    kinds = [_UNROLL.match(each.words) for each in (earlier, pragma)]
    between = item.text[earlier.end : pragma.start]
    return kinds[0] is not None and kinds[1] is not None and not between.strip()


def _runtime_value(context: RuleContext, pragma: PragmaMark) -> str:
    """Return the variable that is the factor of a pragma, "" where it is none of this item."""
    match = _BY_NAME.fullmatch(pragma.words)
    if match is None:
        return ""
    named = [each for each in context.model.declared.values() if each.name == match[1]]
    is_runtime = all(
        isinstance(each, ParameterVariable)
        or (isinstance(each, Variable) and not each.type.const and not at_program_scope(each))
        for each in named
    )
    return match[1] if named and is_runtime else ""


def _name(words: str) -> str:
    """Return the words that identify the pragma."""
    first, *rest = words.replace("(", " (").split()
    return f"{first} {rest[0]}" if first in _NAMESPACES and rest else first


def _around(item: r.Item, place: int) -> list[r.Record]:
    """Return the records around a place of an item, the outermost first."""
    found: list[r.Record] = []
    inner: list[r.Record] = list(item.declarations)
    while inner:
        holds = next((each for each in inner if each.start < place < each.end), None)
        if holds is None:
            break
        found.append(holds)
        inner = r.children(holds)
    return found


_NO_LOOP: Final = "has to be right before 'for', 'while' or 'do'"
_LATE: Final = "has to be outside of all functions, or at the start of a block"
_INSIDE: Final = "is not allowed inside a declaration or an expression"
