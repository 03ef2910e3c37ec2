"""A vector type has an invalid size, or the attribute does not make a type.

## What it does
Reports `ext_vector_type` and `vector_size` whose size is zero or no integer constant, `vector_size`
with a number of bytes that is no multiple of the element's, and `ext_vector_type` on anything but
a typedef.

## Why
`ext_vector_type` counts elements, and `vector_size` counts bytes. A type with named components
needs a name itself.

## Example
```cl
typedef float quad __attribute__((vector_size(6)));
```

## Use instead
```cl
typedef float quad __attribute__((vector_size(16)));
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
from opencl_ls.semantics.declarations.attribute_subjects import is_before_tag
from opencl_ls.semantics.declarations.placement import attribute_name, storage_word
from opencl_ls.semantics.lookup.constness import constants_of, why_no_integer_constant
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the size and at the subject of the attribute."""
    name, arguments = attribute_name(attribute), attribute.arguments or ()
    if name not in ("ext_vector_type", "vector_size") or len(arguments) != 1:
        return
    written = attribute.name.text
    if name == "ext_vector_type" and _is_no_typedef(context, attribute):
        context.report(
            attribute,
            f"'{written}' makes a type, so that it needs a 'typedef': name the type, and use the "
            "name here",
        )
        return
    if is_before_tag(context.model, attribute):
        return
    if name == "vector_size" and attribute not in context.model.vector_elements:
        return  # Compilers accept it on a subject that has no type to change.
    size = arguments[0]
    value = constants_of(context.model).integer(size)
    if value is None:
        if why := why_no_integer_constant(context.model, size):
            text = context.text(size)
            context.report(size, f"'{written}' takes an integer constant: '{text}' {why}")
        return
    if value == 0:
        context.report(size, f"a vector of size 0 has no elements: '{written}' takes 1 or more")
        return
    element = context.model.vector_elements.get(attribute)
    if name != "vector_size" or element is None or element.device_sized:
        return
    kind = element.type
    if isinstance(kind, t.ScalarType):
        each = max(1, kind.bits // 8)
        if value % each:
            context.report(
                size,
                f"'{written}' counts bytes: {value} is no multiple of the {each} of "
                f"'{t.spelled(t.Qualified(kind))}'",
            )


def _is_no_typedef(context: RuleContext, attribute: r.Attribute) -> bool:
    """Tell whether an attribute is on anything but a typedef or a type in an expression."""
    owner = context.parent(attribute)
    if isinstance(owner, r.RecordType | r.EnumType | r.Enumerator):
        return True
    if isinstance(owner, r.Attributed):
        return isinstance(context.parent(owner), r.Label)
    above = None if owner is None else context.parent(owner)
    if isinstance(above, r.InitDeclarator):
        above = context.parent(above)
    if isinstance(above, r.Parameter | r.FunctionDefinition):
        return True
    return (
        isinstance(above, r.Declaration)
        and bool(above.declarators)
        and storage_word(above.specifiers, "typedef") is None
        and not isinstance(above.specifiers.type, r.RecordType | r.EnumType)
    )
