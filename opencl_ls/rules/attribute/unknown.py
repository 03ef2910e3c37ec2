"""An attribute that no known compiler has.

## What it does
Reports an attribute that neither the specification nor clang has, and that is not known as a
vendor's own. If the name is nearly that of another attribute, attribute/misspelt reports it
instead.

## Why
Compilers ignore unknown attributes, with a warning: the attribute has no effect.

## Example
```cl
kernel __attribute__((noalias)) void k(global int *p) { p[0] = 1; }
```

## Use instead
```cl
kernel void k(global int *restrict p) { p[0] = 1; }
```

## Versions
All.

## Reference
OpenCL C specification, "Attribute Qualifiers"; clang's `-Wunknown-attributes`.
"""

from opencl_ls.builtins.attribute_names import is_known_attribute, meant_attribute
from opencl_ls.builtins.host_names import looks_like_macro
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import is_before_tag
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look the name up."""
    name = attribute_name(attribute)
    if not name or is_known_attribute(name) or meant_attribute(name) or looks_like_macro(name):
        return
    owner = context.parent(attribute)
    if isinstance(owner, r.Attributed) and context.parent(owner) is None:
        return  # Compilers accept any attribute that is alone outside functions.
    if is_before_tag(context.model, attribute):
        return
    context.report(
        attribute.name, f"no compiler is known to have the attribute '{attribute.name.text}'"
    )
