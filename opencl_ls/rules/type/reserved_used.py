"""A name that is reserved for types is used as a type.

## What it does
Reports vector names with other lengths than 2, 3, 4, 8 and 16, vectors of `bool`, `quad`, matrix
names such as `float4x4`, and the atomic types of C11 that OpenCL C leaves out, where the program
does not declare them.

## Why
These names look like types of OpenCL C, but are not.

## Example
```cl
void f(void) { float5 v; }
```

## Use instead
```cl
void f(void) { float8 v; }
```

## Versions
All.

## Reference
OpenCL C specification, "Reserved Data Types".

## Fix safety
The replacement has another size, so the fix is unsafe.
"""

from opencl_ls.builtins.types import is_reserved_type
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.model import problems as p
from opencl_ls.semantics.names.type_names import Reserved, reserved_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.NamedType)
def check(context: RuleContext, written: r.NamedType) -> None:
    """Look at undeclared type names."""
    reserved = reserved_name(written.name)
    if reserved is not None and context.symbol(written) is None:
        _report(context, written, written.name, reserved)


@RULE.on(p.UndeclaredName)
def check_operand(context: RuleContext, problem: p.UndeclaredName) -> None:
    """Look at undeclared names in place of a value, as in `(bool4)(1)`."""
    reserved = None if problem.role == "type" else reserved_name(problem.name)
    if reserved is None:
        return
    attribute = context.enclosing(problem.record, r.Attribute)
    if isinstance(attribute, r.Attribute):
        stands_for_type = attribute_name(attribute) == "vec_type_hint"
    else:
        stands_for_type = is_reserved_type(problem.name)
    if stands_for_type:
        _report(context, problem.record, problem.name, reserved)


def _report(context: RuleContext, written: r.Record, name: str, reserved: Reserved) -> None:
    fixes = []
    if reserved.instead:
        title = f"Replace it by '{reserved.instead}'"
        fixes = [replacing(title, written, reserved.instead, safe=False)]
    context.report(written, f"'{name}' is no type: {reserved.why}", fixes=fixes)
