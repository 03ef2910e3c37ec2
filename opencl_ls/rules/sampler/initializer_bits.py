"""The value of a sampler is not valid.

## What it does
Reports two different addressing modes, filters or kinds of coordinates in one value, numbers with
bits that no constant of the language has, and, as an error, numbers that do not have 32 bits.

## Why
The constants are numbers that share bits, so two of one kind combine to a third one, or to none.
Compilers based on clang accept only numbers of 32 bits.

## Example
```cl
constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
```

## Use instead
```cl
constant sampler_t s = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
```

## Versions
All.

## Reference
OpenCL C specification, "Samplers".
"""

from typing import Final

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.declarations.opaque import is_sampler
from opencl_ls.semantics.lookup.samplers import (
    ADDRESSING,
    COORDINATES,
    FILTERS,
    sampler_number,
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
    given = context.model.types.get(value, t.UNKNOWN_QUALIFIED)
    if isinstance(given.type, t.ScalarType) and not given.type.floating and given.type.bits != 32:
        context.report(
            value,
            f"{t.described(given)} initializes sampler '{variable.name}', which takes an integer "
            "of 32 bits",
            severity=Severity.ERROR,
        )
        return
    number = sampler_number(context.model, value)
    if number is not None and number & ~_BITS:
        context.report(
            value, f"{context.text(value)} is no sampler: join constants such as CLK_ADDRESS_CLAMP"
        )
        return
    words = [word for word in sampler_words(value) if context.symbol(word) is None]
    for kind, what in _KINDS:
        names = dict.fromkeys(word.name for word in words if word.name in kind)
        if len(names) > 1:
            listed = " and ".join(f"'{name}'" for name in names)
            context.report(value, f"sampler '{variable.name}' has two {what}: {listed}")
            return


# All bits that the constants of any known compiler have.
_BITS: Final = 0x3F
_KINDS: Final = (
    (ADDRESSING, "addressing modes"),
    (FILTERS, "filters"),
    (COORDINATES, "kinds of coordinates"),
)
