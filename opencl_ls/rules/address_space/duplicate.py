"""An address space is named twice for one type.

## What it does
Reports the repetition of an address space at one level of a type.

## Why
The second one has no effect. Often it was meant for another level, as in `global int *global p`.

## Example
```cl
kernel void k(global global int *p) {}
```

## Use instead
```cl
kernel void k(global int *p) {}
```

## Versions
All.

## Reference
OpenCL C specification, "Address Space Qualifiers"; reference page __local.

## Fix safety
Removing the repetition changes nothing.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import Rule
from opencl_ls.semantics import types as t
from opencl_ls.semantics.types import spaces
from opencl_ls.semantics.types.symbols import Typedef
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1")


@RULE.on(r.Specifiers, r.PointerPart, r.BlockPart, about=spaces.SPACES)
def check(context: RuleContext, level: r.Specifiers | r.PointerPart | r.BlockPart) -> None:
    """Look at the qualifiers of one level of a type."""
    seen: dict[str, r.Word | Typedef] = {}
    words = spaces.space_words(level.qualifiers)
    if words and isinstance(level, r.Specifiers) and isinstance(level.type, r.NamedType):
        alias = context.symbol(level.type)
        if isinstance(alias, Typedef) and t.object_space(alias.type):
            seen[t.object_space(alias.type)] = alias
    for word in words:
        first = seen.setdefault(spaces.plain(word.text), word)
        if first is word:
            continue
        named = f"of '{first.name}'" if isinstance(first, Typedef) else f"'{first.text}'"
        context.report(
            word,
            f"'{word.text}' repeats the address space {named}",
            related=[(first, "it is named here already")],
            fixes=[removing(f"Remove '{word.text}'", context.model.item.text, word, safe=True)],
        )
