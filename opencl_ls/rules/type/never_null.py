"""The address of an object is compared with null.

## What it does
Warns where an array, or the address of a variable or of a member, is a condition, an operand of
`!`, `&&` or `||`, or compared with a null pointer.

## Why
An object has an address, so the result is constant: the code under the condition is always
executed, or never. Most often an element, the variable itself or a pointer was intended.

## Example
```cl
kernel void k(global int *out) { int found[4] = {0}; if (found) out[0] = 1; }
```

## Use instead
```cl
kernel void k(global int *out) { int found[4] = {0}; if (found[0]) out[0] = 1; }
```

## Versions
All.

## Reference
C11 6.3.2.3; clang's `-Wpointer-bool-conversion` and `-Wtautological-pointer-compare`.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import named_symbol
from opencl_ls.semantics.lookup.enqueue import is_null
from opencl_ls.semantics.types.symbols import ParameterVariable, Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", as_written=True)

_ADDRESSES = frozenset((r.Name, r.Member, r.Unary))
_BOTH = frozenset(("&&", "||"))
_COMPARING = frozenset(("==", "!="))


@RULE.on(r.If, r.While, r.DoWhile, r.For, r.Conditional)
def check_condition(
    context: RuleContext, record: r.If | r.While | r.DoWhile | r.For | r.Conditional
) -> None:
    """Look at the condition of a statement and of `?:`."""
    if record.condition is not None:
        _look_at(context, record.condition)


@RULE.on(r.Unary, about=("!",))
def check_not(context: RuleContext, record: r.Unary) -> None:
    """Look at the operand of a negation."""
    if record.operator == "!":
        _look_at(context, record.operand)


@RULE.on(r.Binary, about=_BOTH | _COMPARING)
def check_operands(context: RuleContext, record: r.Binary) -> None:
    """Look at both operands, or at the one that is compared with null."""
    operator = record.operator.text
    if operator in _BOTH:
        _look_at(context, record.left)
        _look_at(context, record.right)
    elif operator in _COMPARING:
        for side, other in ((record.left, record.right), (record.right, record.left)):
            if is_null(unwrapped(other)):
                _look_at(context, side, operator)


def _look_at(context: RuleContext, value: r.Expression, operator: str = "") -> None:
    """Report an address that is a condition, or is compared with null by an operator."""
    what = _object(context, unwrapped(value))
    if what:
        when = "never" if operator == "==" else "always"
        context.report(value, f"{what} has an address, which is never null: this {when} holds")


def _object(context: RuleContext, value: r.Expression) -> str:
    """Return the object whose address a value is, in words, or ""."""
    if type(value) not in _ADDRESSES:
        return ""
    model = context.model
    inner = value
    if isinstance(value, r.Unary) and value.operator == "&":
        inner = unwrapped(value.operand)
    if isinstance(inner, r.Name):
        symbol = named_symbol(model, inner)
        if not isinstance(symbol, Variable | ParameterVariable):
            return ""
    elif not isinstance(inner, r.Member):
        return ""
    is_array = isinstance(model.types.get(inner, t.UNKNOWN_QUALIFIED).type, t.ArrayType)
    if inner is value and not is_array:
        return ""
    kind = "array" if is_array else "member" if isinstance(inner, r.Member) else "variable"
    return f"{kind} '{context.text(inner)}'"
