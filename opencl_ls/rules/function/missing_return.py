"""A function may end without returning a value.

## What it does
Reports functions and block literals with a result type whose closing brace is reachable. For a
block it is an error, as compilers reject it, if the path does not depend on a value.

## Why
The caller then uses an undefined value. The rule follows control flow through branches, loops,
`switch` and `goto`; the end of an endless loop is not reachable.

## Example
```cl
int sign(int a) {
    if (a < 0) return -1;
    if (a > 0) return 1;
}
```

## Use instead
```cl
int sign(int a) {
    if (a < 0) return -1;
    if (a > 0) return 1;
    return 0;
}
```

## Versions
All.

## Reference
C11 6.9.1p12.
"""

from collections.abc import Callable

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.flow.reachability import always_decided, falls_off
from opencl_ls.semantics.model import ItemModel
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_ENDLESS = ("noreturn", "naked")


@RULE.on(Function)
def check_function(context: RuleContext, function: Function) -> None:
    """Look at functions with a body and a result."""
    if function.definition is None or not isinstance(function.type.type, t.FunctionType):
        return
    # A result without a written type was an int in C90.
    if function.declaration.specifiers.type is None or function.is_kernel:
        return
    if any(attribute.name.text.strip("_") in _ENDLESS for attribute in function.attributes):
        return
    _check(context, function.definition.body, function.type.type.result, f"'{function.name}'")


@RULE.on(r.BlockLiteral)
def check_block(context: RuleContext, literal: r.BlockLiteral) -> None:
    """Look at block literals that name their result, or return one."""
    if literal.result is None:
        kind = context.model.types.get(literal, t.UNKNOWN_QUALIFIED).type
        result = kind.function.result if isinstance(kind, t.BlockType) else None
    else:
        result = context.type_of(literal.result)
    if result is not None:
        _check(context, literal.body, result, "this block", refused=always_decided)


def _check(
    context: RuleContext,
    body: r.Compound,
    result: t.Qualified,
    name: str,
    refused: Callable[[ItemModel, r.Compound], bool] | None = None,
) -> None:
    """Report a body with a reachable end; `refused` tells where that is an error."""
    if result.type in (t.VOID, t.UNKNOWN) or isinstance(result.type, t.FunctionType):
        return
    if falls_off(context.model, body):
        path = "on some paths " if _returns(body) else ""
        context.report(
            (body.end - 1, body.end),
            f"{name} ends {path}without returning a value of type {t.described(result)}",
            severity=Severity.ERROR if refused and refused(context.model, body) else None,
        )


def _returns(body: r.Compound) -> bool:
    pending: list[r.Record] = list(body.statements)
    while pending:
        record = pending.pop()
        if isinstance(record, r.Return):
            return True
        if isinstance(record, r.Statement) and not isinstance(record, r.Declaration):
            pending.extend(r.children(record))
    return False
