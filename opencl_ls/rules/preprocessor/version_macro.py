"""A condition reads a version macro that the version does not define.

## What it does
Reports `CL_VERSION_2_0`, `__OPENCL_C_VERSION__` and the like in `#if` conditions, where the
version in force does not define them and the condition does not ask first.

## Why
A name that is no macro counts as 0, so `__OPENCL_C_VERSION__ < 200` holds in OpenCL C 1.0 for
another reason than one thinks.

## Example
```cl CL1.1
#if __OPENCL_C_VERSION__ < 200
#endif
```

## Use instead
```cl CL1.1
#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ < 200
#endif
```

## Versions
All.

## Reference
OpenCL C specification, "Preprocessor Directives and Macros".
"""

from opencl_ls.builtins.macros import macro
from opencl_ls.findings import Severity
from opencl_ls.rules.context import UnitContext
from opencl_ls.rules.rule import DIRECTIVES, Rule

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the names in conditions."""
    for placed in context.directives("if", "elif"):
        directive = placed.record.directive
        names = [token for token in directive.tokens if token.name]
        asked = any(token.text == "defined" for token in names)
        for token in names:
            since = 0 if asked else _since(token.text)
            if since <= context.target.version or _is_defined(context, token.text):
                continue
            start, end = directive.token_range(token)
            context.report_in_file(
                placed.file,
                placed.offset + start,
                placed.offset + end,
                f"'{token.text}' came with OpenCL C {since // 100}.{since // 10 % 10}: "
                "a compiler may lack it, and it counts as 0 then",
            )
            break


def _is_defined(context: UnitContext, name: str) -> bool:
    """Tell whether the program or its settings define a macro; compilers may define it as well."""
    definitions = context.unit.definitions.get(name, ())
    return any(definition.file != "<built-in>" for definition in definitions)


def _since(name: str) -> int:
    """Return the version that brought a version macro, 0 for another name."""
    if name == "__OPENCL_C_VERSION__":
        return 120
    known = macro(name) if name.startswith("CL_VERSION_") else None
    return int(known.value) if known is not None and known.value else 0
