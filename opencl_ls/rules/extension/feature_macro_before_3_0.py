"""A condition tests a feature macro before OpenCL C 3.0.

## What it does
Reports names such as `__opencl_c_pipes` in conditions where the version is below 3.0.

## Why
Earlier compilers need not define these macros, so the condition says nothing about the device.

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

from typing import Any, Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import BEFORE_30, DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import conditions
from opencl_ls.settings.target import feature_names

RULE = Rule(Severity.HINT, since="0.1", versions=BEFORE_30)


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the names in conditions."""
    for placed, asks_version in conditions(context.unit, _asks_version):
        directive = placed.record.directive
        found = next((each for each in directive.tokens if each.text.startswith(_PREFIX)), None)
        if asks_version or found is None or found.text not in feature_names():
            continue
        start, end = directive.token_range(found)
        context.report_in_file(
            placed.file,
            placed.offset + start,
            placed.offset + end,
            f"'{found.text}' says something from OpenCL C 3.0 on: ask for the version as well",
        )


def _asks_version(directive: Any) -> bool:
    """Tell whether a condition names the version; "2.0 and later" does not exclude earlier ones."""
    texts = [token.text for token in directive.tokens]
    if not _VERSIONS & set(texts):
        return False
    compared = [
        (comparison, number)
        for name, comparison, number in zip(texts, texts[1:], texts[2:], strict=False)
        if name in _VERSIONS
    ]
    earlier = ((">=", number) for number in ("100", "110", "120", "200"))
    return "||" in texts or not compared or not set(compared) <= set(earlier)


_PREFIX: Final = "__opencl_c_"
_VERSIONS: Final = frozenset(("__OPENCL_C_VERSION__", "__OPENCL_VERSION__", "CL_VERSION_3_0"))
