"""A parameter of a function with a body has no name.

## What it does
Reports parameters without a name in the definition of a function.

## Why
C99 requires a name there; many compilers accept its absence as an extension.

## Example
```cl
int twice(int) { return 2; }
```

## Use instead
```cl
int twice(int a) { return a + a; }
```

## Versions
All.

## Reference
C99 6.9.1p5.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.reports.keywords import in_place_of_parameter
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types.spaces import ACCESS, SPACES, part_words, plain
from opencl_ls.semantics.types.symbols import Function, ParameterVariable

RULE = Rule(Severity.WARNING, since="0.1")

_QUALIFIERS = frozenset(("const", "volatile", "restrict", "Atomic")) | SPACES | ACCESS


@RULE.on(Function)
def check(context: RuleContext, function: Function) -> None:
    """Look at the parameters of a function with a body."""
    if function.definition is None or context.model.item.recovered:
        return
    for parameter in function.parameters:
        if _has_keyword_as_name(parameter):
            continue
        if not parameter.name and parameter.written.type is not t.VOID:
            context.report(
                parameter.parameter,
                f"parameter {parameter.index + 1} of '{function.name}' has no name, "
                "which the definition of a function has to give",
            )


def _has_keyword_as_name(parameter: ParameterVariable) -> bool:
    """Tell whether a keyword is in place of the name, or `pipe`, which is a name before 2.0."""
    declarator = parameter.parameter.declarator
    if in_place_of_parameter(parameter.parameter) is not None:
        return True
    words = [word for part in declarator.parts for word in part_words(part)]
    words.extend(parameter.parameter.specifiers.storage)
    words.extend(parameter.parameter.specifiers.qualifiers)
    return any(plain(word.text) not in _QUALIFIERS for word in words)
