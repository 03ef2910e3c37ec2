"""A name in capitals may be a macro that only the build options define.

## What it does
Reports undeclared names in capital letters, once for each name. They are taken for macros that the
host defines with `-D` when it builds the program, so code that depends on them is not reported. If
such a name is in a condition that leaves out headers, or lines that may declare a missing name, it
is reported there, and the missing name is not. With `complete-defines = true` in the configuration
all macros are known, and such a name is an error.

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
from opencl_ls.preprocess import LeftOut
from opencl_ls.rules.context import UnitContext, replacing
from opencl_ls.rules.rule import Rule
from opencl_ls.semantics import facts

RULE = Rule(Severity.WARNING, since="0.1", with_complete_defines=Severity.ERROR)


@RULE.on_unit_reading(facts.undeclared, directives=True)
def check(context: UnitContext) -> None:
    """Look at the names of the unit that nothing declares, each name once."""
    told: set[str] = set()
    missing: list[str] = []
    for use in context.undeclared:
        name = use.problem.name
        if name in told:
            continue
        if not use.maybe_macro:
            missing.append(name)
            continue
        if use.problem.role == "type" and context.lacks_include:
            continue
        told.add(name)
        macro = context.unit.all_macros.get(name)
        if macro is not None and macro.parameters is not None and not use.is_called:
            if use.is_for_host_macro:
                continue
            message = f"macro '{macro.signature}' stands for nothing without arguments"
            context.report(use.item, use.problem.record, message, severity=Severity.ERROR)
            continue
        near, fixes, guess = context.nearest(use), [], ""
        if near:
            guess = f"; did you mean '{near}'?"
            fixes.append(replacing(f"Change to '{near}'", use.problem.record, near, safe=False))
        context.report(
            use.item,
            use.problem.record,
            f"'{name}' is not defined here: if the host defines it, name it with '-D {name}=...' "
            f"or in 'defines' of opencl-ls.toml{guess}",
            fixes=fixes,
        )
    if not missing:
        return
    for reason in context.left_out:
        if reason.macro not in told:
            told.add(reason.macro)
            _report_left_out(context, reason, "headers are left out that may declare what is")
    for name in missing:
        lines = context.left_out_with(name)
        if lines is not None and lines.macro not in told:
            told.add(lines.macro)
            _report_left_out(
                context, lines, f"lines are left out that may declare '{name}', which is"
            )


def _report_left_out(context: UnitContext, reason: LeftOut, what: str) -> None:
    """Report missing names that the left-out lines may declare."""
    name = reason.macro
    context.report_in_file(
        context.unit.path,
        reason.start,
        reason.end,
        f"'{name}' is not defined here, so {what} missing: "
        f"if the host defines it, name it with '-D {name}' or in 'defines' of opencl-ls.toml",
    )
