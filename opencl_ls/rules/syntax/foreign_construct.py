"""A construct of C++, or of another language for devices, is used.

## What it does
Reports constructs that OpenCL C does not have: references, named casts, `::`, templates, classes,
namespaces, exceptions, lambdas, default arguments and similar ones, and those of CUDA, GLSL and
HLSL. The rest of that declaration or function is not checked.

## Why
OpenCL C is based on C99. Code from other languages has to be rewritten.

## Example
```cl
void twice(float &x) { x = 2 * x; }
```

## Use instead
```cl
void twice(float *x) { *x = 2 * *x; }
```

## Versions
All.

## Reference
OpenCL C specification, "The OpenCL C Programming Language"; C99 6.5 to 6.9.

## Fix safety
Unsafe: more than the words may have to change.
"""

import re
from typing import Final

from opencl_ls.builtins.names import is_builtin
from opencl_ls.findings import Severity
from opencl_ls.linter.context import ItemFix, RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", on_broken_items=True, about=(r.SyntaxProblem,))

_SIZE: Final = "in OpenCL C '__attribute__((reqd_work_group_size(x, y, z)))' gives a kernel's size"
_MESSAGES: Final = {
    "reference": "OpenCL C has no references: take a pointer",
    "named cast": "OpenCL C has only C's casts: write '(type)(value)'",
    "::": "OpenCL C has no '::': there are neither namespaces nor members of types",
    "template": "OpenCL C has no templates: write a function for each type, or a macro",
    "class": "OpenCL C has no classes: write a 'struct', and functions that take a pointer to it",
    "enum class": "OpenCL C has no 'enum class': write 'enum'",
    "namespace": "OpenCL C has no namespaces: put the name before those of its functions",
    "using": "OpenCL C has no 'using': a 'typedef' gives a type a name",
    "try": "OpenCL C has no exceptions",
    "catch": "OpenCL C has no exceptions",
    "throw": "OpenCL C has no exceptions",
    "new": "OpenCL C has no 'new': arrays have a constant size, and buffers come from the host",
    "delete": "OpenCL C has no 'delete': nothing is allocated in a kernel",
    'extern "C"': "OpenCL C needs no 'extern \"C\"': all of it is C",
    "lambda": "OpenCL C has no lambdas: write a function",
    "range": "OpenCL C has no 'for' over the elements of an array: count an index",
    "default argument": "OpenCL C has no default arguments: each call gives all of them",
    "and": "in OpenCL C write '&&'",
    "or": "in OpenCL C write '||'",
    "not": "in OpenCL C write '!'",
    "layout": f"'layout' belongs to GLSL; {_SIZE}",
    "[numthreads]": f"this belongs to HLSL; {_SIZE}",
    "__launch_bounds__": "'__launch_bounds__' belongs to CUDA, and OpenCL C does not need it",
    "<<<": "'<<<' belongs to CUDA: the host starts kernels with clEnqueueNDRangeKernel",
}
_OPERATORS: Final = {"and": "&&", "or": "||", "not": "!"}
_CAST: Final = re.compile(r"\w+\s*<(.*)>\Z", re.S)
_SCOPE: Final = re.compile(r"\w+\s*\Z")
_NAME: Final = re.compile(r"\s*(\w+)")


@RULE.on(r.Item)
def check(context: RuleContext, item: r.Item) -> None:
    """Look for the constructs that lowering found."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.FOREIGN_CONSTRUCT:
            place, fixes = _place(item, problem), _fixes(item, problem)
            context.report(place, _MESSAGES[problem.expected], fixes=fixes)


def _place(item: r.Item, problem: r.SyntaxProblem) -> tuple[int, int]:
    """Return the place to mark: for a `::` it includes the names before and after it."""
    before = _SCOPE.search(item.text, 0, problem.start) if problem.expected == "::" else None
    following = _NAME.match(item.text, problem.end) if before is not None else None
    if before is None or following is None:
        return problem.start, problem.end
    return before.start(), following.end()


def _fixes(item: r.Item, problem: r.SyntaxProblem) -> list[ItemFix]:
    """Return the fix of a construct that other words can replace."""
    key, text = problem.expected, item.text[problem.start : problem.end]
    if key in _OPERATORS:
        return [replacing(f"Change to '{_OPERATORS[key]}'", problem, _OPERATORS[key], safe=False)]
    if key == "enum class":
        return [replacing("Change to 'enum'", problem, "enum", safe=False)]
    cast = _CAST.match(text) if key == "named cast" else None
    if cast is not None:
        kind = f"({cast[1].strip()})"
        return [replacing(f"Change to '{kind}'", problem, kind, safe=False)]
    if key == "::":
        start, end = _place(item, problem)
        name = item.text[problem.end : end].strip()
        if is_builtin(name):
            return [replacing(f"Change to '{name}'", (start, end), name, safe=False)]
    return []
