"""A compiler's pragma is malformed.

## What it does
Reports pragmas of clang, GCC and C whose words do not have the form that compilers know: `clang
loop`, `clang fp`, `diagnostic`, `pack`, `STDC` and others; and those that mean nothing on a device.
A pragma that compilers reject is an error, one that they ignore a warning. Unknown pragmas are not
reported.

## Why
The pragma has no effect.

## Example
```cl
void f(global float *a, int n) {
    #pragma clang loop unroll(4)
    for (int i = 0; i < n; i++) a[i] += 1.0f;
}
```

## Use instead
```cl
void f(global float *a, int n) {
    #pragma clang loop unroll_count(4)
    for (int i = 0; i < n; i++) a[i] += 1.0f;
}
```

## Versions
All.

## Reference
Manuals of compilers; C11 6.10.6.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import UnitContext
from opencl_ls.linter.rule import DIRECTIVES, Rule
from opencl_ls.preprocess.placed_directives import pragmas
from opencl_ls.preprocess.pragma_forms import FormProblem, form_problem, normal_form

RULE = Rule(Severity.WARNING, since="0.1")

_OF_HEADERS = ("clang system_header", "GCC system_header")


@RULE.on_unit_reading(DIRECTIVES)
def check(context: UnitContext) -> None:
    """Look at the words of the pragmas."""
    for pragma in pragmas(context.unit):
        tokens = pragma.directive.tokens
        if not tokens:
            continue
        text = "".join(f" {token.text}" if token.space else token.text for token in tokens)
        problem = form_problem(normal_form(text.strip()))
        if text.strip() in _OF_HEADERS and pragma.file == context.unit.path:
            problem = FormProblem("this has a meaning in included files only")
        if problem is None:
            continue
        start, end = pragma.place_of(tokens[0])
        if pragma.is_directive:
            end = pragma.place_of(tokens[-1])[1]
        severity = Severity.ERROR if problem.refused else None
        context.report_in_file(pragma.file, start, end, problem.message, severity=severity)
