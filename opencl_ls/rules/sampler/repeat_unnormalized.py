"""A sampler repeats coordinates that are not normalised.

## What it does
Reports samplers with `CLK_ADDRESS_REPEAT` or `CLK_ADDRESS_MIRRORED_REPEAT` but without
`CLK_NORMALIZED_COORDS_TRUE`.

## Why
These modes are for coordinates from 0 to 1. With others the result of a read is undefined.

## Example
```cl
constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
```

## Use instead
```cl
constant sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
```

## Versions
All.

## Reference
OpenCL C specification, "Samplers".

## Fix safety
All reads then have to use other coordinates, so the fix is unsafe.
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, replacing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.lookup.samplers import (
    ADDRESSING,
    COORDINATES,
    FILTERS,
    sampler_words,
)
from opencl_ls.semantics.types.symbols import Variable

RULE = Rule(Severity.WARNING, since="0.1", about=("sampler_t",))


@RULE.on(Variable, about=RULE.about)
def check(context: RuleContext, variable: Variable) -> None:
    """Look at the initialisers of samplers."""
    value = variable.declarator.initializer
    if value is None or not is_sampler(variable.type.type):
        return
    words = sampler_words(value)
    mode = next((word for word in words if word.name in _REPEATING), None)
    if mode is None or not all(context.symbol(word) is None for word in words):
        return
    if any(word.name not in COORDINATES | ADDRESSING | FILTERS for word in words):
        return
    if any(word.name == "CLK_NORMALIZED_COORDS_TRUE" for word in words):
        return
    new = "CLK_NORMALIZED_COORDS_TRUE"
    fixes = [
        replacing("Use normalised coordinates", word, new, safe=False)
        for word in words
        if word.name in COORDINATES
    ]
    context.report(mode, f"'{mode.name}' works with normalised coordinates only", fixes=fixes)


_REPEATING: Final = ("CLK_ADDRESS_REPEAT", "CLK_ADDRESS_MIRRORED_REPEAT")
