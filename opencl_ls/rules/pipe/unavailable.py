"""A pipe is declared where the target does not support pipes.

## What it does
Reports `pipe` before OpenCL C 2.0, and in 3.0 where the feature `__opencl_c_pipes` is off.

## Why
Compilers for such a target do not know the word. In these versions it is an ordinary name.

## Example
```cl CL1.2
kernel void k(read_only pipe int source) {}
```

## Use instead
```cl CL1.2
kernel void k(global const int *source, int count) {}
```

## Versions
1.0 to 1.2; 3.0 without `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Pipes".
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import NO_PIPES, Rule
from opencl_ls.syntax import records as r
from opencl_ls.syntax.problem_kinds import SyntaxProblemKind

RULE = Rule(Severity.ERROR, since="0.1", versions=NO_PIPES, on_broken_items=True)


@RULE.on(r.Specifiers, about=("pipe",))
def check(context: RuleContext, specifiers: r.Specifiers) -> None:
    """Look for the word."""
    word = next((word for word in specifiers.qualifiers if word.text == "pipe"), None)
    if word is not None and (specifiers.type is None or word.start < specifiers.type.start):
        _report(context, word)


@RULE.on(r.Item)
def check_recovered(context: RuleContext, item: r.Item) -> None:
    """Look for the word in operands of `sizeof`."""
    for problem in item.recovered:
        if problem.kind is SyntaxProblemKind.PIPE_OPERAND:
            _report(context, problem)


def _report(context: RuleContext, word: r.Record) -> None:
    old = context.target.version < 200
    needed = "OpenCL C 2.0" if old else "the feature __opencl_c_pipes"
    context.report(word, f"'pipe' needs {needed}")
