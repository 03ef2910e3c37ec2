"""A pragma names an extension that needs no pragma.

## What it does
Reports `#pragma OPENCL EXTENSION` with an extension that changes only the host API, and with one of
Khronos that is always enabled, such as `cl_khr_subgroup_shuffle`.

## Why
Compilers warn about such a line and ignore it. The macro of the extension tells whether the device
has it.

## Example
```cl
#pragma OPENCL EXTENSION cl_khr_icd : enable
```

## Use instead
```cl
#ifdef cl_khr_subgroup_shuffle
kernel void k(global int *out) { out[0] = sub_group_shuffle(out[0], 0); }
#endif
```

## Versions
All.

## Reference
OpenCL Extension Specification, "Extensions Overview"; clang's `-Wignored-pragmas`.
"""

from opencl_ls.builtins.extensions import PRAGMA_NEEDED, extension
from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import pragmas

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the pragmas that name an extension."""
    for pragma in pragmas(context.unit):
        name, behaviour = pragma.directive.extension
        known = extension(name) if behaviour in ("enable", "disable") else None
        if known is None or known.pragma or name in PRAGMA_NEEDED:
            continue
        if context.target.version < known.since:
            continue  # Another rule reports that.
        if known.deprecated is not None and context.target.version < known.deprecated:
            continue  # Compilers of that time required the line.
        if not known.language:
            message = f"'{name}' is for the host: OpenCL C is the same with it and without it"
        elif known.vendor in ("khr", "ext"):
            message = f"'{name}' needs no pragma: compilers ignore the line"
        else:
            continue  # The compiler of that vendor may know it.
        start, end = pragma.place_of(pragma.directive.tokens[2])
        context.report_in_file(pragma.file, start, end, message)
