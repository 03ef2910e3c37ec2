"""A function is placed in an address space.

## What it does
Reports an address space on a function type that a typedef names: on a function, on a parameter, or
in the operand of `sizeof`.

## Why
Functions are in no address space: only objects are.

## Example
```cl
typedef int reader(void);
global reader read_one;
```

## Use instead
```cl
typedef int reader(void);
reader read_one;
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.

## Fix safety
The fix is unsafe, because a variable may have been meant.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Specifiers, about=tuple(sorted(spaces.SPACES)))
def check(context: RuleContext, specifiers: r.Specifiers) -> None:
    """Look at the address space of a function type that a typedef names."""
    word = spaces.space_word(specifiers.qualifiers)
    if word is None or not isinstance(specifiers.type, r.NamedType):
        return
    alias = context.symbol(specifiers.type)
    if isinstance(alias, Typedef) and isinstance(alias.type.type, t.FunctionType):
        context.report(
            word,
            f"'{word.text}' on the function type {t.described(alias.type)}: "
            "functions are in no address space",
            related=[(alias, "the function type is named here")],
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
        )
