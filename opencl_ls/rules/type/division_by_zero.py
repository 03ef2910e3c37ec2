"""An integer is divided by zero.

## What it does
Reports `/` and `%` on integers with a constant divisor of 0, unless a constant condition decides
whether the operation is reached. It is an error where a constant is required: in the initialiser of
a variable outside of functions or in constant memory, in an enumeration, in a `case`, in the size
of an array.

## Why
The result is unspecified. No device stops or reports it.

## Example
```cl
int f(int a) { return a / 0; }
```

## Use instead
```cl
int f(int a, int d) { return d ? a / d : 0; }
```

## Versions
All.

## Reference
OpenCL C specification, "Arithmetic Operators".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.constants import Folder
from opencl_ls.semantics.declarations.placement import at_program_scope
from opencl_ls.semantics.flow.reachability import is_configured
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.constness import fixed_values
from opencl_ls.semantics.types.conversions import arithmetic_type
from opencl_ls.semantics.types.symbols import Variable
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Binary, r.Assignment, about=("/", "%", "/=", "%="))
def check(context: RuleContext, record: r.Binary | r.Assignment) -> None:
    """Look at the divisor."""
    operator = record.operator.text
    if operator not in ("/", "%", "/=", "%="):
        return
    divisor = record.right
    if not all(_is_integer(context, each) for each in (record.left, divisor)):
        return
    if not _is_zero(fixed_values(context.model), divisor) or is_configured(context.model, record):
        return
    if _has_to_be_constant(context, record):
        why = "has no value, and a constant is needed here"
        context.report(divisor, f"'{operator}' by zero {why}", severity=Severity.ERROR)
    else:
        context.report(divisor, f"'{operator}' by zero gives an unspecified value")


def _has_to_be_constant(context: RuleContext, record: r.Expression) -> bool:
    """Tell whether a division is computed where compilers require a constant."""
    for above in context.ancestors(record):
        if isinstance(above, r.Case | r.Enumerator | r.ArrayPart | r.StaticAssert):
            return True
        if isinstance(above, r.InitDeclarator):
            variable = context.declared(above)
            return isinstance(variable, Variable) and (
                at_program_scope(variable)
                or "static" in variable.storage
                or t.object_space(variable.type) == t.CONSTANT
            )
        if isinstance(above, _APART):
            return False
    return False


_APART = (r.Statement, r.TypeQuery, r.BlockLiteral, r.Call, r.GenericSelection, r.OffsetOf)


def _is_zero(folder: Folder, divisor: r.Expression) -> bool:
    """Tell whether a divisor, or a component of it, is zero."""
    value = unwrapped(divisor)
    if isinstance(value, r.VectorLiteral):
        return any(folder.integer(element) == 0 for element in value.elements)
    if isinstance(value, r.Cast) and _is_zero(folder, value.operand):
        return True
    return folder.integer(value) == 0


def _is_integer(context: RuleContext, operand: r.Expression) -> bool:
    """Tell whether an operand is an integer, or a vector of integers."""
    kind = context.model.types.get(operand, t.UNKNOWN_QUALIFIED).type
    element = kind.element if isinstance(kind, t.VectorType) else arithmetic_type(kind)
    return element is not None and not element.floating
