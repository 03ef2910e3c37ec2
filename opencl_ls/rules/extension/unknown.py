"""A pragma names an extension that is unknown, or that the target lacks.

## What it does
Reports `#pragma OPENCL EXTENSION` with an unknown extension, with a Khronos extension that the
settings have removed, and with one of a later version. A vendor may have more extensions than are
known here.

## Why
The specification calls enabling an unsupported extension an error. Compilers warn, and the program
is compiled without the extension that it needs.

## Example
```cl
#pragma OPENCL EXTENSION cl_khr_pf64 : enable
```

## Use instead
```cl
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
```

## Versions
All.

## Reference
OpenCL C specification, "Compiler Directives for Optional Extensions".

## Fix safety
Another extension may have been meant, so the fix is unsafe.
"""

import re
from functools import partial

from opencl_ls.builtins.extensions import Extension, all_extensions, extension
from opencl_ls.builtins.spelling import nearest
from opencl_ls.builtins.versions import version_words
from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, replacing
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import pragmas
from opencl_ls.settings.target import Target

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the pragmas that name an extension."""
    for pragma in pragmas(context.unit):
        name, behaviour = pragma.directive.extension
        if not name or name == "all" or behaviour not in ("enable", "disable"):
            continue
        known = extension(name)
        fixes = []
        if known is None:
            # The name with other digits is another extension, which a vendor may have.
            near = nearest(name, all_extensions(), accepts=partial(_has_digits, _digits(name)))
            message = f"the extension '{name}' is not known here"
            message += f": did you mean '{near[0]}'?" if near else ""
        elif context.target.version < known.since:
            near = []
            message = f"'{name}' needs {version_words(known.since)}: the pragma has no effect here"
        elif _is_taken_away(known, context.target):
            near = []
            message = f"{context.target.words} does not have '{name}'"
        else:
            continue
        start, end = pragma.place_of(pragma.directive.tokens[2])
        if near and pragma.is_directive:
            fixes = [replacing(f"Replace it by '{near[0]}'", (start, end), near[0], safe=False)]
        context.report_in_file(pragma.file, start, end, message, fixes=fixes)


def _digits(name: str) -> list[str]:
    return re.findall(r"\d+", name)


def _has_digits(digits: list[str], name: str) -> bool:
    return _digits(name) == digits


def _is_taken_away(known: Extension, target: Target) -> bool:
    """Tell whether compilers for the version offer the extension, and the settings do not."""
    gone = known.deprecated is not None and target.version >= known.deprecated
    offered = known.vendor == "khr" and known.pragma and target.version >= known.since and not gone
    return bool(offered) and known.name not in target.extensions
