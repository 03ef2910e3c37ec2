"""Every work-item of a kernel enqueues a child kernel.

## What it does
Hints at an `enqueue_kernel` in a kernel where no condition around it, and of no exit before it, can
differ between work-items: there is none, or it depends on constants and on arguments of the kernel
that never change.

## Why
Each work-item that comes to the call enqueues a child of its own: a launch over a million
work-items enqueues a million children.

## Example
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), ^{ a[get_global_id(0)] = 1; });
}
```

## Use instead
```cl CL2.0
kernel void k(queue_t q, global int *a) {
    if (get_global_id(0) == 0) {
        enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64), ^{ a[0] = 1; });
    }
}
```

## Versions
2.0; 3.0 with `__opencl_c_device_enqueue`.

## Reference
OpenCL C specification, "Enqueuing Kernels"; reference page enqueue_kernel.

## Fix safety
Unsafe: fewer children are enqueued than before.
"""

from collections.abc import Iterator
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, inserting
from opencl_ls.rules.rule import BLOCKS, Rule
from opencl_ls.semantics.alternatives import only_value
from opencl_ls.semantics.calls import builtin_name
from opencl_ls.semantics.enqueue import enqueue_of
from opencl_ls.semantics.operands import contains
from opencl_ls.semantics.symbols import EnumeratorConstant, Function, ParameterVariable, Variable
from opencl_ls.semantics.uniformity.definitions import required_sizes
from opencl_ls.semantics.uses import address_taken, changing, uses
from opencl_ls.syntax import records as r

RULE = Rule(Severity.HINT, since="0.1", versions=BLOCKS, about=("enqueue_kernel",))

_LOOPS: Final = (r.For, r.While, r.DoWhile)
_LEFT: Final[dict[type[r.Record], tuple[type[r.Record], ...]]] = {
    r.Return: (),
    r.Break: (*_LOOPS, r.Switch),
    r.Continue: _LOOPS,
}
_EXITS: Final = tuple(_LEFT)
_JUMPS: Final = (r.Goto, r.Label, r.BadStatement)
_LITERALS: Final = (r.IntegerLiteral, r.FloatLiteral, r.CharacterLiteral, r.TypeQuery)
_COMPUTING: Final = (r.Parenthesized, r.Unary, r.Binary, r.Cast, r.Conditional)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look for anything that could choose who comes to the call."""
    if enqueue_of(context.model, call) is None:
        return
    definition = context.enclosing(call, r.FunctionDefinition, r.BlockLiteral)
    if not isinstance(definition, r.FunctionDefinition) or definition.declarator.name is None:
        return
    kernel = context.model.exports.get(definition.declarator.name.text)
    if not isinstance(kernel, Function) or not kernel.is_kernel:
        return
    if required_sizes(context.model, kernel) == (1, 1, 1):
        return
    if not all(_is_same(context, each) for each in _conditions(context, call)):
        return
    statement = context.parent(call)
    alone = isinstance(statement, r.ExpressionStatement) and isinstance(
        context.parent(statement), r.Compound
    )
    title = "Let one work-item enqueue"
    fix = inserting(title, call.start, "if (get_global_id(0) == 0) ", safe=False)
    context.report(
        call,
        "every work-item of the kernel enqueues a child here: let one of them do it, unless each "
        "child is wanted",
        fixes=[fix] if alone else (),
    )


def _conditions(context: RuleContext, call: r.Call) -> Iterator[r.Expression | None]:
    """Yield what decides whether a run comes to a call, None for what is not known."""
    yield from _conditions_around(context, call)
    for each in context.model.events:
        if isinstance(each, _JUMPS):
            yield None
        elif isinstance(each, _EXITS) and each.start < call.start:
            left = context.enclosing(each, r.BlockLiteral, *_LEFT[type(each)])
            if left is None or (not isinstance(left, r.BlockLiteral) and contains(left, call)):
                yield from _conditions_around(context, each)


def _conditions_around(context: RuleContext, record: r.Record) -> Iterator[r.Expression | None]:
    below = record
    for above in context.ancestors(record):
        if isinstance(above, r.Binary) and above.operator.text in ("&&", "||"):
            if below is above.right:
                yield above.left
        elif isinstance(above, r.If | r.Switch | r.Conditional | r.While):
            if below is not above.condition:
                yield above.condition
        elif isinstance(above, r.For):
            if above.condition is not None and below not in (above.initial, above.condition):
                yield above.condition
        below = above


def _is_same(context: RuleContext, expression: r.Expression | None, depth: int = 8) -> bool:
    """Tell whether an expression has the same value for all work-items, in each round of a loop."""
    if expression is None or depth == 0:
        return False
    if isinstance(expression, _LITERALS):
        return True
    if isinstance(expression, r.Call):
        return builtin_name(context.model, expression) == "get_work_dim"
    if isinstance(expression, r.Name):
        return _is_same_variable(context, expression, depth)
    if not isinstance(expression, _COMPUTING):
        return False
    if isinstance(expression, r.Unary) and expression.operator not in ("+", "-", "!", "~"):
        return False
    parts = [each for each in r.children(expression) if isinstance(each, r.Expression)]
    return all(_is_same(context, each, depth - 1) for each in parts)


def _is_same_variable(context: RuleContext, name: r.Name, depth: int) -> bool:
    model = context.model
    symbol = context.symbol(name)
    if isinstance(symbol, EnumeratorConstant):
        return True
    if symbol is None:
        return name.name in ("true", "false", "NULL")
    if isinstance(symbol, ParameterVariable):
        return not any(
            changing(model, each) or address_taken(model, each) for each in uses(model, symbol)
        )
    if not isinstance(symbol, Variable):
        return False
    value = symbol.declarator.initializer
    if value is not None and only_value(model, symbol) is value:
        return _is_same(context, value, depth - 1)
    return _is_counter(context, symbol, depth)


def _is_counter(context: RuleContext, variable: Variable, depth: int) -> bool:
    """Tell whether a variable is declared by a `for` whose step alone changes it, for all alike."""
    loop = context.enclosing(variable.declaration, r.For)
    if not isinstance(loop, r.For) or loop.initial is not variable.declaration:
        return False
    for name in uses(context.model, variable):
        if address_taken(context.model, name) is not None:
            return False
        change = changing(context.model, name)
        if change is None:
            continue
        if change is not loop.step:
            return False
        if isinstance(change, r.Assignment):
            if change.operator.text == "=" or not _is_same(context, change.right, depth - 1):
                return False
    return _is_same(context, variable.declarator.initializer, depth - 1)
