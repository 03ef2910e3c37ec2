"""A block changes what it captured.

## What it does
Reports an assignment, `++` or `--` in a block literal on a variable or parameter of the enclosing
function or of an outer literal, or on a part of such a variable. Reports `&` before its name, or
before that of a variable in local memory, as well.

## Why
A block works on constant copies, made when the literal is evaluated. Variables at program scope,
static ones and ones in local memory are not copied and may be changed. Compilers based on clang
reject the address of all captured variables, including local ones; they accept that of an element
of an array.

## Example
```cl CL2.0
void f(void) { int n = 0; void (^count)(void) = ^{ n = 1; }; count(); }
```

## Use instead
```cl CL2.0
void f(void) { int n = 0; void (^count)(void) = ^{ int own = n; own = 1; }; count(); }
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Scope of blocks"; reference page Blocks.

## Fix safety
Unsafe: the variable outside the block does not change with the copy.
"""

from typing import Final

from msgspec.structs import replace

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext
from opencl_ls.linter.rewriting import first_in, free_name, renamed
from opencl_ls.linter.rule import BLOCKS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import (
    captured,
    enclosing_literal,
    is_outer,
    unwrapped,
)
from opencl_ls.semantics.types.symbols import Symbol, Variable
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", versions=BLOCKS, about=(t.BlockType,))


@RULE.on(r.Assignment)
def check_assignment(context: RuleContext, assignment: r.Assignment) -> None:
    """Look at the targets of assignments."""
    _check(context, _changed_name(context, assignment.left), "cannot be changed in the block")


@RULE.on(r.Postfix, r.Unary)
def check_operand(context: RuleContext, record: r.Postfix | r.Unary) -> None:
    """Look at the operands of `++`, `--` and `&`."""
    if record.operator in ("++", "--"):
        _check(context, _changed_name(context, record.operand), "cannot be changed in the block")
    elif record.operator == "&":
        name = unwrapped(record.operand)
        _check(context, name, "has no address that the block could take")
        _check_local(context, name)


def _check_local(context: RuleContext, name: r.Expression) -> None:
    """Look at a local variable whose address is taken."""
    symbol = context.symbol(name)
    if not isinstance(symbol, Variable) or t.object_space(symbol.type) != t.LOCAL:
        return
    if symbol.function is None or symbol.storage & {"static", "extern"}:
        return
    if isinstance(symbol.type.type, _REPORTED_ELSEWHERE) or not is_outer(
        context.model, symbol, name
    ):
        return
    context.report(
        name,
        f"'{symbol.name}' is captured from local memory and has no address that the block could "
        "take: a pointer made outside can be captured",
        related=[(symbol, f"'{symbol.name}' is declared here")],
    )


def _check(context: RuleContext, name: r.Expression, consequence: str) -> None:
    if not isinstance(name, r.Name):
        return
    symbol = captured(context.model, name)
    if symbol is None or isinstance(symbol.type.type, _REPORTED_ELSEWHERE):
        return
    text = context.model.item.text
    for problem in context.model.item.recovered:
        if problem.kind is SyntaxProblemKind.BLOCK_STORAGE and problem.end <= symbol.word.start:
            if ";" not in text[problem.end : symbol.word.start]:
                return
    what = "" if isinstance(symbol.type.type, t.ArrayType) else " as a constant copy"
    context.report(
        name,
        f"'{name.name}' is captured{what} and {consequence}",
        related=[(symbol, f"'{name.name}' is declared here")],
        fixes=_copied(context, name, symbol),
    )


def _copied(context: RuleContext, name: r.Name, symbol: Symbol) -> list[ItemFix]:
    """Return the fix that works on a copy in the block that holds the change."""
    literal = enclosing_literal(context.model, name)
    if literal is None or isinstance(symbol.type.type, t.ArrayType):
        return []
    own = free_name(context.model, f"own_{symbol.name}")
    kind = replace(symbol.type, space=t.NO_SPACE, const=False)
    declared = f"{t.declaration_text(kind, own)} = {symbol.name};"
    edits = (
        first_in(context.model, literal.body, declared),
        *renamed(context.model, symbol, literal.body, own),
    )
    return [ItemFix(f"Change a copy, '{own}'", edits, safe=False)]


def _changed_name(context: RuleContext, target: r.Expression) -> r.Expression:
    """Return the object that a write changes a part of: the `n` of `n`, `n.x`, `n.a[1]`, `*n.a`.

    The object that a pointer points to is no part of the pointer.
    """
    inner = unwrapped(target)
    while True:
        if isinstance(inner, r.Member):
            whole, is_part = inner.base, not inner.arrow
        elif isinstance(inner, r.Index):
            whole, is_part = inner.base, _has_elements(context, inner.base)
        elif isinstance(inner, r.Unary):
            whole = inner.operand
            is_part = inner.operator == "*" and _has_elements(context, whole)
        else:
            return inner
        if not is_part:
            return inner
        inner = unwrapped(whole)


def _has_elements(context: RuleContext, whole: r.Expression) -> bool:
    kind = context.model.types.get(whole, t.UNKNOWN_QUALIFIED).type
    return isinstance(kind, t.ArrayType | t.VectorType)


_REPORTED_ELSEWHERE: Final = (t.BlockType, t.ImageType, t.PipeType, t.UnknownType)
"""The types that other rules report, and unknown types."""
