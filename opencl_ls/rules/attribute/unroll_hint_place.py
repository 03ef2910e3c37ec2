"""opencl_unroll_hint is not before a loop.

## What it does
Reports the attribute `opencl_unroll_hint` on anything other than a `for`, `while` or `do`
statement.

## Why
The hint is about the loop that follows it at once.

## Example
```cl CL2.0
void f(int n) { __attribute__((opencl_unroll_hint)) if (n) n = 1; }
```

## Use instead
```cl CL2.0
void f(int n) { __attribute__((opencl_unroll_hint)) while (n) --n; }
```

## Versions
All. The attribute belongs to 2.0 and later; compilers check it in every version.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import is_before_tag
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.macros.undefined_macros import has_host_macros
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")

_LOOPS = (r.For, r.While, r.DoWhile, r.BadStatement)


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Look at the subject of the attribute."""
    if attribute_name(attribute) != "opencl_unroll_hint" or _is_allowed(context, attribute):
        return
    context.report(
        attribute,
        f"'{attribute.name.text}' has to be directly before 'for', 'while' or 'do'",
    )


def _is_allowed(context: RuleContext, attribute: r.Attribute) -> bool:
    """Tell whether the attribute is before a loop, or where compilers ignore it."""
    owner = context.parent(attribute)
    if not isinstance(owner, r.Attributed):
        in_type = owner is not None and isinstance(context.parent(owner), r.TypeName)
        return in_type or is_before_tag(context.model, attribute)
    if isinstance(context.parent(owner), r.Label):
        return False
    target = owner.statement
    while isinstance(target, r.Attributed):
        target = target.statement
    return target is None or isinstance(target, _LOOPS) or has_host_macros(context.model)
