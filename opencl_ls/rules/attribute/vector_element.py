"""The element type of a vector is not a number.

## What it does
Reports `ext_vector_type` and `vector_size` on `bool`, `void`, pointers, structs, vectors and opaque
types.

## Why
The elements of a vector are integers or floating-point numbers. For truth values, OpenCL C uses
vectors of signed integers, as comparisons yield them.

## Example
```cl
typedef bool flags __attribute__((ext_vector_type(4)));
```

## Use instead
```cl
typedef char flags __attribute__((ext_vector_type(4)));
```

## Versions
All.

## Reference
clang's language extensions, "Vectors and Extended Vectors"; OpenCL C specification, "Built-in
Vector Data Types".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the type in front of the attribute."""
    element = context.model.vector_elements.get(attribute)
    if element is None or isinstance(element.type, t.UnknownType | t.EnumeratedType):
        return
    if isinstance(element.type, t.ScalarType) and element.type.name != "bool":
        return
    above = context.parent(attribute)
    if isinstance(above, r.Specifiers) and isinstance(above.type, r.RecordType):
        # After the definition of a struct, compilers ignore the attribute.
        return
    context.report(
        attribute.name,
        f"{t.described(element)} cannot be the element of a vector: '{attribute.name.text}' takes "
        "integers and floating-point numbers",
    )
