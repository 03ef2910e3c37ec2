"""A condition asks for a feature macro before OpenCL C 3.0.

## What it does
Reports names such as `__opencl_c_pipes` in conditions where the version is below 3.0.

## Why
Earlier compilers need not define these macros, so the answer says nothing about the device.

## Example
```cl CL2.0
#ifndef __opencl_c_pipes
#endif
```

## Use instead
```cl CL2.0
#if __OPENCL_C_VERSION__ < 300 || defined(__opencl_c_pipes)
#endif
```

## Versions
1.0 to 2.0.

## Reference
OpenCL C specification, "Features".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext
from opencl_ls.rules.rule import BEFORE_30, DIRECTIVES, Rule
from opencl_ls.settings.target import feature_names

RULE = Rule(Severity.HINT, since="0.1", versions=BEFORE_30)


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the names in conditions."""
    for placed in context.directives("if", "elif", "ifdef", "ifndef"):
        directive = placed.record.directive
        texts = [token.text for token in directive.tokens]
        if _VERSIONS & set(texts):
            continue  # The condition asks for the version as well.
        found = next((each for each in directive.tokens if each.text.startswith(_PREFIX)), None)
        if found is None or found.text not in feature_names():
            continue
        start, end = directive.token_range(found)
        context.report_in_file(
            placed.file,
            placed.offset + start,
            placed.offset + end,
            f"'{found.text}' says something from OpenCL C 3.0 on: ask for the version as well",
        )


_PREFIX: Final = "__opencl_c_"
_VERSIONS: Final = frozenset(("__OPENCL_C_VERSION__", "__OPENCL_VERSION__", "CL_VERSION_3_0"))
