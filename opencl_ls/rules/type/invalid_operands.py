"""An operator does not take its operands.

## What it does
Reports binary operators, compound assignments and `?:` on operands of types that they are not
defined for: `%`, the bitwise operators and shifts on floating numbers, sums of pointers, arithmetic
on structs and on opaque types.

## Why
The operator has no meaning for these types. For the remainder of floating numbers there is `fmod`;
`as_int(x)` gives their bits. In OpenCL C 1.0 and 1.1 `&&` and `||` take no floating operands
either.

## Example
```cl
void f(float a, float b) { float c = a % b; }
```

## Use instead
```cl
void f(float a, float b) { float c = fmod(a, b); }
```

## Versions
All.

## Reference
OpenCL C specification, "Operators".

## Fix safety
Unsafe: the fix guesses that the remainder of floating numbers was meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemEdit, ItemFix, RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.operands import operator_place
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import has_rules_of_its_own, is_void
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_NUMBERS = (t.ScalarType, t.VectorType)
_OF_BITS = frozenset(("&", "|", "^", "<<", ">>"))


@RULE.on(p.InvalidOperands)
def check(context: RuleContext, problem: p.InvalidOperands) -> None:
    """Report the operator, and the operands that it takes."""
    left, right = problem.left, problem.right
    if problem.invalid.reason not in ("operands", "vector-scalar"):
        return
    if is_void(left) or is_void(right):
        return
    is_choice = problem.operator == "?:"
    if has_rules_of_its_own(left, right) and not (is_choice and _is_of_pipe(left, right)):
        return
    if any(isinstance(each.type, t.AtomicType) for each in (left, right)):
        return
    if is_choice and any(isinstance(x.type, t.BlockType) for x in (left, right)):
        return
    context.report(
        operator_place(problem.record),
        f"'{problem.operator}' does not take {t.described(left)} and {t.described(right)}"
        f"{_hint(context, problem)}",
        fixes=_fixes(problem),
        severity=Severity.WARNING if problem.invalid.warning else None,
    )


def _is_of_pipe(*kinds: t.Qualified) -> bool:
    return any(isinstance(each.type, t.PipeType) for each in kinds)


def _hint(context: RuleContext, problem: p.InvalidOperands) -> str:
    operator = problem.operator
    if problem.invalid.reason == "vector-scalar":
        return ": a scalar cannot hold the result, which is a vector"
    pointers = [isinstance(x.type, t.PointerType) for x in (problem.left, problem.right)]
    if all(pointers) and operator in ("+", "+="):
        return ": two pointers cannot be added, only subtracted"
    if not any(_is_floating(each) for each in (problem.left, problem.right)) or any(pointers):
        return ""
    if not all(isinstance(x.type, _NUMBERS) for x in (problem.left, problem.right)):
        return ""
    if operator in ("%", "%="):
        return ": '%' works on integers, and 'fmod' on floating numbers"
    if operator in ("&&", "||"):
        return f": in {context.target.version.words} it takes no floating operands"
    if operator.rstrip("=") not in _OF_BITS:
        return ""
    return f": '{operator}' works on integers; 'as_int' gives the bits of a floating number"


def _is_floating(qualified: t.Qualified) -> bool:
    kind = qualified.type
    if isinstance(kind, t.VectorType):
        kind = kind.element
    return isinstance(kind, t.ScalarType) and kind.floating


def _fixes(problem: p.InvalidOperands) -> list[ItemFix]:
    record = problem.record
    if not isinstance(record, r.Binary) or problem.operator != "%":
        return []
    if not _is_floating(problem.left) or not _is_floating(problem.right):
        return []
    edits = (
        ItemEdit(record.start, record.start, "fmod("),
        ItemEdit(record.left.end, record.operator.end, ","),
        ItemEdit(record.end, record.end, ")"),
    )
    return [ItemFix("Use 'fmod'", edits, False)]
