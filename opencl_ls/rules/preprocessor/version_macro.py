"""A condition reads a version macro that the version does not define.

## What it does
Reports `CL_VERSION_2_0`, `__OPENCL_C_VERSION__` and similar macros in `#if` conditions, if the
current version does not define them and neither the condition nor one around it tests first whether
they are defined.

## Why
A name that is no macro counts as 0, so `__OPENCL_C_VERSION__ < 200` holds in OpenCL C 1.0 for the
wrong reason.

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

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from opencl_ls.builtins.macros import macro
from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import conditions

RULE = Rule(Severity.HINT, since="0.1")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the names in conditions."""
    provided: set[str] = set()
    for placed, since_asked in conditions(context.unit, _since_asked):
        directive = placed.record.directive
        if directive.kind == "ifndef":
            # The lines under the condition may define the name, whether they are read here or not.
            provided.update(_asked(directive))
        if directive.kind not in ("if", "elif") or _is_cut_short(directive.tokens):
            continue
        for token in directive.tokens:
            since = _since(token.text) if token.name else 0
            if since <= max(context.target.version, since_asked) or token.text in provided:
                continue
            if _is_defined(context, token.text):
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


def _since_asked(directive: Any) -> int:
    """Return the newest version that added a name that a condition tests."""
    return max(map(_since, _asked(directive)), default=0)


def _asked(directive: Any) -> Iterator[str]:
    """Yield the names that a condition tests with `defined`."""
    texts = [token.text for token in directive.tokens if token.text != "("]
    if directive.kind not in ("if", "elif"):
        yield from texts[:1]
        return
    for before, text in pairwise(texts):
        if before == "defined":
            yield text


def _is_cut_short(tokens: Sequence[Any]) -> bool:
    """Tell whether a condition may test something else first and stop there.

    Another macro may depend on the version; so does a comparison of the device's version.
    """
    texts = [token.text for token in tokens]
    if "defined" in texts and "||" not in texts:
        return True
    return any(
        name == "__OPENCL_VERSION__" and number.isdecimal() and int(number) >= 120
        for name, number in zip(texts, texts[2:], strict=False)
    )


def _is_defined(context: UnitContext, name: str) -> bool:
    """Tell whether the program or its settings define a macro; compilers may define it as well."""
    definitions = context.unit.definitions.get(name, ())
    return any(definition.file != "<built-in>" for definition in definitions)


def _since(name: str) -> int:
    """Return the version that added a version macro, 0 for another name."""
    if name == "__OPENCL_C_VERSION__":
        return 120
    known = macro(name) if name.startswith("CL_VERSION_") else None
    return int(known.value) if known is not None and known.value else 0
