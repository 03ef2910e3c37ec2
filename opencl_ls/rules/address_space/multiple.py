"""Two address spaces are named for one type.

## What it does
Reports a second, different address space at one level of a type.

## Why
The address spaces share no memory: an object is in exactly one of them.

## Example
```cl
kernel void k(void) { private local int i; }
```

## Use instead
```cl
kernel void k(void) { local int i; local int *private p = &i; }
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.

## Fix safety
Which of the two was meant is not known; the fix keeps the first, so it is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import Ranged, RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1")


@RULE.on(r.Specifiers, r.PointerPart, r.BlockPart, about=spaces.SPACES)
def check(context: RuleContext, level: r.Specifiers | r.PointerPart | r.BlockPart) -> None:
    """Look at the qualifiers of one level of a type."""
    words = spaces.space_words(level.qualifiers)
    first: Ranged | None = words[0] if words else None
    chosen = spaces.plain(words[0].text) if words else ""
    if isinstance(level, r.Specifiers) and isinstance(level.type, r.NamedType) and words:
        alias = context.symbol(level.type)
        if isinstance(alias, Typedef) and t.object_space(alias.type):
            first, chosen = alias, t.object_space(alias.type)
    for word in words:
        space = spaces.plain(word.text)
        if first is None or word is first or space == chosen:
            continue
        context.report(
            word,
            f"'{word.text}' contradicts '{chosen}': a type names one address space at most",
            related=[(first, f"'{chosen}' is named here")],
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=False)],
        )
