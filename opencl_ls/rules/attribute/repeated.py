"""An attribute is repeated with different arguments.

## What it does
Reports `reqd_work_group_size`, `work_group_size_hint`, `vec_type_hint` and
`intel_reqd_sub_group_size` that a kernel has twice with different arguments, two different
`section` or `visibility`, and `hot` together with `cold`.

## Why
One of the two takes effect, and the compiler chooses which. Two visibilities, and `hot` together
with `cold`, are rejected.

## Example
```cl
__attribute__((reqd_work_group_size(64, 1, 1)))
__attribute__((reqd_work_group_size(32, 1, 1)))
kernel void k(void) {}
```

## Use instead
```cl
__attribute__((reqd_work_group_size(64, 1, 1))) kernel void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers"; clang's `-Wignored-attributes`.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.attribute_subjects import KERNEL_ONLY
from opencl_ls.semantics.declarations.placement import attribute_name
from opencl_ls.semantics.lookup.constness import constants_of
from opencl_ls.semantics.types.spelling import named_builtin
from opencl_ls.semantics.types.symbols import Function
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_REFUSED: Final = {"visibility"}
_ONCE: Final = KERNEL_ONLY | _REFUSED | {"section"}
_OPPOSITES: Final = {"cold": "hot", "hot": "cold"}


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Compare the attributes of a function with those before them."""
    seen: dict[str, r.Attribute] = {}
    for attribute in function.attributes:
        name, written = attribute_name(attribute), attribute.name.text
        opposite = seen.get(_OPPOSITES.get(name, ""))
        first = seen.setdefault(name, attribute)
        if opposite is not None:
            context.report(
                attribute,
                f"'{written}' and '{opposite.name.text}' contradict each other",
                severity=Severity.ERROR,
                related=[(opposite, "the other one is here")],
            )
        elif name in _ONCE and first is not attribute and _differ(context, first, attribute):
            context.report(
                attribute,
                f"'{written}' is repeated here with other arguments",
                severity=Severity.ERROR if name in _REFUSED else None,
                related=[(first, "the first one is here")],
            )


def _differ(context: RuleContext, first: r.Attribute, second: r.Attribute) -> bool:
    """Tell whether two attributes of one name certainly have different arguments."""
    one, other = first.arguments or (), second.arguments or ()
    if len(one) != len(other):
        return False
    for pair in zip(one, other, strict=True):
        left, right = (_value(context, each) for each in pair)
        if left is not None and right is not None and left != right:
            return True
    return False


def _value(context: RuleContext, argument: r.Expression) -> int | str | None:
    """Return the value of an argument: a number, a text, or a built-in type; None for others."""
    value = constants_of(context.model).integer(argument)
    if value is not None:
        return value
    text = context.text(argument)
    if isinstance(argument, r.StringLiteral):
        return text
    return text if named_builtin(text) is not None else None
