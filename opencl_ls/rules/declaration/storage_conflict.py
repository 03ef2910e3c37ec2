"""A declaration has two storage classes, or one that is not allowed.

## What it does
Reports declarations with more than one of `typedef`, `extern`, `static`, `auto` and `register`, and
parameters and members with `extern` or `static`.

## Why
Each declaration has one storage class: two contradict each other. A parameter lives as long as its
call and a member as long as the object that contains it.

## Example
```cl CL2.0
static extern int shared;
```

## Use instead
```cl CL2.0
extern int shared;
```

## Versions
1.2 and later: before, there are no storage classes.

## Reference
C11 6.7.1p2, 6.7.2.1p1 and 6.7.6.3p2.

## Fix safety
Either word may be the intended one, so the fix is unsafe.
"""

from opencl_ls.findings import Severity
from opencl_ls.linter.context import RuleContext, removing
from opencl_ls.linter.rule import SINCE_12, Rule
from opencl_ls.semantics.types.spaces import plain
from opencl_ls.syntax import records as r

RULE = Rule(Severity.ERROR, since="0.1", versions=SINCE_12)

_CLASSES = ("typedef", "extern", "static")


@RULE.on(r.Specifiers, about=_CLASSES)
def check(context: RuleContext, specifiers: r.Specifiers) -> None:
    """Look for a second storage class that differs from the first, and for a misplaced one."""
    words = [word for word in specifiers.storage if plain(word.text) in _CLASSES]
    what = _without_class(context, specifiers)
    if what and words:
        context.report(
            words[0],
            f"{what} cannot be '{words[0].text}'",
            fixes=[
                removing(f"Remove '{words[0].text}'", context.model.item.text, words[0], safe=False)
            ],
        )
        return
    if len({plain(word.text) for word in words}) < 2:
        return
    first = words[0]
    second = next(word for word in words if plain(word.text) != plain(first.text))
    context.report(
        second,
        f"a declaration is either '{first.text}' or '{second.text}'",
        related=[(first, "the first storage class is here")],
        fixes=[removing(f"Remove '{second.text}'", context.model.item.text, second, safe=False)],
    )


def _without_class(context: RuleContext, specifiers: r.Specifiers) -> str:
    """Return the kind of a declaration that cannot have a storage class, or ""."""
    above = context.parent(specifiers)
    if isinstance(above, r.Parameter):
        return "a parameter"
    if isinstance(above, r.Declaration) and isinstance(context.parent(above), r.RecordType):
        return "a member"
    return ""
