"""The use of a pipe contradicts its access qualifier.

## What it does
Reports reads of a `write_only` pipe and writes to one that is `read_only`, or that has no access
qualifier, which means the same; also pipes that are passed to a parameter with the other access.

## Why
A kernel either reads a pipe or writes it, as the qualifier says.

## Example
```cl CL2.0
kernel void k(pipe int p) { int v = 1; write_pipe(p, &v); }
```

## Use instead
```cl CL2.0
kernel void k(write_only pipe int p) { int v = 1; write_pipe(p, &v); }
```

## Versions
2.0; 3.0 with `__opencl_c_pipes`.

## Reference
OpenCL C specification, "Pipe Functions".
"""

import re
from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import PIPES, Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import access_of, is_pipe
from opencl_ls.semantics.lookup.callees import builtin_name, named_symbol, user_function
from opencl_ls.semantics.types.symbols import ParameterVariable
from opencl_ls.syntax import records as r

RULE = Rule(
    Severity.ERROR,
    since="0.1",
    versions=PIPES,
    about=(t.PipeType,),
    supersedes=("builtin/no-matching-form",),
)


@RULE.on(r.Call)
def check(context: RuleContext, call: r.Call) -> None:
    """Look at the pipes among the arguments."""
    name = builtin_name(context.model, call)
    wanted = _wanted(name)
    if wanted and call.arguments:
        _compare(context, call.arguments[0], f"'{name}'", wanted, None)
    function = user_function(context.model, call)
    if function is None:
        return
    for argument, parameter in zip(call.arguments, function.parameters, strict=False):
        if is_pipe(parameter.type.type):
            access = access_of(parameter.type)
            _compare(context, argument, f"'{function.name}'", access, parameter)


def _wanted(name: str) -> str:
    if name in ("read_pipe", "write_pipe"):
        return "read_only" if name == "read_pipe" else "write_only"
    match = _RESERVING.fullmatch(name)
    return "" if match is None else f"{match[1]}_only"


def _compare(
    context: RuleContext,
    argument: r.Expression,
    function: str,
    wanted: str,
    parameter: ParameterVariable | None,
) -> None:
    symbol = named_symbol(context.model, argument)
    if symbol is None or not is_pipe(symbol.type.type) or access_of(symbol.type) == wanted:
        return
    said = access_of(symbol.type)
    if not symbol.type.access:
        said += ", as no word says otherwise"
    declared = symbol if parameter is None else parameter
    context.report(
        argument,
        f"pipe '{symbol.name}' is {said}: {function} takes one that is {wanted}",
        related=[(declared, f"'{declared.name}' is declared here")],
    )


_RESERVING: Final = re.compile(r"(?:(?:work|sub)_group_)?(?:reserve|commit)_(read|write)_pipe")
