"""An extension is used that no pragma has enabled.

## What it does
Reports, once for each function or declaration, a type or a built-in function that an extension of
Khronos adds, where no earlier `#pragma OPENCL EXTENSION` enables the extension and the version does
not have it in its core: `double` before 1.2, `atom_add` on 64 bits, a write to a 3D image.
Extensions of vendors, and `half`, which has rules of its own, are not reported.

## Why
A program starts with all extensions disabled, even those that the device supports. Some compilers
do not enforce that; others do not know the name.

## Example
```cl CL1.2
kernel void k(global long *p) { atom_add(p, 1L); }
```

## Use instead
```cl CL1.2
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
kernel void k(global long *p) { atom_add(p, 1L); }
```

## Versions
1.0 to 2.0.

## Reference
OpenCL C specification, "Compiler Directives for Optional Extensions".

## Fix safety
Unsafe: a device without the extension no longer compiles the program.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from opencl_ls.builtins.extensions import PRAGMA_NEEDED
from opencl_ls.builtins.types import builtin_type
from opencl_ls.builtins.versions import Availability
from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, before_item
from opencl_ls.linter.rule import BEFORE_30, Rule
from opencl_ls.semantics.lookup.blocks import unwrapped
from opencl_ls.semantics.lookup.callees import is_sound
from opencl_ls.settings.target import Target
from opencl_ls.syntax import records as r

RULE = Rule(Severity.WARNING, since="0.1", versions=BEFORE_30)


@RULE.on(r.Item)
def check(context: RuleContext, _: r.Item) -> None:
    """Look for the first use of each extension that is not enabled."""
    unasked = context.target.unasked - PRAGMA_NEEDED
    if not unasked:
        return
    asked = replace(context.target, extensions=context.target.extensions - unasked)
    reported: set[str] = set()
    for place, name, need in _uses(context):
        missing = [each for each in _missing(need, context.target, asked) if each not in reported]
        if missing:
            reported.update(missing)
            pragmas = [f"#pragma OPENCL EXTENSION {each} : enable" for each in missing]
            needed = " and ".join(f"'{pragma}'" for pragma in pragmas)
            context.report(
                place,
                f"'{name}' belongs to {' and '.join(missing)}, which is not enabled: it needs "
                f"{needed} above",
                fixes=[before_item(f"Insert {needed}", "\n".join(pragmas), safe=False)],
            )


def _uses(context: RuleContext) -> Iterator[tuple[r.Record, str, Availability]]:
    """Yield the built-in types and functions of an item with what they need."""
    for event in context.model.events:
        kind = type(event)
        if kind not in _USING:
            continue
        if isinstance(event, r.Call):
            resolution = context.model.resolutions.get(event)
            if resolution is not None and resolution.signature and is_sound(context.model, event):
                need = resolution.signature.availability
                yield event.callee, context.text(unwrapped(event.callee)), need
        elif isinstance(event, r.BasicType | r.NamedType) and context.symbol(event) is None:
            for word in event.words if isinstance(event, r.BasicType) else (event.name,):
                known = builtin_type(word)
                if known is not None:
                    yield event, word, known.availability


_ASKED: Final = 5000
_USING: Final = frozenset((r.Call, r.BasicType, r.NamedType))


@lru_cache(_ASKED)
def _missing(need: Availability, target: Target, asked: Target) -> tuple[str, ...]:
    """Return the extensions that satisfy a need, where none of them has been enabled."""
    if need.missing(target) is not None or need.missing(asked) is None:
        return ()
    unasked = target.extensions - asked.extensions
    required = tuple(name for name in need.requires if name in unasked)
    return required or tuple(name for name in need.extensions if name in unasked)[:1]
