"""A string literal is held by a pointer that does not point to constant memory.

## What it does
Reports string literals that are converted to a pointer to private, local, global or generic memory:
in an initialiser, an assignment, an argument or a `return`.

## Why
String literals live in constant memory, which shares nothing with the other address spaces and is
not part of the generic one.

## Example
```cl
kernel void k(void) { const char *text = "ready"; }
```

## Use instead
```cl
kernel void k(void) { constant char *text = "ready"; char copy[] = "ready"; }
```

## Versions
All.

## Reference
OpenCL C specification, "Constant Address Space".

## Fix safety
The pointer may be passed on where a pointer to constant memory does not fit: the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, inserting
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.model.wording import (
    declared_parameter,
    is_string,
    parameter_named,
    space_name,
)
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(p.Mismatch)
def check(context: RuleContext, problem: p.Mismatch) -> None:
    """Look at string literals that go to a pointer into another address space."""
    kind = problem.destination.type
    if problem.reason != "address-space" or not is_string(problem.record):
        return
    if not isinstance(kind, t.PointerType) or isinstance(kind.pointee.type, t.UnknownType):
        return
    variable = _initialized(context, problem)
    context.report(
        _literal(problem.record),
        f"a string literal is in constant memory, and {_holder(context, problem, variable)} "
        f"points to {space_name(kind.pointee)} memory: point to 'constant char'",
        related=declared_parameter(problem),
        fixes=[] if variable is None else _fixes(variable, kind),
    )


def _literal(value: r.Record) -> r.Record:
    while isinstance(value, r.Parenthesized):
        value = value.inner
    return value


def _initialized(context: RuleContext, problem: p.Mismatch) -> Variable | None:
    """Return the pointer, or the array of pointers, that the literal initialises."""
    declarator = context.enclosing(problem.record, r.InitDeclarator, r.CompoundLiteral)
    if problem.context != "initialize" or not isinstance(declarator, r.InitDeclarator):
        return None
    variable = context.declared(declarator)
    if not isinstance(variable, Variable):
        return None
    return variable if isinstance(t.element_of(variable.type).type, t.PointerType) else None


def _holder(context: RuleContext, problem: p.Mismatch, variable: Variable | None) -> str:
    """Return the pointer that the literal is converted to, in words."""
    if problem.context == "argument":
        return parameter_named(problem)
    if problem.context == "return":
        return "what this function returns"
    if problem.context == "assign":
        assignment = context.enclosing(problem.record, r.Assignment)
        return f"'{context.text(assignment.left)}'" if isinstance(assignment, r.Assignment) else ""
    if variable is not None:
        return f"'{variable.name}'"
    return "what it initializes"


def _fixes(variable: Variable, kind: t.PointerType) -> list[ItemFix]:
    """Return the insertion of `constant` where no address space was written."""
    specifiers = variable.declaration.specifiers
    if spaces.space_word(specifiers.qualifiers) or len(variable.declaration.declarators) != 1:
        return []
    pointers = sum(isinstance(p, r.PointerPart) for p in variable.declarator.declarator.parts)
    if pointers != 1 or specifiers.type is None or isinstance(kind.pointee.type, t.PointerType):
        return []
    begin = min((specifiers.type, *specifiers.qualifiers), key=lambda record: record.start)
    return [inserting("Insert 'constant'", begin.start, "constant ", safe=False)]
