"""An attribute that looks like a misspelling.

## What it does
Reports an attribute that no compiler is known to have, where its name is nearly that of one in
OpenCL C, or a part of it, such as `pack` and `work_group_size`.

## Why
Compilers ignore attributes that they do not know, so a wrong letter takes the attribute away in
silence.

## Example
```cl
kernel __attribute__((reqd_work_group_sizes(8, 1, 1))) void k(void) {}
```

## Use instead
```cl
kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(void) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Optional Attribute Qualifiers".

## Fix safety
The attribute takes effect then, so the fix is unsafe.
"""

from opencl_ls.builtins.spelling import edit_distance, nearest
from opencl_ls.findings import Severity
from opencl_ls.rules.context import RuleContext, replacing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics.placement import attribute_name
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")

_KNOWN = (
    "reqd_work_group_size",
    "work_group_size_hint",
    "vec_type_hint",
    "opencl_unroll_hint",
    "aligned",
    "packed",
    "endian",
    "nosvm",
    "overloadable",
    "always_inline",
    "noinline",
    "const",
    "pure",
    "unused",
    "used",
    "weak",
    "convergent",
    "intel_reqd_sub_group_size",
    "ext_vector_type",
    "vector_size",
    "address_space",
    "noreturn",
    "deprecated",
)


@RULE.on(r.Attribute)
def check(context: RuleContext, attribute: r.Attribute) -> None:
    """Compare the attribute's name with those of OpenCL C."""
    name = attribute_name(attribute)
    if name in _KNOWN or len(name) < 4:
        return
    near = _meant(name.lower().replace("required_", "reqd_").replace("wg_", "work_group_"))
    if not near:
        return
    context.report(
        attribute.name,
        f"unknown attribute '{attribute.name.text}': did you mean '{near}'?",
        fixes=[replacing(f"Replace it by '{near}'", attribute.name, near, safe=False)],
    )


def _meant(name: str) -> str:
    """Return the known attribute that is nearly a name, or of which it is a part, or ""."""
    if name in _KNOWN:
        return name
    for known in _KNOWN:
        if known.startswith(name) or ("_" in name and known.endswith(f"_{name}")):
            return known
    if len(name) < 6:
        return ""
    near = nearest(name, [known for known in _KNOWN if len(known) >= 6])
    return near[0] if near and edit_distance(name, near[0], 2) <= 2 else ""
