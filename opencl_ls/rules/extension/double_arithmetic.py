"""A literal without a suffix makes float arithmetic double.

## What it does
Hints at literals such as `1.5` that convert the other operand of an operator, a `float` or a
`half`, to `double`. If the result is used as a `double`, nothing is reported.

## Why
Such a literal is a `double`, so the other operand is converted and the operation is done in double
precision. On most GPUs that takes many times as long, and not every device supports it.

## Example
```cl
kernel void k(global float *p) { p[0] = p[0] * 1.1; }
```

## Use instead
```cl
kernel void k(global float *p) { p[0] = p[0] * 1.1f; }
```

## Versions
All, with `cl_khr_fp64`; 1.0 and 1.1 with its pragma.

## Reference
OpenCL C specification, "Supported Data Types" and "Usual Arithmetic Conversions".

## Fix safety
Unsafe: the result is then rounded to `float`.
"""

from typing import Final, cast

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import DOUBLE_CONSTANTS, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.jumps import enclosing_function
from opencl_ls.semantics.types.conversions import value_of
from opencl_ls.syntax import records as r

_NARROW: Final = ("float", "half")
_COMPARISONS: Final = ("<", ">", "<=", ">=", "==", "!=", "&&", "||", ",")

RULE = Rule(Severity.HINT, since="0.1", versions=DOUBLE_CONSTANTS, about=("double",))


@RULE.on(r.FloatLiteral)
def check(context: RuleContext, literal: r.FloatLiteral) -> None:
    """Look for the operator that a literal makes double, and for the use of its result."""
    if _scalar(context, literal) != "double" or literal.text[-1] in "lL":
        return
    found = _widening(context, literal)
    if found is None:
        return
    above, narrow = found
    if _goes_to_double(context, above):
        return
    suffix = "f" if narrow == "float" else "h"
    context.report(
        literal,
        f"'{literal.text}' is a double, so '{above.operator.text}' is done in double precision: "
        f"write '{literal.text}{suffix}' to stay with {narrow}",
        fixes=[replacing(f"Append '{suffix}'", literal, f"{literal.text}{suffix}", safe=False)],
    )


def _widening(
    context: RuleContext, literal: r.FloatLiteral
) -> tuple[r.Binary | r.Assignment, str] | None:
    """Return the operator that a literal makes double, with the type of its narrow operand."""
    inner: r.Expression = literal
    above = context.parent(literal)
    while isinstance(above, r.Expression):
        if isinstance(above, r.Binary):
            other = above.right if inner is above.left else above.left
        elif isinstance(above, r.Assignment):
            other = above.left
        elif isinstance(above, r.Conditional) and inner is not above.condition:
            other = above.otherwise if inner is above.chosen else above.chosen or above.condition
        elif not _hands_on(above):
            return None
        else:
            inner, above = above, context.parent(above)
            continue
        narrow = _scalar(context, other)
        if narrow in _NARROW:
            meets = isinstance(above, r.Binary | r.Assignment) and above.operator.text != "="
            return (cast("r.Binary | r.Assignment", above), narrow) if meets else None
        if isinstance(above, r.Assignment) or _is_meant(context, other):
            return None
        if _scalar(context, above) != "double":
            return None
        inner, above = above, context.parent(above)
    return None


def _goes_to_double(context: RuleContext, operation: r.Binary | r.Assignment) -> bool:
    """Tell whether the result of an operator is used as a double on purpose."""
    if isinstance(operation, r.Assignment) or operation.operator.text in _COMPARISONS:
        return False
    inner: r.Record = operation
    above = context.parent(operation)
    while isinstance(above, r.Expression):
        answer = _takes_double(context, above, inner)
        if answer is not None:
            return answer
        inner, above = above, context.parent(above)
    return _is_double_destination(context, above)


def _takes_double(context: RuleContext, above: r.Expression, inner: r.Record) -> bool | None:
    """Tell whether an expression uses its operand as a double, None if its own use decides."""
    if isinstance(above, r.Assignment):
        return above.right is inner and _scalar(context, above.left) == "double"
    if isinstance(above, r.Binary):
        if _is_meant(context, above.right if inner is above.left else above.left):
            return True
    elif isinstance(above, r.Conditional):
        if inner is above.condition:
            return False
    elif isinstance(above, r.Call):
        if context.model.resolutions.get(above) is None:
            return _is_double_parameter(context, above, inner)
    elif isinstance(above, r.Cast | r.VectorLiteral):
        return _is_double(context.model.types.get(above, t.UNKNOWN_QUALIFIED))
    elif not _hands_on(above):
        return False
    return None if _scalar(context, above) == "double" else False


def _is_double_destination(context: RuleContext, above: r.Record | None) -> bool:
    """Tell whether an initializer or a `return` stores its value in a double."""
    while isinstance(above, r.InitializerEntry | r.InitializerList):
        above = context.parent(above)
    if isinstance(above, r.InitDeclarator):
        symbol = context.declared(above)
        return symbol is not None and _is_double(symbol.type)
    if isinstance(above, r.Return):
        function = enclosing_function(context.model, above)
        kind = None if function is None else function.type.type
        return isinstance(kind, t.FunctionType) and _is_double(kind.result)
    return False


def _is_double_parameter(context: RuleContext, call: r.Call, argument: r.Record) -> bool:
    kind = context.model.types.get(call.callee, t.UNKNOWN_QUALIFIED).type
    if not isinstance(kind, t.FunctionType) or argument not in call.arguments:
        return False
    index = call.arguments.index(argument)
    return index < len(kind.parameters) and _is_double(kind.parameters[index])


def _is_meant(context: RuleContext, expression: r.Expression) -> bool:
    """Tell whether a value is a double not only because of the literals in it."""
    waiting = [expression]
    while waiting:
        each = waiting.pop()
        if _scalar(context, each) != "double" or isinstance(each, r.FloatLiteral):
            continue
        if isinstance(each, r.Binary):
            waiting += [each.left, each.right]
        elif isinstance(each, r.Conditional):
            waiting += [each.chosen or each.condition, each.otherwise]
        elif isinstance(each, r.Parenthesized):
            waiting.append(each.inner)
        elif isinstance(each, r.Unary) and each.operator in ("-", "+"):
            waiting.append(each.operand)
        elif isinstance(each, r.Call) and context.model.resolutions.get(each) is not None:
            waiting += each.arguments
        else:
            return True
    return False


def _hands_on(expression: r.Expression) -> bool:
    """Tell whether an expression is its operand, except for the sign."""
    return isinstance(expression, r.Parenthesized) or (
        isinstance(expression, r.Unary) and expression.operator in ("-", "+")
    )


def _is_double(whole: t.Qualified) -> bool:
    kind = t.element_of(whole).type
    return (kind.element if isinstance(kind, t.VectorType) else kind) is t.scalar("double")


def _scalar(context: RuleContext, operand: r.Expression) -> str:
    kind = value_of(context.model.types.get(operand, t.UNKNOWN_QUALIFIED)).type
    return kind.name if isinstance(kind, t.ScalarType) else ""
