"""A name in capitals may be a macro that only the build options define.

## What it does
Reports undeclared names in capital letters, once for each name. They are taken for macros that the
host defines with `-D` when it builds the program, so code that depends on them is not reported. If
such a name is in a condition that leaves out headers, or lines that may declare a missing name, it
is reported there, and the missing name is not. Names in `host-defines` of the configuration are not
reported; `opencl-ls config --detect` finds them in host programs. With `complete-defines = true` in
the configuration all macros are known, and such a name is an error.

## Why
A build without the option fails. With the host's definitions in the settings, the checker analyses
the program that the compiler will see.

## Example
```cl
kernel void k(global float *out) { for (int i = 0; i < TILE_SIZE; ++i) out[i] = 0.0f; }
```

## Use instead
```cl
#ifndef TILE_SIZE
#define TILE_SIZE 16
#endif
kernel void k(global float *out) { for (int i = 0; i < TILE_SIZE; ++i) out[i] = 0.0f; }
```

## Versions
All.

## Reference
OpenCL API specification, "Preprocessor Options" of clBuildProgram.

## Fix safety
Unsafe: the nearest name may not be the intended one.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.preprocess import Exclusion
from opencl_ls.semantics.names import facts
from opencl_ls.semantics.names.undeclared import UndeclaredUse

RULE = Rule(Severity.WARNING, since="0.1", with_complete_defines=Severity.ERROR)


@RULE.on_unit_reading(facts.undeclared, directives=True)
def check(context: UnitContext) -> None:
    """Look at the undeclared names of the unit, each name once."""
    reported: set[str] = set()
    missing: list[str] = []
    for use in context.undeclared:
        if use.problem.name in reported:
            continue
        if not use.maybe_macro:
            missing.append(use.problem.name)
        elif use.problem.role != "type" or not context.lacks_include:
            reported.add(use.problem.name)
            _report_use(context, use)
    if missing:
        _report_conditions(context, missing, reported)


def _report_use(context: UnitContext, use: UndeclaredUse) -> None:
    """Report a name that may be a macro of the host, or a macro without its arguments."""
    name, record = use.problem.name, use.problem.record
    macro = context.unit.all_macros.get(name)
    if macro is not None and macro.parameters is not None and not use.is_called:
        if not use.is_for_host_macro:
            message = f"macro '{macro.signature}' is not expanded without arguments"
            context.report(use.item, record, message, severity=Severity.ERROR)
        return
    near, fixes, guess = context.nearest(use), [], ""
    if near:
        guess = f"; did you mean '{near}'?"
        fixes.append(replacing(f"Change to '{near}'", record, near, safe=False))
    context.report(
        use.item,
        record,
        f"'{name}' is not defined here: if the host defines it, name it with '-D {name}=...' "
        f"or in 'defines' of opencl-ls.toml{guess}",
        fixes=fixes,
    )


def _report_conditions(context: UnitContext, missing: list[str], reported: set[str]) -> None:
    """Report the macros whose conditions leave out lines that may declare missing names."""
    for reason in context.excluded_headers:
        if reason.macro not in reported:
            reported.add(reason.macro)
            _report_exclusion(context, reason, "headers are left out that may declare what is")
    for name in missing:
        lines = context.exclusion_of(name)
        if lines is not None and lines.macro not in reported:
            reported.add(lines.macro)
            _report_exclusion(
                context, lines, f"lines are left out that may declare '{name}', which is"
            )


def _report_exclusion(context: UnitContext, reason: Exclusion, what: str) -> None:
    """Report missing names that the left-out lines may declare."""
    name = reason.macro
    context.report_in_file(
        context.unit.path,
        reason.start,
        reason.end,
        f"'{name}' is not defined here, so {what} missing: "
        f"if the host defines it, name it with '-D {name}' or in 'defines' of opencl-ls.toml",
    )
